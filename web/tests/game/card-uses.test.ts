import { describe, expect, it } from "vitest";
import { bareMoves, cardsOf, usesOf } from "../../src/game/card-uses";
import type { Choices, Move, PendingDecision, Play } from "../../src/api/messages";
import { combinationOf, DEFAULTS, fit, tableIn } from "../../src/game/options";
import { routeOf } from "../../src/app/router.svelte";
import sample from "../../src/samples/play.json";

const play = sample.play as unknown as Play;
const decision = play.view.pending![0]!;

describe("the uses of a card", () => {
  it("gives every legal move of every card once", () => {
    const cards = [...new Set(cardsOf(play, decision))];
    const moves = cards.flatMap((card) => usesOf(play.help, decision, card).flatMap((use) => use.moves));
    expect(moves).toHaveLength(decision.moves.filter((move) => move.card).length);
  });

  it("prices each payment as the server says", () => {
    const hint = play.help.cards.find((each) => each.prices.length > 1)!;
    const build = usesOf(play.help, decision, hint.card).find((use) => use.action === "build" && !use.using)!;
    expect(build.prices.map((price) => price.total)).toEqual(hint.prices.map((price) => price.total));
  });

  it("keeps powers and copied stages apart", () => {
    const move = (part: Partial<Move>): Move => ({ player: 0, action: "wonder", card: "Loom", ...part });
    const moves = [move({ copy: "left" }), move({ copy: "right" }), move({ action: "build", using: "Olympia" })];
    const uses = usesOf({ ...play.help, cards: [], stages: [] }, { player: 0, decision: "play", moves }, "Loom");
    expect(uses.map((use) => [use.action, use.copy, use.using])).toEqual([
      ["wonder", "left", null],
      ["wonder", "right", null],
      ["build", null, "Olympia"],
    ]);
  });

  it("adds the card that the holder of the Free City has drawn, and shows it to nobody else", () => {
    const free_city = { seat: 2, holder: play.you!, draw_pile: 2, drawn: "Courthouse" };
    const holding = { ...play, view: { ...play.view, free_city } };
    expect(cardsOf(holding, decision)).toEqual([...cardsOf(play, decision), "Courthouse"]);
    const other = { ...holding, view: { ...play.view, free_city: { ...free_city, holder: play.you! + 1 } } };
    expect(cardsOf(other, decision)).toEqual(cardsOf(play, decision));
  });

  it("shows the cards of other decisions by their moves", () => {
    const dig: PendingDecision = {
      player: 0,
      decision: "dig",
      moves: [
        { player: 0, action: "dig", card: "Foundry" },
        { player: 0, action: "pass" },
      ],
    };
    expect(cardsOf(play, dig)).toEqual(["Foundry"]);
    expect(bareMoves(dig)).toEqual([{ player: 0, action: "pass" }]);
  });

  it("offers to pay all of a loss first", () => {
    const moves = [0, 1, 2].map((coins): Move => ({ player: 0, action: "settle", coins }));
    expect(bareMoves({ player: 0, decision: "debt", moves }).map((move) => move.coins)).toEqual([2, 1, 0]);
  });
});

describe("options", () => {
  const combination = (
    mode: "standard" | "free-city" | "teams",
    seats: number[],
    edition: "first" | "second" = "first",
  ) => ({
    edition,
    expansions: [],
    mode,
    seats,
    boards: ["Giza"],
    sides: ["A", "B"] as const,
  });
  const choices = {
    combinations: [
      combination("standard", [3, 4, 5]),
      combination("free-city", [2]),
      combination("teams", [4]),
      combination("standard", [3, 4], "second"),
    ],
    levels: ["easy"],
    bots: [],
    clocks: { none: null },
    phrases: [],
    languages: [],
    grace_seconds: 60,
  } satisfies Choices;

  it("finds the mode that a number of players needs", () => {
    expect(fit({ ...DEFAULTS, seats: 2 }, choices).mode).toBe("free-city");
    expect(fit({ ...DEFAULTS, seats: 4, mode: "free-city" }, choices).mode).toBe("standard");
  });

  it("keeps a mode that was chosen and moves the seats", () => {
    expect(fit({ ...DEFAULTS, seats: 5, mode: "teams" }, choices, "mode")).toMatchObject({ mode: "teams", seats: 4 });
  });

  it("removes boxes that an edition does not have", () => {
    const next = fit({ ...DEFAULTS, edition: "second", expansions: ["leaders"], seats: 5 }, choices, "edition");
    expect(next).toMatchObject({ edition: "second", expansions: [] });
    expect(combinationOf(next, choices)?.seats).toContain(next.seats);
  });

  it("reads links and codes", () => {
    const code = "gK3v0yHq2fRk8cVd5sXw1A";
    expect(tableIn(` http://127.0.0.1:8777/table/${code} `)).toBe(code);
    expect(tableIn(code)).toBe(code);
    expect(tableIn("hello")).toBeNull();
  });
});

it("reads addresses", () => {
  const table = "gK3v0yHq2fRk8cVd5sXw1A";
  expect(routeOf(`/table/${table}`, "?watch")).toEqual({ at: "table", table, watch: true, enter: false });
  expect(routeOf(`/game/${table}`)).toEqual({ at: "game", table });
  expect(routeOf("/nowhere")).toEqual({ at: "start" });
});
