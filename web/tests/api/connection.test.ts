import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Connection, type Socket } from "../../src/api/connection";

class FakeSocket implements Socket {
  static all: FakeSocket[] = [];
  sent: { type: string; id?: number; since?: number; nonce?: string }[] = [];
  closed = false;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: never) => void) | null = null;
  constructor() {
    FakeSocket.all.push(this);
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
    openSocket: () => new FakeSocket(),
    onMessage: () => undefined,
    onLost: () => (lost += 1),
    since: () => since,
  });
  connection.open();
  return connection;
};
const socket = (): FakeSocket => FakeSocket.all[FakeSocket.all.length - 1]!;

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  since = lost = 0;
});
afterEach(() => vi.useRealTimers());

it("joins with the last sequence number, then sends what was requested before", () => {
  const connection = connect();
  const id = connection.request({ type: "start" });
  since = 7;
  socket().say(WELCOME);
  expect(socket().sent).toMatchObject([{ type: "join", since: 7 }]);
  socket().say({ type: "table" });
  expect(socket().sent[1]).toEqual({ type: "start", id });
  connection.close();
});

it("reconnects by itself and repeats unanswered requests", () => {
  const connection = connect();
  socket().say(WELCOME);
  socket().say({ type: "table" });
  const first = connection.request({ type: "start" });
  const second = connection.request({ type: "rematch" });
  socket().say({ type: "done", id: first, seq: 1 });
  socket().breaks();
  expect(lost).toBe(1);
  vi.advanceTimersByTime(1000);
  expect(FakeSocket.all).toHaveLength(2);
  socket().say(WELCOME);
  socket().say({ type: "table" });
  expect(socket().sent.filter((each) => each.type !== "join")).toEqual([{ type: "rematch", id: second }]);
  connection.close();
});

it("reconnects when nothing is received any more", () => {
  const connection = connect();
  socket().say(WELCOME);
  vi.advanceTimersByTime(20_000);
  expect(socket().sent.some((each) => each.type === "ping")).toBe(true);
  vi.advanceTimersByTime(60_000);
  expect(lost).toBeGreaterThan(0);
  connection.close();
});

const JOIN_REFUSED = { type: "error", id: 0, params: {} };

it.each(["server/storage", "server/closing", "server/internal", "message/too-often", "join/twice"])(
  "joins again on a new socket after %s",
  (code) => {
    const connection = connect();
    socket().say(WELCOME);
    socket().say({ ...JOIN_REFUSED, code });
    expect(socket().closed).toBe(true);
    vi.advanceTimersByTime(1000);
    expect(FakeSocket.all).toHaveLength(2);
    socket().say(WELCOME);
    expect(socket().sent).toMatchObject([{ type: "join" }]);
    connection.close();
  },
);

it("waits longer after each refusal of the join", () => {
  const connection = connect();
  const openedAt: number[] = [];
  for (let i = 0; i < 4; i += 1) {
    openedAt.push(Date.now());
    const { length } = FakeSocket.all;
    socket().say(WELCOME);
    socket().say({ ...JOIN_REFUSED, code: "server/storage" });
    while (FakeSocket.all.length === length) vi.advanceTimersByTime(50);
  }
  expect(openedAt[3]! - openedAt[2]!).toBeGreaterThan(openedAt[1]! - openedAt[0]!);
  connection.close();
});

it("does not join again where another try cannot help", () => {
  const connection = connect();
  socket().say(WELCOME);
  socket().say({ ...JOIN_REFUSED, code: "table/unknown" });
  vi.advanceTimersByTime(15_000);
  expect(FakeSocket.all).toHaveLength(1);
  connection.close();
});

it("marks each line of chat, so that the server can drop a repeat", () => {
  const connection = connect();
  socket().say(WELCOME);
  socket().say({ type: "table" });
  connection.request({ type: "chat", to: "table", text: "Hello" });
  connection.request({ type: "chat", to: "table", text: "Hello" });
  const said = socket().sent.filter((each) => each.type === "chat");
  expect(said[0]!.nonce).toMatch(/^[A-Za-z0-9_-]{8,40}$/);
  expect(said[1]!.nonce).not.toBe(said[0]!.nonce);
  socket().breaks();
  vi.advanceTimersByTime(1000);
  socket().say(WELCOME);
  socket().say({ type: "table" });
  expect(socket().sent.filter((each) => each.type === "chat")).toEqual(said);
  connection.close();
});

it("does not reconnect after a final goodbye", () => {
  connect();
  socket().say({ type: "bye", reason: "removed", again: false, after: 0 });
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all).toHaveLength(1);
});
