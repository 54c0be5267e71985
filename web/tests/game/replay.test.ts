/** The replay: parts of a game, what a seat saw of a move, addresses, labels that never cover each other. */
import { describe, expect, test } from "vitest";
import { routeOf } from "../../src/app/router.svelte";
import type { Replay, ReplayMoment, RevealedMove } from "../../src/api/messages";
import { moveOf, otherPart, partsOf, seenBy } from "../../src/game/replay";
import { lineOf, spread } from "../../src/screens/replay/lines";
import { ReplayPlayer } from "../../src/screens/replay/player.svelte";

const moment = (phase: string, age: number, moves: Partial<RevealedMove>[] = []): ReplayMoment =>
  ({ view: { phase, age }, moves }) as unknown as ReplayMoment;
const GAME = [
  moment("draft", 1),
  moment("draft", 1),
  moment("recruit", 1),
  moment("play", 1),
  moment("play", 2),
  moment("dig", 2),
  moment("play", 3),
  moment("over", 3),
];

describe("the parts of a game", () => {
  test("are the draft, the ages and the end", () => {
    expect(partsOf(GAME)).toEqual([
      { part: "start", from: 0, count: 2 },
      { part: 1, from: 2, count: 2 },
      { part: 2, from: 4, count: 2 },
      { part: 3, from: 6, count: 1 },
      { part: "end", from: 7, count: 1 },
    ]);
  });
  test("are stepped through one by one, back to the beginning of the present one first", () => {
    expect([0, 2, 3, 5, 7].map((at) => otherPart(GAME, at, 1))).toEqual([2, 4, 4, 6, 7]);
    expect([7, 5, 4, 3, 0].map((at) => otherPart(GAME, at, -1))).toEqual([6, 4, 2, 2, 0]);
  });
});

describe("looking from another seat", () => {
  const seen = (seat: number): Replay => ({ seat, seats: [{}, {}, {}], moments: GAME }) as unknown as Replay;
  /** A player, and its answers, which come when they are called. */
  const opened = (): [ReplayPlayer, Record<number, (ok: boolean) => Promise<void>>] => {
    const answers: Record<number, (ok: boolean) => Promise<void>> = {};
    const load = (seat: number): Promise<Replay> =>
      new Promise((done, fail) => {
        answers[seat] = (ok) => (ok ? done(seen(seat)) : fail(new Error()), new Promise((next) => setTimeout(next)));
      });
    return [new ReplayPlayer(seen(0), 3, load), answers];
  };
  test("shows the seat that was asked for last, whichever answer comes last", async () => {
    const [player, answers] = opened();
    void player.from(1);
    void player.from(2);
    await answers[2]!(true);
    await answers[1]!(true);
    expect([player.replay.seat, player.at]).toEqual([2, 3]);
  });
  test("stays where one went back to, and says nothing of an answer that nobody waits for", async () => {
    const [player, answers] = opened();
    void player.from(1);
    void player.from(2);
    void player.from(0);
    await answers[1]!(true);
    await answers[2]!(false);
    expect([player.replay.seat, player.trouble]).toEqual([0, ""]);
  });
});

describe("a move", () => {
  const discard = { seat: 1, player: 1, action: "discard", card: "Loom", chained: false, by: "person" } as const;
  test("of another seat hides its face-down card until all hands are open", () => {
    expect(seenBy(discard, 0, null, false)).not.toHaveProperty("card");
    expect(seenBy(discard, 0, null, true)).toEqual(discard);
    expect(seenBy(discard, 1, null, false)).toEqual(discard);
    expect(seenBy({ ...discard, action: "build" }, 0, null, false)).toHaveProperty("card", "Loom");
  });
  test("of a seat is the one for its own city, else the one for the Free City", () => {
    const free = { ...discard, seat: 2 };
    expect(moveOf(moment("play", 1, [discard, free]), 1)).toBe(discard);
    expect(moveOf(moment("last-card", 1, [free]), 1)).toBe(free);
    expect(moveOf(moment("dig", 1, [free]), 0)).toBeUndefined();
  });
});

test("an address names the seat and the moment", () => {
  const table = "abcdefghijklmnopqrstuv";
  const at = "replay";
  expect(routeOf(`/game/${table}/replay`, "?seat=2&moment=23")).toEqual({ at, table, seat: 2, moment: 23 });
  expect(routeOf(`/game/${table}/replay`)).toEqual({ at, table, seat: 0, moment: 0 });
  expect(routeOf(`/game/${table}/replay`, "?seat=-1&moment=1e9")).toEqual({ at, table, seat: 0, moment: 0 });
  expect(routeOf("/replay")).toEqual({ at: "record" });
});

test("labels at the ends of the lines keep their distance and stay inside", () => {
  const placed = spread([90, 88, 20, 91], 17, 90);
  const sorted = [...placed].sort((a, b) => a - b);
  for (let i = 1; i < sorted.length; i += 1) expect(sorted[i]! - sorted[i - 1]!).toBeGreaterThanOrEqual(17);
  expect(Math.max(...placed)).toBeLessThanOrEqual(90);
});

test("eight seats are told apart by mark and dash, the viewer's own first", () => {
  const lines = Array.from({ length: 8 }, (_, seat) => lineOf(seat, 3));
  expect(lines[3]).toMatchObject({ mark: "disc", color: "var(--sel)" });
  expect(new Set(lines.map(({ mark }) => mark)).size).toBe(8);
});
