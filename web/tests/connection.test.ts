import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Connection, type Line } from "../src/state/connection";

class Wire implements Line {
  static all: Wire[] = [];
  sent: { type: string; id?: number; since?: number }[] = [];
  closed = false;
  onopen = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: never) => void) | null = null;
  constructor() {
    Wire.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as { type: string });
  }
  close(): void {
    this.closed = true;
  }
  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  breaks(): void {
    this.onclose?.(undefined as never);
  }
}

const WELCOME = { type: "welcome", you: null, version: "0", process: "p", now: 0, ping_seconds: 20 };
let since = 0;
let lost = 0;
const connect = (): Connection => {
  const connection = new Connection("t".repeat(22), {
    dial: () => new Wire(),
    heard: () => undefined,
    lost: () => (lost += 1),
    since: () => since,
  });
  connection.open();
  return connection;
};
const wire = (): Wire => Wire.all[Wire.all.length - 1]!;

beforeEach(() => {
  vi.useFakeTimers();
  Wire.all = [];
  since = lost = 0;
});
afterEach(() => vi.useRealTimers());

it("joins with what it knows, and sends what waited", () => {
  const connection = connect();
  const id = connection.ask({ type: "start" });
  since = 7;
  wire().say(WELCOME);
  expect(wire().sent).toMatchObject([{ type: "join", since: 7 }]);
  wire().say({ type: "table" });
  expect(wire().sent[1]).toEqual({ type: "start", id });
  connection.close();
});

it("comes back by itself and repeats what was not answered", () => {
  const connection = connect();
  wire().say(WELCOME);
  wire().say({ type: "table" });
  const first = connection.ask({ type: "start" });
  const second = connection.ask({ type: "rematch" });
  wire().say({ type: "done", id: first, seq: 1 });
  wire().breaks();
  expect(lost).toBe(1);
  vi.advanceTimersByTime(1000);
  expect(Wire.all).toHaveLength(2);
  wire().say(WELCOME);
  wire().say({ type: "table" });
  expect(wire().sent.filter((each) => each.type !== "join")).toEqual([{ type: "rematch", id: second }]);
  connection.close();
});

it("notices a line that has gone silent", () => {
  const connection = connect();
  wire().say(WELCOME);
  vi.advanceTimersByTime(20_000);
  expect(wire().sent.some((each) => each.type === "ping")).toBe(true);
  vi.advanceTimersByTime(60_000);
  expect(lost).toBeGreaterThan(0);
  connection.close();
});

it("stays away after a final goodbye", () => {
  connect();
  wire().say({ type: "bye", reason: "removed", again: false, after: 0 });
  vi.advanceTimersByTime(60_000);
  expect(Wire.all).toHaveLength(1);
});
