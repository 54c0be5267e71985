/** The analysis of a game: whose decision, which slips, what the chart and the hand show, its progress. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { AnalysisAnswer, DecisionAnalysis, GameAnalysis, MoveAnalysis } from "../../src/api/messages";
import {
  decisionAt,
  decisionFor,
  forecastOf,
  leadOf,
  meterOf,
  otherSlip,
  rankOfMade,
  slipsOf,
  turnedAt,
  useOf,
  withLooks,
} from "../../src/game/analysis";
import { Analysis } from "../../src/state/analysis.svelte";
import { percent, tenths } from "../../src/text/format";

const move = (card: string, worth: number, action: "build" | "discard" = "build"): MoveAnalysis => ({
  move: `${action} ${card}`,
  shown: { seat: 0, player: 0, action, card, chained: false, by: "person" },
  points: worth + 30,
  margin: worth,
  win: 0.5,
  worth,
  error: 0.2,
  reasons: [],
});

const decision = (line: number, given: Partial<DecisionAnalysis> = {}): DecisionAnalysis => {
  const best = [move("Altar", 12), move("Baths", 10), move("Altar", 9, "discard"), move("Theater", 1)];
  return {
    line,
    moment: `I.${line + 1}`,
    seat: 0,
    city: 0,
    kind: "play",
    move: "build Altar",
    shown: best[0]!.shown,
    choices: 9,
    stake: 5,
    best,
    loss: { points: 0, win: 0 },
    mark: null,
    reasons: [],
    ...given,
  };
};
const bad = (points: number): Partial<DecisionAnalysis> => ({ mark: "mistake", loss: { points, win: 0.1 } });

const game: GameAnalysis = {
  format: "heptapolis-analysis/1",
  players: 2,
  edition: "first",
  expansions: [],
  mode: "free-city",
  evaluator: "sage-1",
  net: "sage-1",
  net_fingerprint: "0",
  language: "en",
  decisions: [
    decision(0),
    decision(1, bad(2.4)),
    decision(1, { city: 2, ...bad(3.1) }),
    decision(2, { seat: 1, city: 1, ...bad(5) }),
    decision(4, bad(1)),
  ],
  turns: [
    { line: 0, moment: "I.1", points: [40, 42], win: [0.4, 0.6] },
    { line: 1, moment: "I.2", points: [44, 41], win: [0.7, 0.3] },
  ],
  accuracy: [80, null],
  moments_that_decided: ["I.1"],
  turnings: [],
  seconds: 1,
  highlights: [],
};

it("finds the decision of a seat, the costlier of two", () => {
  expect(decisionAt(game, 0, 0)).toBe(game.decisions[0]);
  expect(decisionAt(game, 1, 0)?.city).toBe(2);
  expect(decisionAt(game, 0, 1)).toBeUndefined();
});

it("finds the decision for a city, the player's own or the Free City", () => {
  expect(decisionFor(game, 1, 2)).toBe(decisionAt(game, 1, 0));
  expect(decisionFor(game, 1, 0)).not.toBe(decisionFor(game, 1, 2));
  expect(decisionFor(game, 0, 2)).toBeUndefined();
});

it("leads from one slip of a seat to the next", () => {
  const slips = slipsOf(game, 0);
  expect([...slips].map(([line, { loss }]) => [line, loss.points])).toEqual([
    [1, 3.1],
    [4, 1],
  ]);
  expect([otherSlip(slips, 0, 1), otherSlip(slips, 1, 1), otherSlip(slips, 4, 1)]).toEqual([1, 4, undefined]);
  expect([otherSlip(slips, 5, -1), otherSlip(slips, 4, -1), otherSlip(slips, 1, -1)]).toEqual([4, 1, undefined]);
});

it("has a line for each player and none for the Free City", () => {
  expect(forecastOf(game, 0, "points")).toEqual([40, 44]);
  expect(forecastOf(game, 1, "win")).toEqual([0.6, 0.3]);
  expect(forecastOf(game, 2, "points")).toEqual([]);
  expect(turnedAt(game, 0, 0)).toEqual({ before: 0.4, after: 0.7 });
});

it("says what a card was worth: by what was done with it, else by its best use", () => {
  const made = decision(0, { move: "discard Altar" });
  expect(useOf(made, "Altar")?.worth).toBe(9);
  expect(useOf(decision(0, { move: "build Baths" }), "Altar")?.worth).toBe(12);
  expect(useOf(made, "Stables")).toBeUndefined();
  expect([rankOfMade(made), leadOf(made)]).toEqual([2, 2]);
  expect(made.best.map((each) => meterOf(made, each))).toEqual([1, 7 / 9, 6 / 9, 0]);
});

it("says what a side was worth", () => {
  const side = (name: "day" | "night", worth: number): MoveAnalysis => {
    const { card: _, ...shown } = move("", worth).shown;
    return { ...move("", worth), move: `side ${name}`, shown: { ...shown, action: "side", side: name } };
  };
  const made = decision(0, { move: "side day", best: [side("night", 12), side("day", 9)] });
  expect([useOf(made, "day")?.worth, useOf(made, "night")?.worth]).toEqual([9, 12]);
});

it("replaces what was looked at more deeply", () => {
  const look = decision(1, { city: 2, choices: 4 });
  const found = withLooks(game, [look]);
  expect(found.decisions[2]).toBe(look);
  expect(found.decisions[1]).toBe(game.decisions[1]);
  expect(withLooks(game, [])).toBe(game);
});

it("writes numbers as the language does", () => {
  expect(tenths(-4.24, "de")).toBe("\u22124,2");
  expect(tenths(47, "en")).toBe("47.0");
  expect(percent(0.564, "en")).toBe("56%");
});

const answer = (given: Partial<AnalysisAnswer>): AnalysisAnswer => ({
  state: "none",
  done: 0,
  total: 0,
  outdated: false,
  analysis: null,
  ...given,
});
let answers: (AnalysisAnswer | { decision: DecisionAnalysis } | number)[] = [];
const asked: string[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  asked.length = 0;
  vi.stubGlobal("fetch", (path: string, { method }: RequestInit) => {
    asked.push(`${method} ${path}`);
    const next = answers.shift()!;
    return Promise.resolve(
      typeof next === "number"
        ? new Response(JSON.stringify({ code: "analysis/busy", params: { seconds: 5 } }), { status: next })
        : new Response(JSON.stringify(next)),
    );
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("starts nothing by itself, follows the progress and stops when it is there", async () => {
  const analysis = new Analysis({ table: "T" }, "en");
  answers = [answer({}), answer({ state: "queued" }), answer({ state: "running", done: 3, total: 5 })];
  analysis.open();
  await vi.advanceTimersByTimeAsync(10_000);
  expect([analysis.state, asked.length]).toEqual(["none", 1]);
  analysis.start();
  await vi.advanceTimersByTimeAsync(1600);
  expect([analysis.state, analysis.progress]).toEqual(["running", { done: 3, total: 5 }]);
  answers = [answer({ state: "ready", done: 5, total: 5, analysis: game })];
  await vi.advanceTimersByTimeAsync(10_000);
  expect(analysis.game).toEqual(game);
  const path = "/api/tables/T/analysis?language=en";
  expect(asked).toEqual([`GET ${path}`, `POST ${path}`, `GET ${path}`, `GET ${path}`]);
  answers = [{ decision: decision(0, { choices: 2 }) }];
  await analysis.look(game.decisions[0]!);
  expect([analysis.game?.decisions[0]?.choices, analysis.looked(game.decisions[0]!)]).toEqual([2, true]);
});

it("is no whole while it is made; an older one is, until the new one is there", async () => {
  const analysis = new Analysis({ table: "T" }, "en");
  answers = [
    answer({ state: "running", analysis: game }),
    answer({ state: "running", outdated: true, analysis: game }),
  ];
  analysis.open();
  await vi.advanceTimersByTimeAsync(0);
  expect([analysis.partial, analysis.game, analysis.whole]).toEqual([true, game, null]);
  await vi.advanceTimersByTimeAsync(1100);
  expect([analysis.partial, analysis.whole]).toEqual([false, game]);
  analysis.close();
});

it("says that the server is busy and can be asked again", async () => {
  const analysis = new Analysis({ record: "..." }, "en");
  answers = [429, answer({ state: "ready", analysis: game })];
  analysis.open();
  expect([analysis.state, asked.length]).toEqual(["none", 0]);
  analysis.start();
  await vi.advanceTimersByTimeAsync(10_000);
  expect([analysis.trouble !== "", analysis.game, asked.length]).toEqual([true, null, 1]);
  analysis.start();
  await vi.advanceTimersByTimeAsync(0);
  expect([analysis.trouble, analysis.game]).toEqual(["", game]);
});

it("asks no more once its page is closed", async () => {
  const analysis = new Analysis({ table: "T" }, "en");
  answers = [answer({ state: "running" }), answer({ state: "running" })];
  analysis.open();
  await vi.advanceTimersByTimeAsync(0);
  analysis.close();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked.length).toBe(1);
});
