/** Things that people make, carry and trade. Drawn around (0, 0) or standing at (x, y). */
import { at, beam, circle, cut, line, pale, polygon, rect, slip, white, wine } from "../draw";

/** A two-handled jar. */
export const amphora = (x: number, y: number, size = 1): string =>
  at(
    x,
    y,
    slip("M-5 -40H5V-37L3.6 -35V-30Q12 -27 12 -18Q12 -8 3 -2V0H-3V-2Q-12 -8 -12 -18Q-12 -27 -3.6 -30V-35L-5 -37Z") +
      line("M-4 -36Q-14 -38 -12 -27Q-11 -24 -9 -23M4 -36Q14 -38 12 -27Q11 -24 9 -23") +
      cut("M-11.4 -20H11.4M-11.6 -15H11.6M-9 -17.5l2.4 -2 2.4 2 2.4 -2 2.4 2 2.4 -2 2.4 2 2.4 -2 2.4 2"),
    size,
  );

/** A storage jar without handles. */
export const jar = (x: number, y: number, size = 1): string =>
  at(
    x,
    y,
    slip("M-6 -24H6V-21H4.4Q12 -17 11 -9Q9 -2 5 0H-5Q-9 -2 -11 -9Q-12 -17 -4.4 -21H-6Z") +
      cut("M-10.6 -13H10.6M-11 -9H11"),
    size,
  );

/** A glass flask. */
export const flask = (x: number, y: number, size = 1): string =>
  at(
    x,
    y,
    slip("M-4 -28H4V-25.6H2.6V-17Q10 -13 10 -7Q10 0 0 0Q-10 0 -10 -7Q-10 -13 -2.6 -17V-25.6H-4Z") +
      cut("M-6.6 -7Q-6 -11 -1.6 -13.4M-9 -5Q0 -2 9 -5"),
    size,
  );

/** A drinking cup with a foot. */
export const cup = (x: number, y: number, size = 1): string =>
  at(
    x,
    y,
    slip("M-9 -12H9Q8 -5 1.4 -4V-1.6H5V0H-5V-1.6H-1.4V-4Q-8 -5 -9 -12Z") +
      line("M-9 -11Q-14 -11 -13 -7Q-11 -5 -7 -7M9 -11Q14 -11 13 -7Q11 -5 7 -7") +
      cut("M-7 -9H7"),
    size,
  );

/** A wide mixing bowl. */
export const bowl = (x: number, y: number, size = 1): string =>
  at(
    x,
    y,
    slip("M-16 -18H16V-15H14Q13 -6 5 -4V-2H9V0H-9V-2H-5V-4Q-13 -6 -14 -15H-16Z") +
      cut("M-13 -12H13M-12 -9l3 -2 3 2 3 -2 3 2 3 -2 3 2 3 -2 3 2"),
    size,
  );

export const mortar = (x: number, y: number, size = 1): string =>
  at(x, y, slip("M-8 -13H8Q8 -5 4 -3V0H-4V-3Q-8 -5 -8 -13Z") + beam("M1 -12L8 -24") + cut("M-6.6 -9.6H6.6"), size);

/** A three-legged brazier. */
export const tripod = (x: number, y: number, size = 1): string =>
  at(
    x,
    y,
    slip("M-11 -26H11Q10 -19 0 -18Q-10 -19 -11 -26Z") +
      line("M-7 -20L-10 0M7 -20L10 0M0 -18V0M-8 -8H8") +
      cut("M-9 -23.6H9"),
    size,
  );

export const altar = (x: number, y: number, size = 1): string =>
  at(
    x,
    y,
    slip("M-18 0V-4H18V0ZM-14 -4V-18H14V-4ZM-18 -18V-22H18V-18Z") +
      cut("M-14 -14.6l4 -2.6 4 2.6 4 -2.6 4 2.6 4 -2.6 4 2.6 4 -2.6M-16 -20H16") +
      white("M-16 -22Q-20 -27 -15 -28Q-11 -26 -12 -22ZM16 -22Q20 -27 15 -28Q11 -26 12 -22Z"),
    size,
  );

/** Scales with two pans. */
export const scales = (x: number, y: number, size = 1, tilt = 0): string =>
  at(
    x,
    y,
    line(`M0 -52V0M-24 ${-42 + tilt}L24 ${-42 - tilt}`) +
      slip(rect(-9, -3, 18, 3) + circle(0, -53, 2.6)) +
      line(
        `M-24 ${-42 + tilt}L-31 ${-24 + tilt}M-24 ${-42 + tilt}L-17 ${-24 + tilt}M24 ${-42 - tilt}L17 ${-24 - tilt}M24 ${-42 - tilt}L31 ${-24 - tilt}`,
      ) +
      slip(
        `M-33 ${-24 + tilt}H-15Q-17 ${-17 + tilt} -24 ${-17 + tilt}Q-31 ${-17 + tilt} -33 ${-24 + tilt}ZM15 ${-24 - tilt}H33Q31 ${-17 - tilt} 24 ${-17 - tilt}Q17 ${-17 - tilt} 15 ${-24 - tilt}Z`,
      ),
    size,
  );

/** A round shield seen from the front; the blazon is white. */
export const shield = (x: number, y: number, radius = 11, blazon = "star"): string =>
  at(
    x,
    y,
    pale(circle(0, 0, radius + 0.8)) +
      slip(circle(0, 0, radius)) +
      cut(circle(0, 0, radius - 2)) +
      (blazon === "star"
        ? white("M0 -6L1.6 -1.8L6 -1.8L2.4 1L3.8 5.4L0 2.8L-3.8 5.4L-2.4 1L-6 -1.8L-1.6 -1.8Z")
        : blazon === "eye"
          ? white("M-6 0Q0 -5 6 0Q0 5 -6 0Z") + slip(circle(0, 0, 2))
          : blazon === "wine"
            ? wine(circle(0, 0, radius * 0.5))
            : white("M0 -6Q5 -2 2 6H-2Q-5 -2 0 -6Z")),
  );

export const spear = (length = 56, down = 20): string =>
  line(`M0 ${down}V${-length + down}`) + slip(`M-2 ${-length + down}L0 ${-length + down - 8}L2 ${-length + down}Z`);
export const sword = (turn = 0): string =>
  at(
    0,
    0,
    white("M-1.2 -2L-0.8 -17L0 -20L0.8 -17L1.2 -2Z") + slip("M-4 -2.6H4V-0.8H-4ZM-1 -1H1V4H-1Z"),
    1,
    false,
    turn,
  );
export const hammer = (turn = 0): string =>
  at(0, 0, line("M0 4V-11") + slip("M-5 -15H5V-9.4H-5Z") + cut("M-5 -12H5"), 1, false, turn);
export const pick = (turn = 0): string =>
  at(0, 0, beam("M0 5V-14") + slip("M-12 -10Q0 -20 12 -10Q0 -15.4 -12 -10Z"), 1, false, turn);
export const axe = (turn = 0): string =>
  at(0, 0, line("M0 6V-16") + slip("M0 -18Q8 -20 10 -14Q9 -9 0 -10Z"), 1, false, turn);
export const saw = (turn = 0): string =>
  at(0, 0, slip("M0 -1L24 -3V3L0 2Z") + cut("M4 2l1 -2 2 2 1 -2 2 2 1 -2 2 2 1 -2 2 2 1 -2 2 2"), 1, false, turn);
export const stylus = (): string => line("M-2 4L4 -6");
export const staff = (length = 50, down = 22): string => line(`M0 ${down}V${down - length}`);
export const dagger = (turn = 0): string =>
  at(0, 0, white("M-1.4 -1L0 -13L1.4 -1Z") + slip("M-4 -1.4H4V0.6H-4ZM-1 0H1V5H-1Z"), 1, false, turn);
export const torch = (): string =>
  beam("M0 6L0 -6") +
  wine("M0 -19Q6 -12 4 -7Q2 -5 0 -5Q-2 -5 -4 -7Q-6 -12 0 -19Z") +
  white("M0 -12Q3 -8 1.6 -5.4H-1.6Q-3 -8 0 -12Z");
export const bag = (): string => slip("M-2 0Q-9 8 -6 14Q0 17 6 14Q9 8 2 0L3 -3H-3Z") + cut("M-4 1.4H4");
export const coinIn = (x = 0, y = 0, radius = 3.4): string =>
  pale(circle(x, y, radius)) + line(`M${x} ${y - radius / 2}V${y + radius / 2}`);

/** An unrolled scroll standing at (x, y). */
export const scroll = (x: number, y: number, size = 1): string =>
  at(
    x,
    y,
    white("M-17 -30H17V-4H-17Z") +
      slip("M-21 -34H-15V0H-21ZM15 -34H21V0H15Z") +
      line("M-17 -30H17M-17 -4H17M-12 -24H12M-12 -19H12M-12 -14H6M-12 -9H10") +
      slip(circle(-18, -35, 2) + circle(18, -35, 2) + circle(-18, 1, 2) + circle(18, 1, 2)),
    size,
  );

/** A rolled scroll, lying. */
export const roll = (x: number, y: number, size = 1): string =>
  at(
    x,
    y,
    pale("M-9 -6H9V0H-9Z") + slip(circle(-9, -3, 3) + circle(9, -3, 3)) + cut(circle(-9, -3, 1.2) + circle(9, -3, 1.2)),
    size,
  );

export const tablet = (x: number, y: number, size = 1): string =>
  at(x, y, slip("M-11 0V-26Q-11 -33 0 -33Q11 -33 11 -26V0Z") + cut("M-7 -24H7M-7 -18.6H7M-7 -13.2H4M-7 -8H7"), size);

/** Shelves full of scrolls. */
export const shelf = (x: number, y: number, width = 40, height = 50): string => {
  const rows = 3;
  let out = slip(
    rect(x - width / 2, y - height, width, height) + rect(x - width / 2 - 3, y - height - 4, width + 6, 4),
  );
  for (let r = 0; r < rows; r++) {
    const top = y - height + 3 + r * (height / rows);
    out += `<path class="cl" d="${rect(x - width / 2 + 3, top, width - 6, height / rows - 4)}"/>`;
    let d = "";
    for (let i = 0; i * 7.2 < width - 12; i++)
      d +=
        circle(x - width / 2 + 7 + i * 7.2, top + height / rows - 7.4, 3.1) +
        (i % 2 || r === 0 ? "" : circle(x - width / 2 + 10.6 + i * 7.2, top + height / rows - 12.4, 3));
    out += pale(d);
  }
  return out;
};

export const block = (x: number, y: number, width: number, height: number): string =>
  slip(rect(x, y - height, width, height)) +
  cut(
    `M${x} ${y - height / 2}h${width}M${x + width / 2} ${y - height}v${height / 2}M${x + width / 4} ${y - height / 2}v${height / 2}`,
  );

export const bricks = (x: number, y: number, rows: number): string => {
  let d = "";
  for (let r = 0; r < rows; r++)
    for (let i = 0; i < rows - r; i++) d += rect(x + r * 5.6 + i * 11.2, y - 6 - r * 6.8, 10, 5.8);
  return wine(d) + line(d);
};

export const logs = (x: number, y: number, size = 1): string =>
  at(
    x,
    y,
    slip(rect(-16, -8, 30, 8) + rect(-12, -16, 26, 8)) +
      cut("M-16 -8H14") +
      pale(circle(14, -4, 3.6) + circle(14, -12, 3.6)) +
      line(circle(14, -4, 1.6) + circle(14, -12, 1.6)),
    size,
  );

export const basket = (x: number, y: number, size = 1): string =>
  at(x, y, slip("M-11 -14H11L8 0H-8Z") + cut("M-10 -10H10M-9 -6H9M-5 -14L-4 0M0 -14V0M5 -14L4 0"), size);
export const crate = (x: number, y: number, size = 1): string =>
  at(x, y, slip(rect(-11, -18, 22, 18)) + cut("M-11 -13H11M-11 -5H11M-11 -18L11 0M-6 -18V0M6 -18V0"), size);
export const sack = (x: number, y: number, size = 1): string =>
  at(
    x,
    y,
    slip("M-3 -22H3L2 -18Q12 -14 10 -4Q8 0 0 0Q-8 0 -10 -4Q-12 -14 -2 -18Z") + cut("M-3 -18H3M-6 -10Q-7 -6 -5 -3"),
    size,
  );
export const chest = (x: number, y: number, size = 1): string =>
  at(
    x,
    y,
    slip("M-16 0V-12H16V0ZM-16 -13Q-16 -22 0 -22Q16 -22 16 -13Z") +
      cut("M-16 -12.4H16M-8 -20V0M8 -20V0") +
      white(rect(-2.4, -14.6, 4.8, 5)),
    size,
  );
export const coinsHeap = (x: number, y: number, size = 1): string =>
  at(
    x,
    y,
    pale(
      ["-10 0", "-3 0", "4 0", "11 0", "-6.6 -4", "0.4 -4", "7.4 -4", "-3 -8", "4 -8"]
        .map((p) => {
          const [a, b] = p.split(" ").map(Number);
          return `M${a! - 3.6} ${b! - 4}h7.2v3.4h-7.2Z`;
        })
        .join(""),
    ),
    size,
  );

export const wheel = (x: number, y: number, radius = 8): string =>
  slip(circle(x, y, radius)) +
  white(circle(x, y, radius * 0.72)) +
  slip(circle(x, y, radius * 0.26)) +
  line(`M${x} ${y - radius}V${y + radius}M${x - radius} ${y}H${x + radius}`);
export const lyre = (size = 1): string =>
  at(
    0,
    0,
    slip("M-7 4Q-12 -4 -8 -16L-5.6 -15Q-8 -5 -4 1H4Q8 -5 5.6 -15L8 -16Q12 -4 7 4Q0 9 -7 4Z" + rect(-9, -18, 18, 2.4)) +
      line("M-3 -16V2M0 -16V2M3 -16V2"),
    size,
  );
export const mask = (x: number, y: number, size = 1, sad = false): string =>
  at(
    x,
    y,
    pale("M-10 -24Q0 -28 10 -24Q12 -12 8 -5Q5 0 0 0Q-5 0 -8 -5Q-12 -12 -10 -24Z") +
      slip(
        `M-7 -18Q-4 -21 -1.6 -17.6Q-4 -15 -7 -18ZM7 -18Q4 -21 1.6 -17.6Q4 -15 7 -18ZM-5 ${sad ? -4 : -10}Q0 ${sad ? -11 : -7} 5 ${sad ? -4 : -10}Q4 ${sad ? -6 : -3} 0 ${sad ? -6.4 : -3}Q-4 ${sad ? -6 : -3} -5 ${sad ? -4 : -10}Z`,
      ),
    size,
  );
export const compasses = (x: number, y: number, size = 1): string =>
  at(x, y, beam("M-1 -34L-11 0M1 -34L11 0") + slip(circle(0, -36, 4.4)) + line("M-8 -12Q0 -6 8 -12"), size);
export const gearWheel = (x: number, y: number, radius: number): string => {
  const teeth = 12;
  const points = Array.from({ length: teeth * 4 }, (_, i) => {
    const a = ((i - 0.5) / (teeth * 4)) * Math.PI * 2;
    const r = i % 4 < 2 ? radius : radius * 0.82;
    return [x + r * Math.cos(a), y + r * Math.sin(a)] as const;
  });
  return (
    slip(polygon(points)) +
    `<path class="cl" d="${circle(x, y, radius * 0.52)}"/>` +
    beam(`M${x - radius * 0.6} ${y}H${x + radius * 0.6}M${x} ${y - radius * 0.6}V${y + radius * 0.6}`) +
    slip(circle(x, y, radius * 0.2))
  );
};
export const target = (x: number, y: number, radius = 12): string =>
  line(`M${x - 5} ${y + radius}L${x - 9} 66M${x + 5} ${y + radius}L${x + 9} 66`) +
  slip(circle(x, y, radius)) +
  white(circle(x, y, radius * 0.76)) +
  wine(circle(x, y, radius * 0.5)) +
  white(circle(x, y, radius * 0.22));
export const tableTop = (x: number, y: number, width = 40, height = 18): string =>
  slip(rect(x - width / 2, y - height, width, 3.6)) +
  beam(
    `M${x - width / 2 + 5} ${y - height + 3}L${x - width / 2 + 2} ${y}M${x + width / 2 - 5} ${y - height + 3}L${x + width / 2 - 2} ${y}`,
  );
export const throne = (x: number, y: number, size = 1): string =>
  at(
    x,
    y,
    slip("M-14 -46H-9L-7 -22H12V-18H10V0H6V-18H-7V0H-12ZM-18 -46Q-12 -54 -6 -46Z") +
      wine(rect(-6, -25, 18, 3)) +
      slip(rect(-16, -4, 32, 4)),
    size,
  );
export const bust = (x: number, y: number, size = 1): string =>
  at(
    x,
    y,
    pale("M-9 0Q-8 -8 -2 -9V-13Q-7 -16 -6 -22Q-4 -28 2 -27Q7 -26 6.6 -21L9 -17L6.4 -16Q6.6 -12 3 -12V-9Q9 -8 10 0Z") +
      line("M3 -20h2.6M5 -14.6h1.6M-5.4 -21Q-1 -25 6 -23"),
    size,
  );
export const anvil = (x: number, y: number, size = 1): string =>
  at(x, y, slip("M-14 -16H12Q10 -11 4 -10V-5L8 0H-8L-4 -5V-10Q-11 -10 -14 -16Z") + cut("M-8 -13H8"), size);
export const bow = (): string =>
  line("M2 -22Q14 -12 12 0Q14 12 2 22") + line("M2 -22L-4 0L2 22") + line("M-6 0H20") + slip("M20 -2L26 0L20 2Z");
export const loomFrame = (x: number, y: number, size = 1): string =>
  at(
    x,
    y,
    slip("M-30 -58H-26V0H-30ZM26 -58H30V0H26ZM-35 -57H35V-53H-35Z") +
      wine("M-22 -52H22V-30H-22Z") +
      cut(
        "M-22 -46l5.5 -4 5.5 4 5.5 -4 5.5 4 5.5 -4 5.5 4 5.5 -4 5.5 4M-22 -36l5.5 -4 5.5 4 5.5 -4 5.5 4 5.5 -4 5.5 4 5.5 -4 5.5 4",
      ) +
      line(Array.from({ length: 9 }, (_, i) => `M${-21 + i * 5.25} -30V-12`).join("")) +
      slip(Array.from({ length: 5 }, (_, i) => `M${-23 + i * 10.4} -12h5l1 7h-7Z`).join("")),
    size,
  );
export const kiln = (x: number, y: number, size = 1): string =>
  at(
    x,
    y,
    slip("M-31 0Q-31 -36 -6 -40V-50H6V-40Q31 -36 31 0Z") +
      white("M-11 0V-12a11 11 0 0 1 22 0V0Z") +
      wine("M0 -18Q9 -9 6 0H-6Q-9 -9 0 -18Z") +
      cut("M-28 -18H-14M14 -18H28M-22 -30H22M-8 -40H8"),
    size,
  );
export const ramHead = (x: number, y: number, size = 1): string =>
  at(
    x,
    y,
    slip("M-40 -4H0V4H-40Z") +
      slip("M0 -8Q12 -10 16 -2L18 4L10 6Q4 10 0 6Z") +
      cut("M2 -6Q10 -8 10 -1Q8 4 4 2") +
      slip(circle(4, -1, 0.5)),
    size,
  );
