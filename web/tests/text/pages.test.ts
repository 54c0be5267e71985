import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ServerError } from "../../src/api/errors";
import { playedWords } from "../../src/text/boxes";
import { copyText } from "../../src/browser/clipboard";
import type { TableSummary } from "../../src/api/messages";
import { DEFAULTS } from "../../src/game/options";
import { placeOf, ranked, rankedIn } from "../../src/game/ranking";
import { outcomeWords, stateWord, tableWord } from "../../src/text/table-list";
import { dateWords } from "../../src/text/format";
import { Fetched } from "../../src/api/fetched.svelte";

const scores = (totals: readonly number[]) => totals.map((total, seat) => ({ seat, total })) as never;
const places = (sides: ReturnType<typeof ranked>) => sides.map(({ seats, place }) => [seats.join("+"), place]);

describe("places", () => {
  it("are shared in a tie, and the next one is skipped", () => {
    const sides = ranked({ scores: scores([40, 50, 40, 30]), teams: null, winners: [1] });
    expect(places(sides)).toEqual([["1", 1], ["0", 2], ["2", 2], ["3", 4]]); // prettier-ignore
  });
  it("follow the server if coins broke a tie", () => {
    const sides = ranked({ scores: scores([50, 50, 10]), teams: null, winners: [1] });
    expect(places(sides)).toEqual([["1", 1], ["0", 2], ["2", 3]]); // prettier-ignore
  });
  it("belong to teams, not to cities", () => {
    const teams = [
      { seats: [0, 1], total: 103 },
      { seats: [2, 3], total: 107 },
    ];
    const sides = ranked({ scores: scores([64, 39, 50, 57]), teams, winners: [2, 3] });
    expect(places(sides)).toEqual([["2+3", 1], ["0+1", 2]]); // prettier-ignore
    expect(placeOf(sides, 0)?.place).toBe(2);
    expect(placeOf(sides, null)).toBeUndefined();
  });
  it("exclude the Free City", () =>
    expect(places(ranked({ scores: scores([40, 45, 90]), teams: null, winners: [1] }, 2))).toEqual([["1", 1], ["0", 2]])); // prettier-ignore
});

describe("a table in a list", () => {
  const person = (id: string) => ({ id, name: id, kind: "guest" as const });
  const table: TableSummary = {
    table: "t",
    link: "/table/t",
    status: "over",
    options: { ...DEFAULTS, seats: 3, expansions: ["leaders"] },
    host: "Ada",
    seats: [
      { seat: 0, person: person("Ada"), bot: null },
      { seat: 1, person: person("Bo"), bot: null },
      { seat: 2, person: null, bot: "easy" },
    ],
    free: 0,
    age: 3,
    created: 0,
    changed: 0,
    you: 0,
    your_turn: false,
    deadline: null,
    ended: 0,
    winners: [1],
    totals: [33, 53, 41],
    teams: null,
  };
  it("shows the player's place and points, and the winner", () =>
    expect(outcomeWords(table)).toEqual(["place 3 of 3", "33 points", "Bo won with 53 points"]));
  it("does not name the winner to winners", () =>
    expect(outcomeWords({ ...table, you: 1 })).toEqual(["place 1 of 3", "53 points"]));
  it("names the winner to spectators", () =>
    expect(outcomeWords({ ...table, you: null })).toEqual(["Bo won with 53 points"]));
  it("counts partners together", () => {
    const seats = [...table.seats, { seat: 3, person: person("Di"), bot: null }];
    const team = {
      ...table,
      seats,
      options: { ...DEFAULTS, mode: "teams" as const },
      totals: [33, 53, 41, 60],
      teams: [
        { seats: [0, 1], total: 86 },
        { seats: [2, 3], total: 101 },
      ],
      winners: [2, 3],
    };
    expect(rankedIn(team).map(({ total }) => total)).toEqual([101, 86]);
    expect(outcomeWords(team)).toEqual(["place 2 of 2", "33 points", "Orion + Di won together with 101 points"]);
  });
  it("leaves the Free City, which has no seat, out of the places", () =>
    expect(rankedIn({ ...table, seats: table.seats.slice(0, 2), totals: [33, 53, 99] })).toHaveLength(2));
  it("is named after its host", () => {
    expect(tableWord(table)).toBe("Ada's table");
    expect(tableWord({ ...table, host: null })).toBe("Table");
  });
  it("says what it plays", () => {
    expect(playedWords(table.options)).toBe("First (2010) + Leaders");
    expect(playedWords({ ...DEFAULTS, edition: "second", mode: "teams" })).toBe("Second (2020), Teams");
  });
  it("says whether there is room, and whose turn it is", () => {
    expect(stateWord({ ...table, status: "open", free: 0 })).toBe("full");
    expect(stateWord({ ...table, status: "open", free: 1 })).toBe("1 seat left");
    expect(stateWord({ ...table, status: "playing", your_turn: true })).toBe("your turn");
  });
  it("has a date in the reader's language", () => {
    const at = new Date(2026, 10, 15, 21, 40).getTime();
    expect(dateWords(at, "en")).toContain("Nov 15, 2026");
    expect(dateWords(at, "de")).toContain("15.11.2026");
  });
});

describe("fetched data", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const away = () => Promise.reject(new ServerError("client/offline"));

  it("is requested again until it arrives, and shows the error", async () => {
    const told = new Fetched<string>();
    const how = vi.fn<() => Promise<string>>().mockImplementationOnce(away).mockImplementationOnce(away);
    how.mockResolvedValue("here");
    told.load(how);
    await vi.advanceTimersByTimeAsync(0);
    expect([told.value, told.error, told.retrying]).toEqual([null, "The server cannot be reached.", true]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([told.value, told.error, told.retrying]).toEqual(["here", "", false]);
    expect(how).toHaveBeenCalledTimes(3);
  });
  it("can be requested again at once", async () => {
    const told = new Fetched<string>();
    const how = vi.fn<() => Promise<string>>().mockImplementationOnce(away).mockResolvedValue("here");
    told.load(how);
    await vi.advanceTimersByTimeAsync(0);
    told.retry();
    await vi.advanceTimersByTimeAsync(0);
    expect(told.value).toBe("here");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(how).toHaveBeenCalledTimes(2);
  });
  it("is not requested again after a permanent error or after leaving the page", async () => {
    const told = new Fetched<string>();
    const no = vi.fn(() => Promise.reject(new ServerError("table/unknown")));
    told.load(no);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([told.error, told.retrying]).toEqual(["This table does not exist.", false]);
    expect(no).toHaveBeenCalledOnce();
    const how = vi.fn(away);
    const stop = told.load(how);
    await vi.advanceTimersByTimeAsync(0);
    stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(how).toHaveBeenCalledOnce();
  });
  it("is the answer to the latest request", async () => {
    const told = new Fetched<string>();
    told.load(() => new Promise((done) => setTimeout(() => done("old"), 100)));
    told.load(() => Promise.resolve("new"));
    await vi.advanceTimersByTimeAsync(1000);
    expect(told.value).toBe("new");
  });
});

describe("copying", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(document, "execCommand");
  });
  const old = (works: boolean) => {
    const copied: string[] = [];
    document.execCommand = vi.fn(() => {
      copied.push((document.activeElement as HTMLTextAreaElement).value);
      return works;
    });
    return copied;
  };
  it("uses the clipboard where there is one", async () => {
    const writeText = vi.fn(() => Promise.resolve());
    vi.stubGlobal("navigator", { clipboard: { writeText } });
    expect(await copyText("link")).toBe(true);
    expect(writeText).toHaveBeenCalledWith("link");
  });
  it("copies by a selection on an insecure page, and cleans up", async () => {
    vi.stubGlobal("navigator", {});
    const copied = old(true);
    expect(await copyText("link")).toBe(true);
    expect(copied).toEqual(["link"]);
    expect(document.querySelector("textarea")).toBeNull();
  });
  it("reports if neither works", async () => {
    vi.stubGlobal("navigator", {});
    old(false);
    expect(await copyText("link")).toBe(false);
  });
});
