import { beforeEach, describe, expect, it, vi } from "vitest";
import { cellsOf, readCsv, writeCsv } from "../../src/pad/csv";
import { EMPTY, newGame, newPlayer, readGames, resultOf, rowsOf, withPlayers, writeGames } from "../../src/pad/games";
import type { Game, Player } from "../../src/pad/games";
import { PadState } from "../../src/pad/pad.svelte";
import { ranking, science, winners } from "../../src/pad/score";
import { people, wonders } from "../../src/pad/statistics";
import { verdict } from "../../src/pad/words";

const player = (name: string, part: Partial<Player> = {}): Player => ({
  ...newPlayer(name),
  written: ["civilian"],
  ...part,
});
const game = (players: readonly Player[], part: Partial<Game> = {}): Game => ({ ...newGame(), players, ...part });
const three = game([
  player("Anna", { civilian: 20, board: "Giza", symbols: [3, 2, 1] }),
  player('Jo "the, shark"', { civilian: 30, tokens: [2, 1, 0, 1], coins: 7, debt: 2 }),
  player("=1+1", { civilian: 10, masks: 1, any: 1, aristotle: true, leaderSymbols: [0, 0, 1] }),
]);

describe("the sums", () => {
  it("place symbols of choice and masks at their best", () => {
    const { points, placed } = science({ ...EMPTY, symbols: [1, 1, 0], any: 1, masks: 1 }, [1, 0, 0]);
    expect([points, placed]).toEqual([4 + 1 + 1 + 7, [2, 1, 1]]);
  });
  it("prefer sets for whoever gets more for them", () => {
    const few = { ...EMPTY, symbols: [4, 1, 0], any: 1 } as const;
    expect(science(few, [0, 0, 0]).placed).toEqual([5, 1, 0]);
    expect(science({ ...few, aristotle: true }, [0, 0, 0]).placed).toEqual([4, 1, 1]);
  });
  it("count only what belongs to the boxes in use", () => {
    expect(resultOf(three).scores.map(({ total }) => total)).toEqual([41, 36, 11]);
    expect(resultOf({ ...three, boxes: ["cities", "leaders"] }).scores.map(({ total }) => total)).toEqual([41, 34, 23]);
    expect(rowsOf(three)).toHaveLength(7);
  });
  it("break ties by coins, else share the win; partners count together", () => {
    const with_ = (...coins: number[]) => coins.map((each) => ({ ...EMPTY, coins: each }));
    expect(winners(ranking(with_(3, 4, 4), [5, 5, 5], false))).toEqual([1, 2]);
    expect(ranking(with_(3, 4, 4), [5, 5, 5], false).map(({ place }) => place)).toEqual([1, 1, 3]);
    expect(winners(ranking(with_(0, 9, 1, 7), [10, 20, 20, 10], true))).toEqual([0, 1]);
  });
  it("say who won, and how", () => {
    expect(verdict(three)).toEqual({ who: "Anna wins with 41 points", how: '5 points ahead of Jo "the, shark"' });
    const tie = game([player("A", { civilian: 3, coins: 1 }), player("B", { civilian: 3 })]);
    expect(verdict(tie).how).toBe("Same points as B: coins decide");
    expect(verdict(game([player("A"), player("B")])).who).toBe("A, B share the win with 0 points each");
  });
});

describe("files", () => {
  const free = game([player("A"), player("B")], { free: [1, 2, 3], boxes: ["cities"] });
  it("come back as they were, as JSON and as CSV", () => {
    const games = [{ ...three, boxes: ["leaders"] as const }, free];
    expect(readGames(writeGames(games))).toEqual(games);
    expect(readCsv(writeCsv(games))).toEqual(games);
    expect(readCsv(`\uFEFF${writeCsv(games)}`)).toEqual(games);
  });
  it("hold no formulas", () => expect(writeCsv([three])).toContain(",'=1+1,"));
  it("are read with quotes, commas and line breaks", () =>
    expect(cellsOf('a,"b ""c"", d",\r\n"e\nf",,g\n')).toEqual([["a", 'b "c", d', ""], ["e\nf", "", "g"]])); // prettier-ignore
  const json = JSON.parse(writeGames([three])) as { games: Record<string, unknown>[] };
  const broken = (part: object): string => JSON.stringify({ ...json, games: [{ ...json.games[0], ...part }] });
  it.each([
    ["nothing", ""],
    ["no JSON", "{"],
    ["another format", '{"format": "x", "games": []}'],
    ["too many players", broken({ players: Array(9).fill(json.games[0]!["players"]) })],
    ["one player", broken({ players: [] })],
    ["a team of three", broken({ teams: true })],
    ["no number", broken({ date: "now" })],
    ["a prototype", broken({ players: { __proto__: [] } })],
    ["a million symbols", writeGames([three]).replace('"any": 0', '"any": 1000000')],
    ["a fraction", writeGames([three]).replace('"coins": 7', '"coins": 7.5')],
    ["an unknown wonder", writeGames([three]).replace('"Giza"', '"<img src=x>"')],
  ])("are refused: %s", (_, text) => expect(readGames(text)).toBeNull());
  it.each([
    ["nothing", ""],
    ["other columns", "a,b\r\n1,2\r\n"],
    ["a short row", `${writeCsv([three])}x,y\r\n`],
    ["a negative number", writeCsv([three]).replace(",7,2,", ",-7,2,")],
    ["an open quote", `${writeCsv([three])}"`],
  ])("are refused as CSV: %s", (_, text) => expect(readCsv(text)).toBeNull());
});

describe("the pad", () => {
  beforeEach(() => localStorage.clear());
  it("keeps every change", () => {
    const pad = new PadState();
    pad.write(1, { coins: 12, name: "Jo" }, "treasury");
    const again = new PadState();
    expect(again.game).toEqual(pad.game);
    expect(again.game.players[1]).toMatchObject({ name: "Jo", coins: 12, written: ["treasury"] });
  });
  it("starts anew where what is kept is broken", () => {
    localStorage.setItem("pad", '{"game": 7}');
    expect(new PadState().game.players).toHaveLength(4);
  });
  it("has cleared points back for eight seconds", () => {
    vi.useFakeTimers();
    const pad = new PadState();
    pad.write(0, { civilian: 9 }, "civilian");
    pad.clear();
    expect(pad.game.players[0]!.civilian).toBe(0);
    vi.advanceTimersByTime(7900);
    pad.undo();
    expect(pad.game.players[0]!.civilian).toBe(9);
    pad.clear();
    vi.advanceTimersByTime(8100);
    pad.undo();
    expect(pad.game.players[0]!.civilian).toBe(0);
    vi.useRealTimers();
  });
  it("files a game, opens it again and loses none", () => {
    const pad = new PadState();
    pad.write(0, { name: "Anna", civilian: 9 }, "civilian");
    const { id } = pad.game;
    pad.save();
    expect([pad.game.players[0]!.name, pad.game.players[0]!.civilian]).toEqual(["Anna", 0]);
    pad.write(1, { civilian: 3 }, "civilian");
    pad.open(pad.pad.history[0]!);
    expect(pad.game.id).toBe(id);
    expect(pad.pad.history).toHaveLength(1);
  });
  it("adds imported games once, and changes nothing for a broken file", async () => {
    const pad = new PadState();
    expect(await pad.import(new Blob([writeGames([three])]))).toBe(1);
    expect(await pad.import(new Blob([writeCsv([three])]))).toBe(0);
    const before = pad.pad;
    expect(await pad.import(new Blob(["\u0000garbage"]))).toBeNull();
    expect(pad.pad).toBe(before);
  });
  it("says when the browser keeps nothing", () => {
    const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    const pad = new PadState();
    pad.write(0, { coins: 1 });
    expect([pad.kept, pad.game.players[0]!.coins]).toEqual([false, 1]);
    full.mockRestore();
  });
  it("keeps the points of those who stay", () =>
    expect(withPlayers(three, 2).players.map(({ civilian }) => civilian)).toEqual([20, 30]));
});

it("statistics count wins, means and wonders", () => {
  const second = { ...three, id: "2" };
  expect(people([three, second])[0]).toEqual({ name: "Anna", games: 2, wins: 2, mean: 41, best: 41 });
  expect(wonders([three])).toEqual([{ wonder: "Giza", games: 1, wins: 1, mean: 41 }]);
});
