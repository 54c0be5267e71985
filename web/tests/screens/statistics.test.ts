import { describe, expect, it } from "vitest";
import { byWonder, favorites, lengthWords, lostMark, scaleLines, sparkPath } from "../../src/screens/statistics/bars";
import { offerWord } from "../../src/screens/daily/offer";
import { lastDays } from "../../src/screens/daily/result";
import { rated, DEFAULTS } from "../../src/game/options";
import { routeOf } from "../../src/app/router.svelte";

const board = (wonder: string, side: "A" | "B", games: number, won: number) => ({
  wonder,
  side,
  games,
  won,
  chance: 1 / 3,
  low: 0,
  high: 1,
  points: 50,
});

describe("the numbers of a profile", () => {
  it("adds the two sides of a wonder, the best first", () => {
    const found = byWonder([board("Giza", "B", 3, 2), board("Rhodes", "A", 2, 0), board("Giza", "A", 1, 1)]);
    expect(found.map(({ wonder, games, won }) => [wonder, games, won])).toEqual([
      ["Giza", 4, 3],
      ["Rhodes", 2, 0],
    ]);
    expect(found[0]!.sides.map(({ side }) => side)).toEqual(["A", "B"]);
    expect(found[0]!.chance).toBeCloseTo(1 / 3);
  });

  it("knows what is played most", () => {
    const share = (key: string, games: number) => ({ key, games, won: 0, chance: 0, points: 0 });
    const boards = [board("Giza", "A", 2, 2), board("Rhodes", "A", 5, 0)];
    expect(favorites({ boards, ways: [share("war", 1), share("blue", 6)] })).toEqual({ wonder: "Rhodes", way: "blue" });
    expect(favorites({ boards: [], ways: [] })).toBeNull();
  });

  it("draws a small difference as a small one, within its field", () => {
    const heights = (values: number[]): number[] =>
      [...sparkPath(values, 78, 28).matchAll(/ ([\d.]+)/g)].map((found) => Number(found[1]));
    expect(heights([40, 50, 60])).toEqual([26, 14, 2]);
    const [first, last] = heights([50, 51]) as [number, number];
    expect(first - last).toBeCloseTo(2, 0);
    expect(sparkPath([50], 78, 28)).toBe("M2.0 14.0");
  });

  it("marks games by the points lost a turn", () => {
    expect([0, 0.59, 0.6, 1.49, 1.5, 4].map(lostMark)).toEqual([null, null, "slip", "slip", "blunder", "blunder"]);
  });

  it("knows the last seven days, also of another month and year", () => {
    expect(lastDays("2027-01-02")).toEqual([
      "2026-12-27",
      "2026-12-28",
      "2026-12-29",
      "2026-12-30",
      "2026-12-31",
      "2027-01-01",
      "2027-01-02",
    ]);
  });

  it("offers what can be done with the deal", () => {
    const word = (state: "new" | "playing" | "late") => offerWord({ state } as Parameters<typeof offerWord>[0]);
    expect([word("new"), word("playing"), word("late")]).toEqual([
      "Play today’s deal",
      "Go on with today’s deal",
      "Daily deal",
    ]);
  });

  it("draws lines at round numbers around all values", () => {
    expect(scaleLines(1430, 1684)).toEqual([1400, 1500, 1600, 1700]);
    const days = scaleLines(0, 7, 3);
    expect(days[0]).toBe(0);
    expect(days.at(-1)).toBeGreaterThanOrEqual(7);
  });

  it("writes how long a game took", () => {
    expect(lengthWords(20)).toBe("1 min");
    expect(lengthWords(3 * 3600 + 120)).toBe("3 h 2 min");
  });
});

it("a rated table has all that it needs", () => {
  const found = rated({ ...DEFAULTS, coach: true, boards: ["Giza"], clock: "none" });
  expect(found).toMatchObject({ rated: true, public: true, coach: false, boards: [], clock: "90s" });
  expect(rated({ ...DEFAULTS, clock: "day" }).clock).toBe("day");
});

it("profiles have addresses", () => {
  expect(routeOf("/profile")).toEqual({ at: "profile", person: "" });
  expect(routeOf("/profile/p7Qm2xZa91Lk_-Zz")).toEqual({ at: "profile", person: "p7Qm2xZa91Lk_-Zz" });
  expect(routeOf("/profile/<b>")).toEqual({ at: "start" });
  expect(routeOf("/statistics")).toEqual({ at: "statistics" });
});
