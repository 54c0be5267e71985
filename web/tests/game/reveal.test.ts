import { beforeEach, describe, expect, it } from "vitest";
import { book, sample } from "../../src/gallery/samples";
import { isFirstGame } from "../../src/browser/first-game";
import type { Play, Reveal, RevealedMove } from "../../src/api/messages";
import { coinChanges, debtTaken, goal, inOrder, lastTurn, passing } from "../../src/game/reveal";
import { ownConflicts } from "../../src/game/conflicts";
import { duration, MOTIONS } from "../../src/browser/motion";
import { schedule } from "../../src/scene/schedule";
import { moveStory, ownConflict, type Listener } from "../../src/text/reveal-sentences";
import { settings, type Motion } from "../../src/browser/settings.svelte";
import { setLocale } from "../../src/paraglide/runtime.js";
import { Presentation } from "../../src/scene/presentation.svelte";

const { reveal, play, names } = sample;
const seven = reveal.moves;
const seats = (moves: readonly RevealedMove[]): number[] => moves.map((move) => move.seat);
const standing = (changes: Partial<Play["view"]>, hand: readonly string[], from: Play = play): Play => ({
  ...from,
  view: { ...from.view, ...changes, seats: from.view.seats.map((seat, at) => (at === 0 ? { ...seat, hand } : seat)) },
});

describe("the order of a reveal", () => {
  it("begins with the player's city and goes left", () => {
    expect(seats(inOrder(seven, 0, 7))).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(seats(inOrder(seven, 4, 7))).toEqual([4, 5, 6, 0, 1, 2, 3]);
    expect(seats(inOrder([...seven].reverse(), 2, 7))).toEqual([2, 3, 4, 5, 6, 0, 1]);
  });
  it("begins with the first seat for spectators", () => {
    expect(seats(inOrder(seven, null, 7))[0]).toBe(0);
  });
  it("keeps two moves of one city in their order", () => {
    const twice = [{ ...seven[1]!, card: "a" }, { ...seven[0]! }, { ...seven[1]!, card: "b" }];
    expect(inOrder(twice, 1, 7).map((move) => move.card)).toEqual(["a", "b", seven[0]!.card]);
  });
});

describe("how long things take", () => {
  const pace = (motion: Motion): number => {
    settings.setMotion(motion, false);
    return settings.pace;
  };
  it("scales with the setting, from none to slow", () => {
    for (const beat of MOTIONS) {
      expect(duration(beat, pace("off"))).toBe(0);
      expect(duration(beat, pace("fast"))).toBeLessThan(duration(beat, pace("normal")));
      expect(duration(beat, pace("normal"))).toBeLessThan(duration(beat, pace("slow")));
    }
  });
  it("plans nothing without motion", () => {
    expect(schedule(7, pace("off"))).toBeNull();
  });
  it("turns the cards over one after another, and passes the hands when the last one leaves", () => {
    const plan = schedule(7, pace("normal"))!;
    expect(plan.starts).toEqual([...plan.starts].sort((a, b) => a - b));
    expect(new Set(plan.starts).size).toBe(7);
    expect(plan.passes).toBeGreaterThan(plan.starts[6]!);
    expect(plan.passes).toBeLessThan(plan.landed[6]!);
    expect(plan.ends).toBeGreaterThanOrEqual(plan.landed[6]!);
  });
  it("takes at most a second and a half for seven cities", () => {
    expect(schedule(7, pace("normal"))!.passes).toBeLessThan(1500);
    expect(schedule(7, pace("fast"))!.passes).toBeLessThan(750);
  });
  it("shows the wars of an age after the last card has landed, and deals the next hand below them", () => {
    const plan = schedule(7, pace("normal"), true)!;
    expect(plan.wars).toBeGreaterThan(plan.landed[6]!);
    expect(plan.passes).toBeGreaterThan(plan.wars);
    expect(plan.ends).toBeGreaterThan(plan.passes);
  });
  it("passes at once where no card is shown", () => {
    expect(schedule(0, pace("normal"))!.passes).toBe(0);
  });
});

const plain = { seat: 0, player: 0, action: "build", chained: false, by: "person" } as const;

describe("where things go", () => {
  it.each([
    ["build", "Altar", "city"],
    ["dig", "Altar", "city"],
    ["recruit", "Nero", "city"],
    ["wonder", null, "wonder"],
    ["discard", null, "pile"],
    ["pass", null, null],
    ["settle", null, null],
    ["side", null, null],
    ["draft", null, null],
  ] as const)("%s", (action, card, to) => {
    expect(goal({ ...plain, action, ...(card && { card }) })).toBe(to);
  });
  it("adds up the coins of several reveals and omits cities without a change", () => {
    const twice = [
      { ...reveal, gained: [2, -1, 0] },
      { ...reveal, gained: [1, 1, 0] },
    ] as Reveal[];
    expect(coinChanges(twice)).toEqual([{ seat: 0, coins: 3 }]);
  });
  it("passes the hand in the direction of the age", () => {
    const before = standing({ turn: 1 }, ["Altar", "Baths"]);
    expect(passing(before, standing({ turn: 2 }, ["Loom"]))).toBe(play.help.passes);
    const right = { ...before, help: { ...before.help, passes: "right" as const } };
    expect(passing(right, standing({ turn: 2 }, ["Loom"]))).toBe("right");
  });
  it("deals at the start of an age and with the first hand", () => {
    expect(passing(standing({ age: 2 }, ["Altar"]), standing({ age: 3 }, ["Loom"]))).toBe("deal");
    expect(passing(standing({}, []), standing({}, ["Loom"]))).toBe("deal");
    expect(passing(null, standing({}, ["Loom"]))).toBe("deal");
  });
  it("does not move a hand that stays", () => {
    expect(passing(standing({ phase: "dig" }, ["Loom"]), standing({ phase: "play" }, ["Loom"]))).toBeNull();
    expect(passing(standing({}, ["Loom"]), standing({}, []))).toBeNull();
  });
  it("knows who took debt", () => {
    const owing = { ...play, view: { ...play.view, seats: play.view.seats.map((seat) => ({ ...seat, debt: 0 })) } };
    const now = {
      ...owing,
      view: { ...owing.view, seats: owing.view.seats.map((seat, at) => (at === 2 ? { ...seat, debt: 2 } : seat)) },
    };
    expect(debtTaken(owing, now)).toEqual([{ seat: 2, count: 2 }]);
    expect(debtTaken(null, now)).toEqual([]);
  });
});

describe("a sentence for each city", () => {
  const listener: Listener = { you: 0, figures: play.help.figures, names, book };
  const told = (move: Partial<RevealedMove>, gained = 0): string =>
    moveStory(
      { ...plain, seat: 1, player: 1, ...move },
      { ...reveal, gained: reveal.gained.map((_, seat) => (seat === (move.seat ?? 1) ? gained : 0)) },
      listener,
    ).join(" ");
  beforeEach(() => void setLocale("en", { reload: false }));

  it("says who builds what, and tells the player about payments to them", () => {
    const { left, right } = play.help.figures[1]!;
    expect([left, right]).toContain(0);
    const side = left === 0 ? "left" : "right";
    const other = names[left === 0 ? right : left]!;
    expect(told({ card: "Quarry", pay: { left: 0, right: 0, bank: 0, [side]: 2 } }, -2)).toMatch(
      /^Eleni builds Quarry\. Eleni pays you 2 coins for resources\. /,
    );
    expect(
      told({ card: "Quarry", pay: { left: 0, right: 0, bank: 0, [side === "left" ? "right" : "left"]: 1 } }, -1),
    ).toContain(`Eleni pays ${other} 1 coin for resources.`);
  });
  it("explains a neighbor's card to the viewer, but not that of a distant city", () => {
    expect(told({ card: "Quarry" })).toContain("you can buy this resource from next turn on");
    expect(told({ card: "Stables" })).toContain("Shields now: Eleni");
    expect(told({ seat: 3, card: "Quarry" })).not.toContain("buy");
    expect(told({ seat: 3, card: "Stables" })).not.toContain("Shields now");
  });
  it("addresses the viewer about their own move", () => {
    expect(told({ seat: 0, card: "Altar" })).toMatch(/^You build Altar\./);
    expect(told({ seat: 0, card: "Altar", chained: true })).toContain("you have a card that leads to it");
    expect(told({ seat: 0, action: "wonder" })).toMatch(/^You build a stage/);
    expect(told({ seat: 0, action: "discard" }, 3)).toMatch(
      /^You discard a card face down.* You now have 3 coins more\.$/,
    );
  });
  it("does not name buried or discarded cards", () => {
    expect(told({ action: "wonder" })).toBe("Eleni builds a stage of their wonder with a face-down card.");
    expect(told({ action: "discard" })).toMatch(/^Eleni discards a card face down/);
  });
  it("mentions a payment once", () => {
    expect(told({ card: "Altar", pay: { left: 2, right: 0, bank: 0 } }, -2)).not.toContain("before");
    expect(told({ card: "Altar", pay: { left: 2, right: 0, bank: 0 } }, 1)).toContain("Eleni now has 1 coin more.");
  });
  it.each(["en", "fr", "nl", "de", "da"] as const)("has a whole sentence for every move in %s", (language) => {
    void setLocale(language, { reload: false });
    for (const move of seven)
      for (const sentence of moveStory(move, reveal, listener)) expect(sentence).toMatch(/^\S.*[.!?]$/);
  });
});

describe("the conflicts of an age", () => {
  const pair = { seat: 0, left: 1, shields: 4, left_shields: 3, tokens: [3], left_tokens: [-1], diplomats: [] };
  const other = { seat: 6, left: 0, shields: 5, left_shields: 4, tokens: [3], left_tokens: [-1], diplomats: [] };
  const ended = { ...reveal, conflicts: [other, pair], peace: [] } as Reveal;

  it("puts tokens on the side of the neighbor they come from", () => {
    const left = { side: "left", other: 1, mine: 4, theirs: 3, tokens: [3], standing: "ahead", single: false };
    const right = { side: "right", other: 6, mine: 4, theirs: 5, tokens: [-1], standing: "behind", single: false };
    const { conflicts } = ended;
    expect(ownConflicts(conflicts!, 0)).toEqual([left, right]);
    expect(ownConflicts(conflicts!, 1)).toEqual([
      { ...left, side: "right", other: 0, mine: 3, theirs: 4, tokens: [-1], standing: "behind" },
    ]);
    expect(ownConflicts(conflicts!, null)).toEqual([]);
  });
  it("describes each result", () => {
    void setLocale("en", { reload: false });
    const said = (shields: number, left_shields: number, tokens: number[], left_tokens: number[]): string =>
      ownConflict(
        "Eleni",
        ownConflicts([{ seat: 0, left: 1, shields, left_shields, tokens, left_tokens, diplomats: [] }], 0)[0]!,
      );
    expect(said(4, 3, [3], [-1])).toBe("You have more shields than Eleni, 4 to 3: victory.");
    expect(said(2, 3, [-1], [3])).toContain("defeat.");
    expect(said(2, 3, [], [3, -1])).toContain("no defeat token");
    expect(said(2, 2, [], [])).toContain("nobody takes a token");
  });
});

describe("pages to read", () => {
  it("shows city after city, then the end of the age", () => {
    const show = new Presentation();
    show.begin([reveal], null, play, true);
    expect(show.count).toBe(7);
    expect(show.step?.move.seat).toBe(0);
    expect(show.ageEnding).toBeNull();
    show.previous();
    expect(show.at).toBe(0);
    for (let i = 0; i < 7; i++) {
      expect(show.step?.move.seat).toBe(i);
      show.next();
    }
    expect(show.step).toBeNull();
    expect(show.ageEnding?.reveal).toBe(reveal);
    show.close();
    expect(show.ageEnding).toBeNull();
  });
  it("shows only the end of the age without hints", () => {
    const show = new Presentation();
    show.begin([reveal], null, play, false);
    expect(show.step).toBeNull();
    expect(show.ageEnding?.reveal).toBe(reveal);
  });
  it("shows the end of the age once the last cards have landed in the city that it covers", () => {
    const show = new Presentation();
    show.moving = true;
    show.begin([reveal], null, play, false);
    expect(show.ageEnding).toBeNull();
    show.moving = false;
    expect(show.ageEnding?.reveal).toBe(reveal);
  });
  it("leaves the end of the last age to the end of the game", () => {
    const show = new Presentation();
    show.begin([reveal], null, play, false, true);
    expect(show.ageEnding).toBeNull();
  });
  it("continues with the end of the age if the cities are skipped", () => {
    const show = new Presentation();
    show.begin([reveal], null, play, true);
    show.skip();
    expect(show.step).toBeNull();
    expect(show.ageEnding).not.toBeNull();
  });
});

describe("a first game", () => {
  it("is the first table in this browser, also after a reload", () => {
    localStorage.removeItem("first-table");
    expect(isFirstGame("one")).toBe(true);
    expect(isFirstGame("one")).toBe(true);
    expect(isFirstGame("two")).toBe(false);
  });
});

describe("the last turn", () => {
  const at = (changes: Partial<Reveal>): Reveal => ({ ...reveal, age: 2, turn: 3, ...changes });
  const gained = (...coins: number[]): number[] => [...coins, 0, 0, 0, 0, 0, 0, 0].slice(0, 7);
  const played = at({ seq: 10, phase: "play", gained: gained(-2, 3) });
  const paid: RevealedMove = { ...plain, seat: 1, player: 1, action: "settle", coins: 1 };
  const debt = at({ seq: 11, phase: "debt", moves: [paid], gained: gained(0, -1) });

  it("is empty before the first one", () => {
    expect(lastTurn([]).deeds).toEqual([]);
  });
  it("shows a debt with the turn that it followed from, and the coins of both", () => {
    const { key, deeds } = lastTurn([at({ seq: 9, turn: 2, phase: "play" }), played, debt]);
    expect(deeds.map(({ seat }) => seat)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(deeds[1]!.moves).toEqual([seven[1], paid]);
    expect(deeds.map(({ coins }) => coins)).toEqual(gained(-2, 2));
    expect(key).toBe(lastTurn([played]).key);
  });
  it("starts again with every turn", () => {
    expect(lastTurn([played, debt, at({ seq: 12, turn: 4, phase: "play" })]).key).toBe(12);
    expect(lastTurn([debt, at({ seq: 12, phase: "play" })]).key).toBe(12);
  });
  it("shows recruited leaders without the draft before them", () => {
    const draft = at({ seq: 1, phase: "draft" });
    expect(lastTurn([draft, at({ seq: 2, phase: "recruit" })]).key).toBe(2);
  });
});

describe("what is told to whom", () => {
  const listener: Listener = { you: 0, figures: play.help.figures, names, book };
  const told = (seat: number, move: Partial<RevealedMove>): string =>
    moveStory({ ...plain, seat, player: seat, action: "pass", ...move }, { ...reveal, gained: [] }, listener)[0]!;
  it.each([
    [{ action: "draft" }, "You keep a leader.", `${names[1]} keeps a leader.`],
    [{ action: "settle", coins: 1 }, "You pay 1 coin of your loss.", undefined],
    [{ action: "dig", card: "Altar" }, "You build Altar from the discard pile.", undefined],
  ] as const)("speaks to the one who did it: %o", (move, own, other) => {
    expect(told(0, move)).toBe(own);
    expect(told(1, move)).not.toContain("You ");
    if (other) expect(told(1, move)).toBe(other);
  });
});
