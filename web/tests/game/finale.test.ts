import { describe, expect, it } from "vitest";
import type { Conflict, Score, SeatFigures } from "../../src/api/messages";
import {
  bestIn,
  borderOf,
  broughtTo,
  categoriesToCount,
  coinsDecided,
  countedSoFar,
  finaleSteps,
  ringFrom,
  soldiersFor,
} from "../../src/game/finale";
import { rowsFor } from "../../src/game/categories";

/** Seats in a ring: the left neighbor of 0 is 1. */
const ringOf = (count: number, partner: (seat: number) => number | null = () => null): SeatFigures[] =>
  Array.from(
    { length: count },
    (_, seat) =>
      ({
        seat,
        left: (seat + 1) % count,
        right: (seat + count - 1) % count,
        partner: partner(seat),
      }) as unknown as SeatFigures,
  );
const conflict = (seat: number, left: number, tokens: number[] = [5], left_tokens: number[] = [-1]): Conflict => ({
  seat,
  left,
  shields: 3,
  left_shields: 1,
  tokens,
  left_tokens,
  diplomats: [],
});
const NOTHING = {
  military: 0,
  treasury: 0,
  wonder: 0,
  civilian: 0,
  science: 0,
  commerce: 0,
  guilds: 0,
  cities: 0,
  leaders: 0,
};
const score = (seat: number, points: Partial<Score>): Score => {
  const all = { ...NOTHING, ...points };
  const total = rowsFor(["cities", "leaders"]).reduce((sum, row) => sum + all[row], 0);
  return { seat, ...all, total };
};

describe("wars around the table", () => {
  it("are seen from the viewer: the left neighbor first, then the viewer, then on to the right", () => {
    expect(ringFrom(ringOf(4), 0)).toEqual([1, 0, 3, 2]);
    expect(ringFrom(ringOf(3), 2)).toEqual([0, 2, 1]);
  });
  it("are fought with the neighbor on the left", () => {
    expect(borderOf(0, { conflicts: [conflict(0, 1)], peace: [] }, ringOf(4))).toMatchObject({
      left: 1,
      right: 0,
      conflict: { seat: 0 },
      calm: null,
      past: null,
    });
  });
  it("pass over a city that keeps the peace", () => {
    const reveal = { conflicts: [conflict(0, 2)], peace: [1] };
    expect(borderOf(0, reveal, ringOf(4))).toMatchObject({ past: 2, calm: null });
    expect(borderOf(1, reveal, ringOf(4))).toMatchObject({ conflict: null, calm: "peace" });
  });
  it("are not fought between partners", () => {
    const team = ringOf(4, (seat) => [1, 0, 3, 2][seat]!);
    expect(borderOf(0, { conflicts: [], peace: [] }, team)).toMatchObject({ conflict: null, calm: "partner" });
  });
  it("have a soldier for each shield, up to three, the first at the border and drawn last", () => {
    expect([0, 1, 2, 3, 9].map((shields) => soldiersFor(shields, 3))).toEqual([[], [0], [1, 0], [2, 1, 0], [2, 1, 0]]);
  });
  it("bring tokens from both sides", () => {
    expect(broughtTo(0, [conflict(0, 1, [5, 5]), conflict(3, 0)])).toBe(9);
    expect(broughtTo(2, [conflict(0, 1)])).toBe(0);
  });
});

describe("the count", () => {
  const scores = [score(0, { military: -2, wonder: 10, science: 16 }), score(1, { military: 8, wonder: 10 })];
  it("takes the categories in the order of the sheet, without those that bring nothing", () => {
    expect(categoriesToCount(rowsFor([]), scores)).toEqual(["military", "wonder", "science"]);
  });
  it("comes after the wars and before the winner", () => {
    expect(finaleSteps(true, 2).map(({ at }) => at)).toEqual(["wars", "count", "count", "winner"]);
    expect(finaleSteps(false, 1).map(({ at }) => at)).toEqual(["count", "winner"]);
  });
  it("lets the lead change hands", () => {
    const result = { scores, teams: null };
    const places = (count: number) =>
      countedSoFar(result, categoriesToCount(rowsFor([]), scores).slice(0, count), null).map(({ place }) => place);
    expect(places(1)).toEqual([2, 1]);
    expect(places(3)).toEqual([1, 2]);
  });
  it("shares a place between equals and gives the Free City none", () => {
    const told = countedSoFar({ scores: [...scores, score(2, { wonder: 99 })], teams: null }, ["wonder"], 2);
    expect(told.map(({ place }) => place)).toEqual([1, 1, null]);
  });
  it("adds up partners", () => {
    const four = [0, 1, 2, 3].map((seat) => score(seat, { wonder: seat }));
    const teams = [
      { seats: [0, 1], total: 1 },
      { seats: [2, 3], total: 5 },
    ];
    expect(countedSoFar({ scores: four, teams }, ["wonder"], null)).toEqual([
      { seats: [0, 1], total: 1, place: 2 },
      { seats: [2, 3], total: 5, place: 1 },
    ]);
  });
  it("names all who have the most of a category", () => {
    expect(bestIn("wonder", scores)).toEqual({ seats: [0, 1], points: 10 });
  });
  it("says when coins decide", () => {
    const equal = [score(0, { wonder: 5 }), score(1, { wonder: 5 })];
    expect(coinsDecided({ scores: equal, teams: null, winners: [1] }, null)).toBe(true);
    expect(coinsDecided({ scores: equal, teams: null, winners: [0, 1] }, null)).toBe(false);
    expect(coinsDecided({ scores: [...equal, score(2, { wonder: 5 })], teams: null, winners: [0, 1] }, 2)).toBe(false);
  });
});
