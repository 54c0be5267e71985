/** QR codes for links: bytes, error correction level L, versions 1 to 9 (up to 230 bytes). */

/** Error correction bytes per block and blocks, by version. */
const BLOCKS: readonly (readonly [check: number, blocks: number])[] = [
  [0, 0],
  [7, 1],
  [10, 1],
  [15, 1],
  [20, 1],
  [26, 1],
  [18, 2],
  [20, 2],
  [24, 2],
  [30, 2],
];
/** All bytes, data and error correction, by version. */
const BYTES = [0, 26, 44, 70, 100, 134, 172, 196, 242, 292];
const ALIGNMENT: readonly (readonly number[])[] = [
  [],
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
];

const EXP = new Uint8Array(512);
const LOG = new Uint8Array(256);
for (let i = 0, x = 1; i < 255; i++) {
  EXP[i] = EXP[i + 255] = x;
  LOG[x] = i;
  x = (x << 1) ^ (x & 0x80 ? 0x11d : 0);
}
const times = (a: number, b: number): number => (a && b ? EXP[LOG[a]! + LOG[b]!]! : 0);

/** The error correction bytes of a block. */
export function correction(data: readonly number[], count: number): number[] {
  let divisor = [1];
  for (let i = 0; i < count; i++) {
    const next = [...divisor, 0];
    divisor.forEach((each, at) => (next[at + 1]! ^= times(each, EXP[i]!)));
    divisor = next;
  }
  const rest = [...data, ...Array<number>(count).fill(0)];
  for (let i = 0; i < data.length; i++) {
    const factor = rest[i]!;
    if (factor) divisor.forEach((each, at) => (rest[i + at]! ^= times(each, factor)));
  }
  return rest.slice(data.length);
}

function codewords(bytes: Uint8Array, version: number): number[] {
  const [check, blocks] = BLOCKS[version]!;
  const room = BYTES[version]! - check * blocks;
  const bits: number[] = [];
  const push = (value: number, width: number): void => {
    for (let i = width - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  push(4, 4);
  push(bytes.length, 8);
  bytes.forEach((byte) => push(byte, 8));
  push(0, Math.min(4, room * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  const data: number[] = [];
  for (let i = 0; i < bits.length; i += 8) data.push(Number.parseInt(bits.slice(i, i + 8).join(""), 2));
  for (let i = 0; data.length < room; i++) data.push(i % 2 ? 0x11 : 0xec);
  const short = Math.floor(room / blocks);
  const long = room % blocks;
  const parts: number[][] = [];
  for (let b = 0, at = 0; b < blocks; b++) {
    const size = short + (b >= blocks - long ? 1 : 0);
    parts.push(data.slice(at, at + size));
    at += size;
  }
  const checks = parts.map((part) => correction(part, check));
  const weave = (rows: readonly (readonly number[])[]): number[] =>
    Array.from({ length: Math.max(...rows.map((row) => row.length)) }, (_, i) =>
      rows.flatMap((row) => (i < row.length ? [row[i]!] : [])),
    ).flat();
  return [...weave(parts), ...weave(checks)];
}

/** The squares of the code: true is dark. */
export function qr(text: string): boolean[][] {
  const bytes = new TextEncoder().encode(text);
  const version = BLOCKS.findIndex(([check, blocks], v) => v > 0 && bytes.length + 2 <= BYTES[v]! - check * blocks);
  if (version < 0) throw new RangeError("too long for a code");
  const size = version * 4 + 17;
  const dark = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  const fixed = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  const set = (row: number, column: number, value: boolean): void => {
    if (row < 0 || column < 0 || row >= size || column >= size) return;
    dark[row]![column] = value;
    fixed[row]![column] = true;
  };
  for (let i = 0; i < size; i++) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  const finder = (row: number, column: number): void => {
    for (let y = -4; y <= 4; y++)
      for (let x = -4; x <= 4; x++) {
        const ring = Math.max(Math.abs(x), Math.abs(y));
        set(row + y, column + x, ring !== 2 && ring !== 4);
      }
  };
  finder(3, 3);
  finder(3, size - 4);
  finder(size - 4, 3);
  const marks = ALIGNMENT[version]!;
  for (const row of marks)
    for (const column of marks) {
      const corner =
        (row === 6 && column === 6) || (row === 6 && column === size - 7) || (row === size - 7 && column === 6);
      if (corner) continue;
      for (let y = -2; y <= 2; y++)
        for (let x = -2; x <= 2; x++) set(row + y, column + x, Math.max(Math.abs(x), Math.abs(y)) !== 1);
    }
  format(set, size, 0);
  if (version >= 7) {
    let rest = version;
    for (let i = 0; i < 12; i++) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
    const bits = (version << 12) | rest;
    for (let i = 0; i < 18; i++) {
      const bit = ((bits >> i) & 1) === 1;
      set(Math.floor(i / 3), size - 11 + (i % 3), bit);
      set(size - 11 + (i % 3), Math.floor(i / 3), bit);
    }
  }
  const stream = codewords(bytes, version);
  let at = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let i = 0; i < size; i++)
      for (const column of [right, right - 1]) {
        const row = ((right + 1) & 2) === 0 ? size - 1 - i : i;
        if (fixed[row]![column]) continue;
        const bit = at < stream.length * 8 && ((stream[at >> 3]! >> (7 - (at & 7))) & 1) === 1;
        // Mask 0, a chessboard: one of the eight that readers understand.
        dark[row]![column] = bit !== ((row + column) % 2 === 0);
        at++;
      }
  }
  return dark;
}

function format(set: (row: number, column: number, value: boolean) => void, size: number, mask: number): void {
  const data = (1 << 3) | mask;
  let rest = data;
  for (let i = 0; i < 10; i++) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
  const bits = ((data << 10) | rest) ^ 0x5412;
  const bit = (i: number): boolean => ((bits >> i) & 1) === 1;
  for (let i = 0; i <= 5; i++) set(i, 8, bit(i));
  set(7, 8, bit(6));
  set(8, 8, bit(7));
  set(8, 7, bit(8));
  for (let i = 9; i < 15; i++) set(8, 14 - i, bit(i));
  for (let i = 0; i < 8; i++) set(8, size - 1 - i, bit(i));
  for (let i = 8; i < 15; i++) set(size - 15 + i, 8, bit(i));
  set(size - 8, 8, true);
}

/** The code as the path of a picture, one unit a square. */
export const qrPath = (text: string): { size: number; path: string } => {
  const squares = qr(text);
  return {
    size: squares.length,
    path: squares.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : []))).join(""),
  };
};
