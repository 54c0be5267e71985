/** The connection to a table: joins, reconnects by itself, asks for what it missed, and repeats unanswered requests. */
import { isTemporary } from "./errors";
import type { ClientMessage, ServerMessage } from "./messages";

type Unnumbered<T> = T extends unknown ? Omit<T, "id" | "nonce"> : never;
export type Request = Exclude<Unnumbered<ClientMessage>, { type: "join" } | { type: "ping" }>;

/** What the connection needs of a `WebSocket`. */
export interface Socket {
  send(text: string): void;
  close(): void;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: never) => void) | null;
}

export interface Handlers {
  readonly openSocket: () => Socket;
  readonly onMessage: (message: ServerMessage & { received?: number }) => void;
  readonly onLost: () => void;
  /** The last sequence number that the client knows. */
  readonly since: () => number;
}

const PAUSES = [300, 700, 1500, 3000, 6000, 10_000];
/** The request number of `join`; others count from 1. */
export const JOIN = 0;

/** Unique text, by which the server recognizes a repeated line. `crypto.randomUUID` is missing on plain http pages. */
const newNonce = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");

export class Connection {
  #socket: Socket | null = null;
  #joined = false;
  #failures = 0;
  #nextId = 1;
  #closed = false;
  #pause: ReturnType<typeof setTimeout> | undefined;
  #heartbeat: ReturnType<typeof setInterval> | undefined;
  #lastReceived = 0;
  /** Sent again after a reconnect: the server carries out a repeated request only once. */
  readonly #unanswered = new Map<number, ClientMessage>();

  constructor(
    readonly table: string,
    readonly handlers: Handlers,
    readonly watch = false,
    readonly enter = false,
  ) {
    document.addEventListener("visibilitychange", this.#looked);
  }

  open(): void {
    clearTimeout(this.#pause);
    if (this.#closed || this.#socket) return;
    const socket = this.handlers.openSocket();
    this.#socket = socket;
    this.#joined = false;
    this.#lastReceived = Date.now();
    socket.onmessage = ({ data }) => this.#receive(JSON.parse(String(data)) as ServerMessage);
    socket.onclose = () => this.#drop(socket);
  }

  /** Sends a request now, or after the reconnect; returns its number. */
  request(request: Request): number {
    const id = this.#nextId++;
    const message = { ...request, id, ...(request.type === "chat" && { nonce: newNonce() }) } as ClientMessage;
    this.#unanswered.set(id, message);
    if (this.#joined) this.#send(message);
    return id;
  }

  /** Opens a new socket, for example because the person got a name. */
  reconnect(): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    clearInterval(this.#heartbeat);
    this.#failures = 0;
    this.open();
  }

  /** Tells the server whether anybody looks at the page. */
  readonly #looked = (): void => {
    if (this.#joined) this.#send({ type: "ping", hidden: document.hidden });
  };

  close(): void {
    this.#closed = true;
    document.removeEventListener("visibilitychange", this.#looked);
    clearTimeout(this.#pause);
    clearInterval(this.#heartbeat);
    this.#socket?.close();
    this.#socket = null;
  }

  #send(message: ClientMessage): void {
    this.#socket?.send(JSON.stringify(message));
  }

  #receive(message: ServerMessage): void {
    this.#lastReceived = Date.now();
    this.handlers.onMessage({ ...message, received: this.#lastReceived });
    switch (message.type) {
      case "welcome":
        this.#send({
          type: "join",
          table: this.table,
          since: this.handlers.since(),
          watch: this.watch,
          enter: this.enter,
          id: JOIN,
        });
        this.#keepAlive(message.ping_seconds * 1000);
        break;
      case "table":
        this.#joined = true;
        this.#failures = 0;
        for (const each of this.#unanswered.values()) this.#send(each);
        if (document.hidden) this.#looked();
        break;
      case "error":
        // A new socket, since the server may count this one as joined.
        if (message.id === JOIN && isTemporary(message.code)) this.#drop(this.#socket);
        else this.#answered(message.id);
        break;
      case "done":
      case "preview":
        this.#answered(message.id);
        break;
      case "bye":
        if (!message.again) this.#closed = true;
        this.#drop(this.#socket, message.after);
        break;
    }
  }

  #answered(id: number | null): void {
    if (id !== null) this.#unanswered.delete(id);
  }

  #keepAlive(period: number): void {
    clearInterval(this.#heartbeat);
    this.#heartbeat = setInterval(() => {
      if (Date.now() - this.#lastReceived > period * 2.5) this.#drop(this.#socket);
      else this.#send({ type: "ping", hidden: document.hidden });
    }, period);
  }

  /** Closes the socket and opens a new one after a pause. */
  #drop(socket: Socket | null, after?: number): void {
    if (socket === null || socket !== this.#socket) return;
    this.#socket = null;
    this.#joined = false;
    clearInterval(this.#heartbeat);
    socket.close();
    this.handlers.onLost();
    if (this.#closed) return;
    const pause = after ?? PAUSES[Math.min(this.#failures, PAUSES.length - 1)]!;
    this.#failures += 1;
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => this.open(), pause * (0.75 + Math.random() / 2));
  }
}
