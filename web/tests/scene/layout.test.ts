import { describe, expect, it } from "vitest";
import { leastFont, railsFor, scaleFor } from "../../src/scene/layout";

describe("the factor of the table", () => {
  it.each([
    [390, 844, 0, 1],
    [1440, 900, 0, 1],
    [1600, 900, 0, 1],
    [1920, 1080, 0, 1.2],
    // A rail takes its part of the width.
    [2560, 1440, 1, 1.4],
    [3840, 2160, 1, 2.1],
    // Ultra-wide: the height decides.
    [3440, 1440, 2, 1.6],
    [2560, 1080, 2, 1.2],
    [1920, 900, 0, 1],
  ])("on %d by %d beside %d rails is %d", (width, height, rails, factor) => {
    expect(railsFor(width, height)).toBe(rails);
    expect(scaleFor(width, height, railsFor(width, height))).toBe(factor);
  });
  it("leaves no text below 14 pixels from 1600 on", () => {
    expect(leastFont(1599, 1)).toBe(10);
    for (const width of [1600, 1700, 1760, 1920, 2560, 3840]) {
      const scale = scaleFor(width, (width * 9) / 16, railsFor(width, (width * 9) / 16));
      expect(leastFont(width, scale) * scale).toBeGreaterThanOrEqual(14);
    }
  });
});
