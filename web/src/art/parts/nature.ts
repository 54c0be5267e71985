/** Trees, plants, water and the sky. */
import { at, circle, cut, faint, line, round, slip, wine } from "../draw";

export const waves = (x0: number, x1: number, y: number, step = 16): string => {
  let d = "";
  for (let x = x0 - step; x < x1 + step; x += step) d += `M${x} ${y}c4 -7 11 -6 11 -1c0 3.4 -5 3.4 -4.6 .4`;
  return line(d);
};

export const palm = (x: number, y: number, height = 46, size = 1): string => {
  const [tx, ty] = [x + 2, y - height];
  const fronds = [
    [-20, 4, -10],
    [-17, -9, -14],
    [-6, -17, -12],
    [8, -17, -13],
    [19, -8, -14],
    [21, 5, -10],
  ] as const;
  return (
    slip(
      `M${x - 2} ${y}Q${x - 1} ${y - height / 2} ${x + 1} ${y - height}h2.4Q${x + 2} ${y - height / 2} ${x + 3} ${y}Z`,
    ) +
    slip(
      fronds
        .map(
          ([dx, dy, q]) =>
            `M${tx} ${ty}Q${round(tx + dx * 0.5 * size)} ${round(ty + q * size)} ${round(tx + dx * size)} ${round(ty + dy * size)}Q${round(tx + dx * 0.45 * size)} ${round(ty + (q + 8) * size)} ${tx} ${ty}Z`,
        )
        .join(""),
    ) +
    wine(circle(tx - 2, ty + 3, 1.8) + circle(tx + 2.6, ty + 3.6, 1.8))
  );
};

export const cypress = (x: number, y: number, height = 44, width = 6): string =>
  slip(
    `M${x} ${y - height}Q${x + width * 1.5} ${round(y - height * 0.4)} ${round(x + width * 0.7)} ${y - 6}H${round(x - width * 0.7)}Q${x - width * 1.5} ${round(y - height * 0.4)} ${x} ${y - height}ZM${x - 1.4} ${y - 7}h2.8v7h-2.8Z`,
  ) +
  cut(
    `M${x} ${y - height + 10}V${y - 12}M${x} ${round(y - height * 0.6)}l3 -6M${x} ${round(y - height * 0.45)}l-3.4 -6M${x} ${round(y - height * 0.28)}l3.4 -6`,
  );

export const tree = (x: number, y: number, size = 1): string =>
  at(
    x,
    y,
    slip("M-2.6 0Q-1 -12 -1.8 -24H1.8Q1 -12 2.8 0Z") +
      slip("M0 -54Q14 -46 11 -38Q20 -32 14 -24Q10 -18 0 -21Q-10 -18 -14 -24Q-20 -32 -11 -38Q-14 -46 0 -54Z") +
      cut("M0 -22V-44M0 -32l6 -5M0 -28l-7 -5M0 -38l-5 -4"),
    size,
  );

/** An olive with a twisted trunk. */
export const olive = (x: number, y: number, size = 1): string =>
  at(
    x,
    y,
    slip("M-5 0Q-1 -6 -4 -12Q-8 -18 -3 -24L0 -22Q-3 -17 1 -12Q3 -18 8 -22L10 -20Q4 -14 4 -8Q4 -3 7 0Z") +
      slip(
        [
          [-10, -28],
          [-2, -34],
          [8, -32],
          [14, -24],
          [-14, -21],
          [2, -26],
        ]
          .map(([a, b]) => circle(a!, b!, 7))
          .join(""),
      ) +
      cut("M-12 -30l4 3M-4 -37l3 4M8 -35l-2 4M14 -27l-4 2M-14 -22l4 1M0 -28l4 2M-2 -10Q0 -5 -1 -2"),
    size,
  );

/** Stumps with rings. */
export const stump = (x: number, y: number, size = 1): string =>
  at(
    x,
    y,
    slip("M-7 0Q-5 -4 -5 -8H5Q5 -4 7 0Z") +
      `<ellipse class="w" cx="0" cy="-8" rx="5" ry="2"/>` +
      line("M-2 -8a2 .8 0 1 0 4 0a2 .8 0 1 0 -4 0"),
    size,
  );

export const grapes = (x: number, y: number, size = 1): string =>
  at(
    x,
    y,
    slip(
      [
        [0, 0],
        [6, 0],
        [12, 0],
        [3, 5.4],
        [9, 5.4],
        [6, 10.8],
      ]
        .map(([a, b]) => circle(a!, b!, 3.2))
        .join(""),
    ) + cut("M1 -1q1 -1 2 0M7 -1q1 -1 2 0M4 4.4q1 -1 2 0"),
    size,
  );

export const reeds = (x: number, y: number, size = 1): string =>
  at(
    x,
    y,
    line("M-6 0Q-7 -18 -10 -30M0 0Q0 -20 1 -36M6 0Q7 -16 11 -28M-2 0Q-4 -12 -4 -20") +
      slip(
        "M-10 -30q-7 -4 -6 -10q6 2 7 8q4 -6 8 -4q-2 5 -9 6ZM1 -36q-6 -5 -4 -10q5 3 5 8q4 -6 8 -3q-2 5 -9 5ZM11 -28q-4 -6 -1 -10q4 4 3 8q5 -4 8 -1q-3 4 -10 3Z",
      ),
    size,
  );

export const bush = (x: number, y: number, size = 1): string =>
  at(
    x,
    y,
    slip("M-12 0Q-14 -8 -7 -9Q-4 -15 2 -12Q9 -14 10 -7Q14 -5 12 0Z") +
      cut("M-6 -4q2 -3 4 0M0 -7q2 -3 4 0M4 -3q2 -3 4 0"),
    size,
  );

export const bird = (x: number, y: number, size = 1): string =>
  `<path class="l" transform="translate(${x} ${y}) scale(${size})" d="M-9 -4Q-4 -6 0 0Q4 -6 9 -4"/>`;

export const sun = (x: number, y: number, radius: number): string => faint(circle(x, y, radius));

export const moon = (x: number, y: number, radius = 9): string =>
  faint(
    `M${x} ${y - radius}a${radius} ${radius} 0 1 0 ${round(radius * 0.9)} ${round(radius * 1.3)}a${round(radius * 0.8)} ${round(radius * 0.8)} 0 1 1 ${round(-radius * 0.9)} ${round(-radius * 1.3)}Z`,
  );

export const hills = (x0: number, x1: number, y: number, height = 18): string => {
  const w = x1 - x0;
  return faint(
    `M${x0} ${y}V${round(y - height * 0.5)}Q${round(x0 + w * 0.18)} ${y - height * 1.3} ${round(x0 + w * 0.36)} ${round(y - height * 0.6)}Q${round(x0 + w * 0.56)} ${round(y - height * 1.5)} ${round(x0 + w * 0.74)} ${round(y - height * 0.6)}Q${round(x0 + w * 0.9)} ${round(y - height * 1.1)} ${x1} ${round(y - height * 0.5)}V${y}Z`,
  );
};

export const stars = (points: readonly (readonly [number, number])[]): string =>
  line(
    points
      .map(([x, y]) => `M${x - 2.4} ${y}h4.8M${x} ${y - 2.4}v4.8M${x - 1.5} ${y - 1.5}l3 3M${x + 1.5} ${y - 1.5}l-3 3`)
      .join(""),
  );

export const fire = (x: number, y: number, size = 1): string =>
  at(
    x,
    y,
    wine("M0 -24Q10 -14 6 -6Q4 0 0 0Q-4 0 -6 -6Q-10 -14 0 -24Z") +
      `<path class="w" d="M0 -13Q5 -8 3 -3Q2 0 0 0Q-2 0 -3 -3Q-5 -8 0 -13Z"/>`,
    size,
  );

export const smoke = (x: number, y: number, size = 1): string =>
  at(x, y, faint("M0 0Q-8 -6 -2 -11Q4 -16 -3 -22Q8 -20 6 -12Q4 -8 7 -4Q5 0 0 0Z"), size);
