/** A table in this page: its model, the connection to the server, and what a person can request. */
import { Connection, type Request, type Socket } from "../api/connection";
import type { Move, Options } from "../api/messages";
import type { Chooser, Coach } from "../scene/chooser";
import { settings } from "../browser/settings.svelte";
import { errorText } from "../text/errors";
import { EMPTY, mayAsk, mayTakeBack, update, type About, type Message, type TableModel } from "./table-model";

/** Where on the page an error of a request is shown. */
const ABOUT: Partial<Record<Request["type"], About>> = {
  "take-seat": "seat",
  "leave-seat": "seat",
  "seat-bot": "seat",
  "empty-seat": "seat",
  relieve: "seat",
  return: "seat",
  "set-options": "options",
  ready: "start",
  start: "start",
  choose: "choice",
  withdraw: "choice",
  preview: "preview",
  advice: "advice",
  "take-back": "choice",
  chat: "chat",
  mute: "chat",
  rematch: "start",
};

const openSocket = (): Socket =>
  new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/ws`) as unknown as Socket;

export class TableClient implements Chooser {
  model = $state.raw<TableModel>(EMPTY);
  #linesRead = $state(0);
  readonly #connection: Connection;

  constructor(table: string, watch = false, open: () => Socket = openSocket) {
    this.#connection = new Connection(
      table,
      {
        openSocket: open,
        onMessage: (message) => this.update(message),
        onLost: () => this.update({ type: "lost" }),
        since: () => this.model.seq,
      },
      watch,
    );
    this.#connection.open();
  }

  update(message: Message): void {
    const first = this.model.table === null;
    this.model = update(this.model, message);
    // Lines from before the page was opened count as read.
    if (first) this.markChatRead();
  }

  /** Lines of chat that were not shown yet. */
  get unread(): number {
    return Math.max(0, this.model.chat.length - this.#linesRead);
  }
  markChatRead(): void {
    this.#linesRead = this.model.chat.length;
  }

  request(request: Request): number {
    const id = this.#connection.request(request);
    this.update({ type: "requested", id, about: ABOUT[request.type] ?? "other" });
    return id;
  }

  /** The error of the last request about something, as text; empty: there is none. */
  errorAbout(about: About): string {
    const { error } = this.model;
    return error?.about === about ? errorText(error.code, error.params) : "";
  }

  get sent() {
    return this.model.sent;
  }
  get previews() {
    return this.model.previews;
  }
  get refusal(): string {
    return this.errorAbout("choice");
  }

  choose(move: Move): void {
    const moment = this.model.play?.moment;
    if (moment === undefined) return;
    const id = this.request({ type: "choose", moment, move });
    this.update({ type: "choosing", sent: { id, moment, move } });
  }

  withdraw(): void {
    const moment = this.model.play?.moment;
    if (moment !== undefined) this.request({ type: "withdraw", moment });
  }

  requestPreview(card: string, city: number | null): void {
    const moment = this.model.play?.moment;
    if (moment !== undefined) this.request({ type: "preview", moment, card, city });
  }

  get coach(): Coach | null {
    const { model } = this;
    if (!mayAsk(model)) return null;
    const thinking = Object.values(model.requests).includes("advice");
    return {
      state:
        model.connection !== "open"
          ? "offline"
          : thinking
            ? "thinking"
            : model.advice
              ? "ready"
              : model.error?.about === "advice"
                ? "failed"
                : "silent",
      advice: model.advice,
      ask: () => this.#askForAdvice(),
    };
  }
  #askForAdvice(): void {
    const moment = this.model.play?.moment;
    if (moment !== undefined) this.request({ type: "advice", moment, language: settings.language });
  }

  get takeBack(): (() => void) | null {
    const moment = this.model.play?.moment;
    if (moment === undefined || !mayTakeBack(this.model)) return null;
    return () => void this.request({ type: "take-back", moment });
  }

  setOptions(options: Options): void {
    this.request({ type: "set-options", options });
  }

  /** Opens a new socket, for example because the person got a name. */
  reconnect = (): void => this.#connection.reconnect();
  /** Opens the socket now instead of after the pause. */
  open = (): void => this.#connection.open();
  close = (): void => this.#connection.close();
}
