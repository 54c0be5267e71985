import { describe, expect, it } from "vitest";
import { book, sample } from "../../src/gallery/samples";
import type { Play, Reveal, RevealedMove, Science } from "../../src/api/messages";
import { moments, payments, scienceSets, type Moment } from "../../src/game/moments";

const { play, reveal } = sample;
const science = (compass: number, gear: number, tablet: number, any = 0, points = 0): Science => ({
  compass,
  gear,
  tablet,
  any,
  masks: 0,
  points,
});
const nothing: Reveal = { ...reveal, moves: [] };
const did = (...moves: Partial<RevealedMove>[]): Reveal => ({
  ...reveal,
  moves: moves.map((move) => ({ seat: 1, player: 1, action: "build", chained: false, by: "bot", ...move })),
});
/** The sample with nothing in science, and what one seat has otherwise. */
const standing = (seat: number, stages: number, own: Science = science(0, 0, 0)): Play => ({
  ...play,
  view: { ...play.view, seats: play.view.seats.map((each, at) => (at === seat ? { ...each, stages } : each)) },
  help: {
    ...play.help,
    figures: play.help.figures.map((each, at) => ({ ...each, science: at === seat ? own : science(0, 0, 0) })),
  },
});
const feats = (news: Reveal, before: Play | null, now: Play): Moment[] => moments([news], before, now, book);

describe("sets of symbols", () => {
  it("need three different ones, or some that count as any", () => {
    expect(scienceSets(science(2, 1, 0))).toBe(0);
    expect(scienceSets(science(2, 1, 1))).toBe(1);
    expect(scienceSets(science(2, 1, 0, 1))).toBe(1);
    expect(scienceSets(science(2, 2, 1, 2))).toBe(2);
  });
});

describe("moments", () => {
  const total = book.side(play.view.seats[1]!.wonder, play.view.seats[1]!.side).stages.length;
  it("are a wonder that was completed, once", () => {
    expect(feats(nothing, standing(1, total - 1), standing(1, total))).toEqual([{ feat: "wonder", seat: 1 }]);
    expect(feats(nothing, standing(1, total), standing(1, total))).toEqual([]);
    expect(feats(nothing, standing(1, total - 2), standing(1, total - 1))).toEqual([]);
  });
  it("are guilds and chains", () => {
    const guild = book.data.cards.find((card) => card.color === "purple")!.card;
    const same = standing(1, 0);
    expect(feats(did({ card: guild }), same, same)).toEqual([{ feat: "guild", seat: 1 }]);
    expect(feats(did({ card: "Altar", chained: true }), same, same)).toEqual([{ feat: "chain", seat: 1 }]);
    expect(feats(did({ card: "Altar" }), same, same)).toEqual([]);
  });
  it("are sets and a lead in science that changes hands", () => {
    const [one, two] = [standing(2, 0, science(1, 1, 0, 0, 2)), standing(2, 0, science(1, 1, 1, 0, 10))];
    expect(feats(nothing, one, two)).toEqual([{ feat: "set", seat: 2 }]);
    const pair = standing(2, 0, science(2, 0, 0, 0, 4));
    expect(feats(nothing, standing(2, 0, science(1, 0, 0, 0, 1)), pair)).toEqual([{ feat: "science", seat: 2 }]);
    expect(feats(nothing, pair, standing(2, 0, science(3, 0, 0, 0, 9)))).toEqual([]);
  });
  it("are none when nobody knows what was before", () => {
    expect(feats(did({ card: "Altar", chained: true }), null, play)).toEqual([]);
  });
});

describe("payments", () => {
  it("go to the neighbors of the city that pays, not to the bank", () => {
    const { figures } = play.help;
    const [move] = did({ seat: 1, pay: { left: 2, right: 0, bank: 3 } }).moves;
    expect(payments(move!, figures)).toEqual([{ from: 1, to: figures[1]!.left, coins: 2 }]);
    expect(payments({ ...move!, pay: undefined } as unknown as RevealedMove, figures)).toEqual([]);
  });
});
