import { describe, expect, it } from "vitest";
import { scaleFor } from "../../src/scene/layout";

describe("the factor of the table", () => {
  it.each([
    [390, 844, 1],
    [1440, 900, 1],
    [1600, 900, 1],
    [1920, 1080, 1.2],
    [2560, 1440, 1.6],
    [3840, 2160, 1.6],
    // Ultra-wide: the height decides.
    [3440, 1440, 1.6],
    [2560, 1080, 1.2],
    [1920, 900, 1],
  ])("on %d by %d is %d", (width, height, factor) => {
    expect(scaleFor(width, height)).toBe(factor);
  });
});
