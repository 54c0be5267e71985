/** How seats are told apart in a chart: by color, dash and mark. The seat one looks from is always the first. */
export interface Line {
  readonly color: string;
  readonly dash: string;
  readonly mark: "disc" | "square" | "triangle" | "diamond" | "ring" | "frame" | "cross" | "bar";
  readonly width: number;
}

const LINES: readonly Line[] = [
  { color: "var(--sel)", dash: "", mark: "disc", width: 3 },
  { color: "var(--accent)", dash: "", mark: "square", width: 2 },
  { color: "var(--text-2)", dash: "7 5", mark: "triangle", width: 2 },
  { color: "var(--ok)", dash: "2 5", mark: "diamond", width: 2.4 },
  { color: "var(--trade)", dash: "10 4", mark: "ring", width: 2 },
  { color: "var(--vp)", dash: "4 3", mark: "frame", width: 2 },
  { color: "var(--bad)", dash: "9 3 2 3", mark: "cross", width: 2 },
  { color: "var(--text)", dash: "1 4", mark: "bar", width: 2 },
];

export const lineOf = (seat: number, viewer: number): Line =>
  LINES[seat === viewer ? 0 : (seat < viewer ? seat + 1 : seat) % LINES.length]!;

/** Labels beside the ends of lines, in order, moved so far apart that none covers another. */
export function spread(ends: readonly number[], apart: number, height: number): number[] {
  const order = ends.map((y, seat) => ({ seat, y })).sort((a, b) => a.y - b.y);
  for (let i = 1; i < order.length; i += 1) order[i]!.y = Math.max(order[i]!.y, order[i - 1]!.y + apart);
  let limit = height;
  for (const each of [...order].reverse()) {
    each.y = Math.min(each.y, limit);
    limit = each.y - apart;
  }
  const placed: number[] = [];
  for (const { seat, y } of order) placed[seat] = y;
  return placed;
}
