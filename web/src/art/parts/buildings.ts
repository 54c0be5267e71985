/** Buildings and their members. Unless said otherwise they stand on y and are centered on x. */
import { arch, at, beam, circle, cut, ground, line, polygon, rect, round, slip, spread, white, wine } from "../draw";

/** A fluted column from y0 down to y1. */
export const column = (x: number, y0: number, y1: number, width = 8): string => {
  const [top, cap, foot] = [width * 0.4, width * 0.68, width * 0.5];
  return (
    slip(`M${round(x - foot)} ${y1}L${round(x - top)} ${y0 + 4}H${round(x + top)}L${round(x + foot)} ${y1}Z`) +
    slip(`M${round(x - cap)} ${y0}h${round(2 * cap)}l${round(-cap * 0.35)} 4.5h${round(-1.3 * cap)}Z`) +
    cut(
      `M${round(x - width * 0.14)} ${y0 + 7}V${y1 - 3}M${round(x + width * 0.14)} ${y0 + 7}V${y1 - 3}M${round(x - cap * 0.8)} ${y0 + 4.4}H${round(x + cap * 0.8)}`,
    )
  );
};

export const columns = (x0: number, x1: number, count: number, y0: number, y1: number, width?: number): string =>
  spread(x0, x1, count, (x) => column(x, y0, y1, width));

/** A row of battlements that ends above y. */
export const battlements = (x0: number, x1: number, y: number, height: number, tooth = 7): string => {
  let d = "";
  for (let x = x0; x < x1 - 1; x += tooth * 2) d += rect(x, y - height, Math.min(tooth, x1 - x), height + 0.5);
  return d;
};

/** Courses of dressed stone, as incised joints in a rectangle. */
export const masonry = (x: number, y: number, width: number, height: number, courses: number, step = 9): string => {
  let d = "";
  const high = height / courses;
  for (let row = 0; row < courses; row++) {
    if (row) d += `M${round(x)} ${round(y + row * high)}h${round(width)}`;
    for (let at = x + (row % 2 ? step / 2 : step); at < x + width - 1; at += step)
      d += `M${round(at)} ${round(y + row * high)}v${round(high)}`;
  }
  return cut(d);
};

/** A temple front with its pediment. */
export const temple = (x: number, y: number, width = 76, height = 58, posts = 5): string => {
  const [half, high] = [width / 2, height * 0.26];
  const [roof, steps] = [y - height + high, y - height * 0.17];
  return (
    slip(
      rect(x - half, y - height * 0.09, width, height * 0.09) + rect(x - half + 5, steps, width - 10, height * 0.09),
    ) +
    columns(x - half + 11, x + half - 11, posts, round(roof + 5), round(steps), Math.min(7.4, (width / posts) * 0.5)) +
    slip(
      rect(x - half + 5, roof, width - 10, 5) +
        polygon([
          [x - half + 2, roof],
          [x + half - 2, roof],
          [x, y - height],
        ]),
    ) +
    white(
      polygon([
        [x - half + 15, roof - 1.4],
        [x + half - 15, roof - 1.4],
        [x, y - height + high * 0.34],
      ]),
    ) +
    slip(circle(x, roof - high * 0.34, high * 0.17)) +
    cut(`M${round(x - half + 7)} ${round(roof + 2.6)}h${round(width - 14)}`)
  );
};

/** A round or square tower with battlements. */
export const tower = (x: number, y: number, width = 26, height = 46, door = true): string =>
  slip(
    `M${round(x - width * 0.54)} ${y}L${round(x - width * 0.44)} ${y - height}H${round(x + width * 0.44)}L${round(x + width * 0.54)} ${y}Z`,
  ) +
  slip(
    rect(x - width * 0.56, y - height - 5, width * 1.12, 5) +
      battlements(x - width * 0.56, x + width * 0.56, y - height - 5, 4.6, width / 7.2),
  ) +
  masonry(x - width * 0.44, y - height + 4, width * 0.88, height - 8, Math.max(3, Math.round(height / 9))) +
  (door
    ? white(arch(x, y, width * 0.36, height * 0.26)) + slip(arch(x, y, width * 0.2, height * 0.18))
    : white(arch(x, y - height * 0.55, width * 0.2, height * 0.2)));

/** A city wall between two points. */
export const wall = (x0: number, x1: number, y: number, height = 22, courses = 3): string =>
  slip(rect(x0, y - height, x1 - x0, height) + battlements(x0, x1, y - height, 5, 4.6)) +
  masonry(x0, y - height + 2, x1 - x0, height - 2, courses);

/** A gate in a wall: two posts and a round arch. */
export const gate = (x: number, y: number, width = 44, height = 44): string =>
  slip(
    rect(x - width / 2, y - height, width, height) +
      battlements(x - width / 2, x + width / 2, y - height, 5, width / 13),
  ) +
  cut(`M${round(x - width / 2)} ${round(y - height + 5)}h${round(width)}`) +
  masonry(x - width / 2, y - height + 6, width, height - 6, 4) +
  white(arch(x, y, width * 0.52, height * 0.7)) +
  slip(arch(x, y, width * 0.4, height * 0.62)) +
  cut(
    spread(x - width * 0.12, x + width * 0.12, 3, (at) => `M${round(at)} ${y}V${round(y - height * 0.5)}`) +
      `M${round(x - width * 0.19)} ${round(y - height * 0.2)}H${round(x + width * 0.19)}M${round(x - width * 0.19)} ${round(y - height * 0.38)}H${round(x + width * 0.19)}`,
  );

/** A house with a tiled roof. */
export const house = (x: number, y: number, width = 40, height = 38, door = true): string => {
  const half = width / 2;
  const eaves = y - height * 0.6;
  return (
    slip(rect(x - half + 4, eaves, width - 8, height * 0.6)) +
    slip(
      polygon([
        [x - half, eaves],
        [x - half + 7, y - height],
        [x + half - 7, y - height],
        [x + half, eaves],
      ]),
    ) +
    cut(
      spread(
        x - half + 6,
        x + half - 6,
        Math.max(4, Math.round(width / 5)),
        (at) => `M${round(at)} ${round(eaves - 1)}L${round(x + (at - x) * 0.72)} ${round(y - height + 1.4)}`,
      ) + `M${round(x - half + 1)} ${round(eaves)}h${round(width - 2)}`,
    ) +
    (door
      ? white(rect(x - width * 0.1, y - height * 0.4, width * 0.2, height * 0.4)) +
        slip(rect(x - width * 0.06, y - height * 0.36, width * 0.12, height * 0.36))
      : "")
  );
};

/** An open hall: columns before a dark wall, under a flat roof. */
export const hall = (x: number, y: number, width = 90, height = 46, posts = 6): string =>
  slip(rect(x - width / 2, y - 5, width, 5) + rect(x - width / 2 + 2, y - height, width - 4, 6)) +
  columns(x - width / 2 + 7, x + width / 2 - 7, posts, round(y - height + 6), y - 5, 6.4) +
  cut(`M${round(x - width / 2 + 4)} ${round(y - height + 3)}h${round(width - 8)}`) +
  slip(
    spread(x - width / 2 + 6, x + width / 2 - 6, 9, (at) => `M${round(at - 2.6)} ${round(y - height)}q2.6 -6 5.2 0Z`),
  );

/** A cupola on a drum. */
export const cupola = (x: number, y: number, width = 50, height = 40): string =>
  slip(rect(x - width / 2, y - height * 0.5, width, height * 0.5)) +
  slip(
    `M${round(x - width * 0.44)} ${round(y - height * 0.48)}Q${round(x - width * 0.42)} ${round(y - height)} ${x} ${round(y - height)}Q${round(x + width * 0.42)} ${round(y - height)} ${round(x + width * 0.44)} ${round(y - height * 0.48)}Z`,
  ) +
  slip(circle(x, y - height - 2, 2)) +
  cut(
    `M${x} ${round(y - height + 2)}V${round(y - height * 0.54)}M${round(x - width * 0.16)} ${round(y - height + 3)}Q${round(x - width * 0.26)} ${round(y - height * 0.8)} ${round(x - width * 0.26)} ${round(y - height * 0.54)}M${round(x + width * 0.16)} ${round(y - height + 3)}Q${round(x + width * 0.26)} ${round(y - height * 0.8)} ${round(x + width * 0.26)} ${round(y - height * 0.54)}M${round(x - width / 2)} ${round(y - height * 0.46)}h${round(width)}`,
  );

/** A market stall under a striped awning. */
export const stall = (x: number, y: number, width = 60, height = 44, goods = ""): string => {
  const half = width / 2;
  const top = y - height;
  return (
    beam(`M${round(x - half + 4)} ${round(top + 10)}V${y}M${round(x + half - 4)} ${round(top + 10)}V${y}`) +
    slip(
      `M${round(x - half)} ${round(top + 8)}Q${x} ${round(top - 5)} ${round(x + half)} ${round(top + 8)}l-3 7H${round(x - half + 3)}Z`,
    ) +
    wine(
      spread(
        x - half + width / 8,
        x + half - width / 8,
        4,
        (at) => `M${round(at - width / 22)} ${round(top + 3.4)}h${round(width / 11)}l1 11.6h${round(-width / 11 - 2)}Z`,
      ),
    ) +
    slip(rect(x - half + 7, y - height * 0.36, width - 14, 4)) +
    line(
      `M${round(x - half + 11)} ${round(y - height * 0.3)}V${y}M${round(x + half - 11)} ${round(y - height * 0.3)}V${y}`,
    ) +
    goods
  );
};

/** Broad steps that narrow upwards. */
export const stair = (x: number, y: number, width: number, steps: number, rise = 5): string =>
  slip(
    Array.from({ length: steps }, (_, i) =>
      rect(x - width / 2 + i * 6, y - (i + 1) * rise, width - i * 12, rise + 0.4),
    ).join(""),
  ) +
  cut(
    Array.from(
      { length: steps - 1 },
      (_, i) => `M${round(x - width / 2 + (i + 1) * 6)} ${round(y - (i + 1) * rise)}h${round(width - (i + 1) * 12)}`,
    ).join(""),
  );

/** A wooden scaffold. */
export const scaffold = (x0: number, x1: number, y: number, height: number): string =>
  line(
    `M${x0} ${y}V${y - height}M${x1} ${y}V${y - height}M${(x0 + x1) / 2} ${y}V${y - height}` +
      [0.25, 0.5, 0.75, 1].map((t) => `M${x0 - 3} ${round(y - height * t)}H${x1 + 3}`).join("") +
      `M${x0} ${y}L${x1} ${round(y - height * 0.5)}L${x0} ${y - height}`,
  );

/** A building crane with a block on its rope; the jib points to the right. */
export const crane = (
  x: number,
  y: number,
  scale = 1,
  load = slip(rect(26, -24, 14, 9)) + cut("M26 -19.5H40M33 -24V-19.5"),
): string =>
  at(
    x,
    y,
    beam("M-14 0L10 -54M14 0L10 -54M-8 -14H13") +
      beam("M10 -54L34 -50") +
      line("M33 -50V-24M10 -54L-12 -6") +
      slip(circle(-2, -20, 5)) +
      cut("M-6 -20H2M-2 -24V-16") +
      load,
    scale,
  );

/** A tomb stone. */
export const stele = (x: number, y: number, width = 16, height = 34): string =>
  slip(
    `M${round(x - width / 2)} ${y}V${round(y - height + 5)}L${x} ${round(y - height)}L${round(x + width / 2)} ${round(y - height + 5)}V${y}Z` +
      rect(x - width * 0.66, y - 4, width * 1.32, 4),
  );

/** A windowed front with doors: `rows` of arched openings. */
export const arcade = (x0: number, x1: number, y: number, height: number, openings: number, rows = 1): string => {
  const row = height / rows;
  const step = (x1 - x0) / openings;
  let out = slip(rect(x0, y - height, x1 - x0, height));
  for (let r = 0; r < rows; r++) {
    const foot = y - r * row;
    out += white(
      Array.from({ length: openings }, (_, i) => arch(x0 + step * (i + 0.5), foot, step * 0.62, row * 0.72)).join(""),
    );
    out += slip(
      Array.from({ length: openings }, (_, i) => arch(x0 + step * (i + 0.5), foot, step * 0.4, row * 0.6)).join(""),
    );
    out += cut(`M${x0} ${round(foot - row + 3)}H${x1}`);
  }
  return out;
};

/** A flag on a pole. */
export const banner = (x: number, y: number, height = 20, mirror = false): string =>
  line(`M${x} ${y}V${y - height}`) + wine(`M${x} ${y - height}l${mirror ? -13 : 13} 4.6l${mirror ? 13 : -13} 4.6Z`);

/** The ground cut away: a quarry face, a cave mouth. */
export const cave = (x: number, y: number, width: number, height: number): string =>
  slip(
    `M${round(x - width / 2)} ${y}Q${round(x - width / 2)} ${round(y - height * 0.8)} ${round(x - width * 0.2)} ${round(y - height * 0.86)}Q${x} ${round(y - height * 1.1)} ${round(x + width * 0.24)} ${round(y - height * 0.84)}Q${round(x + width / 2)} ${round(y - height * 0.7)} ${round(x + width / 2)} ${y}Z`,
  ) + ground(arch(x, y, width * 0.42, height * 0.62));
