import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Connection, type Line } from "../../src/api/connection";

class Wire implements Line {
  static all: Wire[] = [];
  sent: { type: string; id?: number; since?: number; nonce?: string }[] = [];
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

const JOIN_REFUSED = { type: "error", id: 0, params: {} };

it.each(["server/storage", "server/closing", "server/internal", "message/too-often", "join/twice"])(
  "joins again on a new line after %s",
  (code) => {
    const connection = connect();
    wire().say(WELCOME);
    wire().say({ ...JOIN_REFUSED, code });
    expect(wire().closed).toBe(true);
    vi.advanceTimersByTime(1000);
    expect(Wire.all).toHaveLength(2);
    wire().say(WELCOME);
    expect(wire().sent).toMatchObject([{ type: "join" }]);
    connection.close();
  },
);

it("waits longer after each refusal of the join", () => {
  const connection = connect();
  const dialedAt: number[] = [];
  for (let i = 0; i < 4; i += 1) {
    dialedAt.push(Date.now());
    const { length } = Wire.all;
    wire().say(WELCOME);
    wire().say({ ...JOIN_REFUSED, code: "server/storage" });
    while (Wire.all.length === length) vi.advanceTimersByTime(50);
  }
  expect(dialedAt[3]! - dialedAt[2]!).toBeGreaterThan(dialedAt[1]! - dialedAt[0]!);
  connection.close();
});

it("does not join again where another try cannot help", () => {
  const connection = connect();
  wire().say(WELCOME);
  wire().say({ ...JOIN_REFUSED, code: "table/unknown" });
  vi.advanceTimersByTime(15_000);
  expect(Wire.all).toHaveLength(1);
  connection.close();
});

it("marks each line of chat, so that the server can drop a repeat", () => {
  const connection = connect();
  wire().say(WELCOME);
  wire().say({ type: "table" });
  connection.ask({ type: "chat", to: "table", text: "Hello" });
  connection.ask({ type: "chat", to: "table", text: "Hello" });
  const said = wire().sent.filter((each) => each.type === "chat");
  expect(said[0]!.nonce).toMatch(/^[A-Za-z0-9_-]{8,40}$/);
  expect(said[1]!.nonce).not.toBe(said[0]!.nonce);
  wire().breaks();
  vi.advanceTimersByTime(1000);
  wire().say(WELCOME);
  wire().say({ type: "table" });
  expect(wire().sent.filter((each) => each.type === "chat")).toEqual(said);
  connection.close();
});

it("stays away after a final goodbye", () => {
  connect();
  wire().say({ type: "bye", reason: "removed", again: false, after: 0 });
  vi.advanceTimersByTime(60_000);
  expect(Wire.all).toHaveLength(1);
});
