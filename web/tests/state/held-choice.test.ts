/** Against bots alone a choice is held back for a while, and can be undone until it is sent. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Socket } from "../../src/api/connection";
import type { Move, Play, TableMessage } from "../../src/api/messages";
import { settings } from "../../src/browser/settings.svelte";
import { DEFAULTS } from "../../src/game/options";
import sample from "../../src/samples/play.json";
import { TableClient } from "../../src/state/table-client.svelte";

const play = sample.play as unknown as Play;
const move: Move = { player: 0, action: "discard", card: "Loom" };
const bot = (seat: number) => ({ seat, person: null, bot: "easy" });
const table = { id: "t".repeat(22), status: "playing", options: DEFAULTS, seats: [{ seat: 0 }, bot(1), bot(2)] };
const joined = { type: "table", seq: 1, id: 1, table, you: 0, play, reveals: [], chat: [], muted: [] };

let sent: { type: string }[] = [];
let client: TableClient;
const choices = (): number => sent.filter((each) => each.type === "choose").length;

beforeEach(() => {
  vi.useFakeTimers();
  settings.setPause("long");
  sent = [];
  const socket: Socket = {
    onmessage: null,
    onclose: null,
    send: (text) => void sent.push(JSON.parse(text) as { type: string }),
    close: () => undefined,
  };
  client = new TableClient(table.id, false, () => socket);
  const say = (message: object): void => socket.onmessage?.({ data: JSON.stringify(message) });
  say({ type: "welcome", you: null, version: "0", process: "p", now: 0, ping_seconds: 20 });
  say(joined);
  client.choose(move);
});
afterEach(() => {
  client.close();
  vi.useRealTimers();
});

it("is shown at once and sent after the pause", () => {
  expect(client.sent?.move).toEqual(move);
  expect(choices()).toBe(0);
  vi.advanceTimersByTime(settings.pauseTime);
  expect(choices()).toBe(1);
});

it("is not sent once it is undone", () => {
  client.withdraw();
  expect(client.sent).toBeNull();
  vi.advanceTimersByTime(10 * settings.pauseTime);
  expect(choices()).toBe(0);
});

it("is sent at once when the person asks for it, and only once", () => {
  client.hurry();
  expect(choices()).toBe(1);
  vi.advanceTimersByTime(10 * settings.pauseTime);
  expect(choices()).toBe(1);
});

it("is sent at once while a card for the Free City is still to be chosen", () => {
  client.withdraw();
  const holds = { ...play, view: { ...play.view, free_city: { seat: 2, holder: 0, draw_pile: 5, drawn: "Loom" } } };
  client.update({ ...joined, play: holds } as unknown as TableMessage);
  client.choose(move);
  expect(choices()).toBe(1);
});
