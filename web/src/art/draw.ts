/**
 * The strokes of black-figure drawing.
 *
 * Every function gives SVG text. Classes carry the paint (styles/figure.css), so that the same drawing can be turned
 * into red-figure (clay on black) for the second side of a wonder, and be dashed while it is only planned.
 */

/** A point; y grows downwards. */
export type Point = readonly [x: number, y: number];

/** Rounded to a tenth: more digits would only make the text longer. */
export const round = (value: number): number => Math.round(value * 10) / 10;

const path = (paint: string, d: string): string => `<path class="${paint}" d="${d}"/>`;

/** Black slip, filled: the figure itself. */
export const slip = (d: string): string => path("f", d);
/** A line cut through the slip down to the clay. */
export const cut = (d: string): string => path("n", d);
/** Added white. */
export const white = (d: string): string => path("w", d);
/** Added wine red. */
export const wine = (d: string): string => path("r", d);
/** A thin line of slip. */
export const line = (d: string): string => path("l", d);
/** A thick line of slip: shafts, beams. */
export const beam = (d: string): string => path("l3", d);
/** Diluted slip: far hills, the sun, smoke. */
export const faint = (d: string): string => path("b", d);
/** The bare ground showing through a filled shape. */
export const ground = (d: string): string => path("cl", d);

/** Slip in front of slip: a cut edge keeps the two apart. */
export const over = (d: string): string => path("e", d) + slip(d);
/** Added white with a thin edge of slip. */
export const pale = (d: string): string => line(d) + white(d);

/** A drawing moved to a place, made larger or smaller, or mirrored. */
export const at = (x: number, y: number, drawing: string, scale = 1, mirror = false, turn = 0): string =>
  `<g transform="translate(${round(x)} ${round(y)})${turn ? ` rotate(${round(turn)})` : ""} scale(${mirror ? -scale : scale} ${scale})">${drawing}</g>`;

export const rect = (x: number, y: number, width: number, height: number): string =>
  `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${round(-width)}Z`;

export const circle = (x: number, y: number, radius: number): string => {
  const r = round(radius);
  return `M${round(x - r)} ${round(y)}a${r} ${r} 0 1 0 ${round(2 * r)} 0a${r} ${r} 0 1 0 ${round(-2 * r)} 0Z`;
};

export const polygon = (points: readonly Point[]): string =>
  `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join("L")}Z`;

/** A round-headed opening that stands at (x, y). */
export const arch = (x: number, y: number, width: number, height: number): string =>
  `M${round(x - width / 2)} ${round(y)}V${round(y - height + width / 2)}a${round(width / 2)} ${round(width / 2)} 0 0 1 ${round(width)} 0V${round(y)}Z`;

/** Two round ends and what lies between: an arm, a leg, a neck. */
export const limb = (from: Point, to: Point, r0: number, r1: number): string => {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy) || 1;
  const [nx, ny] = [-dy / length, dx / length];
  const side: Point[] = [
    [from[0] + nx * r0, from[1] + ny * r0],
    [to[0] + nx * r1, to[1] + ny * r1],
    [to[0] - nx * r1, to[1] - ny * r1],
    [from[0] - nx * r0, from[1] - ny * r0],
  ];
  return polygon(side) + circle(from[0], from[1], r0) + circle(to[0], to[1], r1);
};

/** A point at some distance from another; 0 degrees hangs down, 90 points forward (to the right). */
export const reach = (from: Point, degrees: number, length: number): Point => {
  const angle = (degrees * Math.PI) / 180;
  return [from[0] + Math.sin(angle) * length, from[1] + Math.cos(angle) * length];
};

/** As many drawings as there are values between two ends, ends included. */
export const spread = (from: number, to: number, count: number, draw: (x: number, index: number) => string): string =>
  Array.from({ length: count }, (_, i) =>
    draw(count === 1 ? (from + to) / 2 : from + ((to - from) * i) / (count - 1), i),
  ).join("");

/** Rays around a center, as one path. */
export const rays = (
  cx: number,
  cy: number,
  inner: number,
  outer: number,
  count: number,
  from = 0,
  to = Math.PI * 2,
): string =>
  Array.from({ length: count }, (_, i) => {
    const a = from + ((to - from) * i) / count;
    const [c, s] = [Math.cos(a), Math.sin(a)];
    return `M${round(cx + inner * c)} ${round(cy + inner * s)}L${round(cx + outer * c)} ${round(cy + outer * s)}`;
  }).join("");
