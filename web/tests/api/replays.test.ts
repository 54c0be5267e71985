import { afterEach, expect, test, vi } from "vitest";
import { askAhead, openReplay } from "../../src/api/replays";
import { keepRecord } from "../../src/browser/record";

const TABLE = "abcdefghijklmnopqrstuv";
const OPTIONS = { edition: "first", expansions: [] };

/** A server that answers every request; returns what it was asked. */
function served(fails = false): string[] {
  const asked: string[] = [];
  vi.stubGlobal("fetch", (address: string) => {
    asked.push(address.split("?")[0]!);
    if (fails) return Promise.reject(new TypeError("no connection"));
    const answer = address.startsWith("/api/rulebook")
      ? { cards: [], leaders: [], boards: [] }
      : { seat: 0, options: OPTIONS };
    return Promise.resolve(new Response(JSON.stringify(answer), { headers: { "content-type": "application/json" } }));
  });
  return asked;
}

afterEach(() => {
  keepRecord("");
  vi.unstubAllGlobals();
});

test("a replay that was asked for ahead is not asked for again", async () => {
  const asked = served();
  askAhead({ at: "replay", table: TABLE, seat: 2, moment: 5 }, "en");
  expect(asked).toEqual([`/api/tables/${TABLE}/replay`]);
  const { replay } = await openReplay({ table: TABLE }, 2, "en");
  expect(replay.options).toEqual(OPTIONS);
  expect(asked.filter((each) => each.endsWith("/replay"))).toHaveLength(1);
  await openReplay({ table: TABLE }, 2, "en");
  expect(asked.filter((each) => each.endsWith("/replay"))).toHaveLength(2);
});

test("another seat is asked for by itself", async () => {
  const asked = served();
  askAhead({ at: "replay", table: TABLE, seat: 0, moment: 0 }, "en");
  await openReplay({ table: TABLE }, 1, "en");
  expect(asked.filter((each) => each.endsWith("/replay"))).toHaveLength(2);
});

test("a kept record is asked for ahead, other pages ask for nothing", async () => {
  const asked = served();
  askAhead({ at: "record" }, "en");
  askAhead({ at: "start" }, "en");
  expect(asked).toEqual([]);
  keepRecord("heptapolis 1");
  askAhead({ at: "record" }, "en");
  await openReplay({ record: "heptapolis 1" }, 0, "en");
  expect(asked.filter((each) => each === "/api/replays")).toHaveLength(1);
});

test("a failure is told to who opens the replay, and the next try asks again", async () => {
  served(true);
  askAhead({ at: "replay", table: TABLE, seat: 0, moment: 0 }, "en");
  await expect(openReplay({ table: TABLE }, 0, "en")).rejects.toThrow();
  const asked = served();
  await openReplay({ table: TABLE }, 0, "en");
  expect(asked).toContain(`/api/tables/${TABLE}/replay`);
});
