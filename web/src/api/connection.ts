/** The connection to a table: joins, reconnects by itself, asks for what it missed, and repeats unanswered requests. */
import type { ClientMessage, ServerMessage } from "./messages";
import { mayPass } from "../text/errors";

type Sending = ClientMessage extends infer Each
  ? Each extends ClientMessage
    ? Omit<Each, "id" | "nonce">
    : never
  : never;
export type Request = Exclude<Sending, { type: "join" } | { type: "ping" }>;

export interface Line {
  send(text: string): void;
  close(): void;
  onopen: ((event: never) => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: never) => void) | null;
}

export interface Hooks {
  /** A new line to the server. */
  readonly dial: () => Line;
  readonly heard: (message: ServerMessage & { received?: number }) => void;
  readonly lost: () => void;
  /** The last sequence number that is known. */
  readonly since: () => number;
}

const PAUSES = [300, 700, 1500, 3000, 6000, 10_000];
/** The request number of `join`; others count from 1. */
export const JOIN = 0;

/** Unique text, by which the server recognizes a repeated line. `crypto.randomUUID` is missing on plain http pages. */
const newNonce = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");

export class Connection {
  #line: Line | null = null;
  #joined = false;
  #tries = 0;
  #next = 1;
  #closed = false;
  #pause: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setInterval> | undefined;
  #heardAt = 0;
  /** Unanswered requests, sent again after a reconnect: the server carries out a repeated one only once. */
  readonly #waiting = new Map<number, ClientMessage>();

  constructor(
    readonly table: string,
    readonly hooks: Hooks,
    readonly watch = false,
  ) {}

  open(): void {
    clearTimeout(this.#pause);
    if (this.#closed || this.#line) return;
    const line = this.hooks.dial();
    this.#line = line;
    this.#joined = false;
    this.#heardAt = Date.now();
    line.onmessage = ({ data }) => this.#hear(JSON.parse(String(data)) as ServerMessage);
    line.onclose = () => this.#gone(line);
  }

  /** Sends a request now, or after the reconnect; returns its number. */
  ask(request: Request): number {
    const id = this.#next++;
    const message = { ...request, id, ...(request.type === "chat" && { nonce: newNonce() }) } as ClientMessage;
    this.#waiting.set(id, message);
    if (this.#joined) this.#line?.send(JSON.stringify(message));
    return id;
  }

  /** Leaves the line and dials again, for example with a new name. */
  again(): void {
    const line = this.#line;
    this.#line = null;
    line?.close();
    clearInterval(this.#beat);
    this.#tries = 0;
    this.open();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#pause);
    clearInterval(this.#beat);
    this.#line?.close();
    this.#line = null;
  }

  #hear(message: ServerMessage): void {
    this.#heardAt = Date.now();
    if (message.type === "welcome") {
      const since = this.hooks.since();
      this.#line?.send(JSON.stringify({ type: "join", table: this.table, since, watch: this.watch, id: JOIN }));
      this.#keepAlive(message.ping_seconds * 1000);
    } else if (message.type === "table") {
      this.#joined = true;
      this.#tries = 0;
      this.hooks.heard({ ...message, received: this.#heardAt });
      for (const each of this.#waiting.values()) this.#line?.send(JSON.stringify(each));
      return;
    } else if (message.type === "error" && message.id === JOIN) {
      this.hooks.heard(message);
      // On a new line, since the server may hold this one to have joined.
      if (mayPass(message.code)) this.#gone(this.#line);
      return;
    } else if (
      (message.type === "done" || message.type === "error" || message.type === "preview") &&
      message.id !== null
    )
      this.#waiting.delete(message.id);
    else if (message.type === "bye") {
      if (!message.again) this.#closed = true;
      this.hooks.heard(message);
      this.#gone(this.#line, message.after);
      return;
    }
    this.hooks.heard({ ...message, received: this.#heardAt });
  }

  #keepAlive(pause: number): void {
    clearInterval(this.#beat);
    this.#beat = setInterval(() => {
      if (Date.now() - this.#heardAt > pause * 2.5) this.#gone(this.#line);
      else this.#line?.send(JSON.stringify({ type: "ping" }));
    }, pause);
  }

  #gone(line: Line | null, after?: number): void {
    if (line === null || line !== this.#line) return;
    this.#line = null;
    this.#joined = false;
    clearInterval(this.#beat);
    line.close();
    this.hooks.lost();
    if (this.#closed) return;
    const pause = after ?? PAUSES[Math.min(this.#tries, PAUSES.length - 1)]!;
    this.#tries += 1;
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => this.open(), pause * (0.75 + Math.random() / 2));
  }
}
