import decode from "jsqr";
import { describe, expect, it } from "vitest";
import { correction, qr, qrPath } from "../../src/screens/lobby/qr-code";

/** What a reader sees in the code: four pixels a square, with the quiet zone around it. */
function read(squares: readonly (readonly boolean[])[]): string | undefined {
  const [scale, margin] = [4, 4];
  const size = (squares.length + 2 * margin) * scale;
  const pixels = new Uint8ClampedArray(size * size * 4).fill(255);
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++)
      if (squares[Math.floor(y / scale) - margin]?.[Math.floor(x / scale) - margin])
        pixels.fill(0, (y * size + x) * 4, (y * size + x) * 4 + 3);
  return decode(pixels, size, size)?.data;
}

/** A link of so many characters. */
const link = (length: number): string => "https://games.example/table/".padEnd(length, "gK3v0yHq2fRk8cVd5sXw1A");

describe("QR codes", () => {
  it("have the error correction of the standard's worked example", () => {
    const data = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17];
    expect(correction(data, 10)).toEqual([196, 35, 39, 119, 235, 215, 231, 226, 93, 23]);
  });

  it.each([
    "http://127.0.0.1:8777/table/gK3v0yHq2fRk8cVd5sXw1A",
    "https://spiele.example/table/gK3v0yHq2fRk8cVd5sXw1A?von=Jörg",
  ])("can be read: %s", (text) => expect(read(qr(text))).toBe(text));

  // The longest text of each version, and one that no longer fits it.
  it.each([17, 32, 53, 78, 106, 134, 154, 192, 230].flatMap((most) => [most - 1, most]))(
    "can be read with %i bytes",
    (length) => expect(read(qr(link(length).slice(0, length)))).toBe(link(length).slice(0, length)),
  );

  it("refuses a text that is too long", () => expect(() => qr(link(231))).toThrow(RangeError));

  it("is drawn as it is read", () => {
    const { size, path } = qrPath("heptapolis");
    const squares = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
    for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) squares[Number(y)]![Number(x)] = true;
    expect(read(squares)).toBe("heptapolis");
  });

  it("cannot be read once too much of it is wrong", () => {
    const squares = qr(link(60)).map((row) => [...row]);
    for (const row of squares.slice(10, 22)) row.fill(true, 10, 22);
    expect(read(squares)).toBeUndefined();
  });
});
