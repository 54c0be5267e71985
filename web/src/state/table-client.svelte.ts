/** A table in this page: its model, the connection to the server, and what a person can request. */
import { Connection, type Request, type Socket } from "../api/connection";
import type { Move, Options } from "../api/messages";
import type { Chooser, Coach } from "../scene/chooser";
import { isFirstOfTwo, mustDecide } from "../game/card-uses";
import type { BoardSide } from "../game/options";
import { settings } from "../browser/settings.svelte";
import { errorText } from "../text/errors";
import { EMPTY, isAlone, mayAsk, mayTakeBack, update, type About, type Message, type TableModel } from "./table-model";

/** Where on the page an error of a request is shown. */
const ABOUT: Partial<Record<Request["type"], About>> = {
  "take-seat": "seat",
  "leave-seat": "seat",
  "seat-bot": "seat",
  "empty-seat": "seat",
  relieve: "seat",
  return: "seat",
  invite: "seat",
  "ask-seat": "seat",
  assent: "seat",
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

/** Stands for the request of a choice that is not sent yet. */
const HELD = -1;

const openSocket = (): Socket =>
  new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/ws`) as unknown as Socket;

export class TableClient implements Chooser {
  model = $state.raw<TableModel>(EMPTY);
  #linesRead = $state(0);
  readonly #connection: Connection;
  /** A choice that can still be undone, since it is not sent yet. */
  #held: { readonly reveal: () => void; readonly timers: readonly ReturnType<typeof setTimeout>[] } | null = null;
  #othersShown = $state<number | null>(null);

  constructor(table: string, watch = false, open: () => Socket = openSocket, enter = false) {
    this.#connection = new Connection(
      table,
      {
        openSocket: open,
        onMessage: (message) => this.update(message),
        onLost: () => this.update({ type: "lost" }),
        since: () => this.model.seq,
      },
      watch,
      enter,
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
    const { play } = this.model;
    if (!play) return;
    this.#dropHeld();
    const { moment } = play;
    const pause = settings.pauseTime;
    // Bots choose at once, so the last choice of a person would be final as soon as it is made.
    if (!pause || !isAlone(this.model) || isFirstOfTwo(play, move)) return this.#send(moment, move);
    this.update({ type: "choosing", sent: { id: HELD, moment, move } });
    const others = play.view.seats.length - 1;
    const beat = pause / (others + 1);
    this.#othersShown = 0;
    const shown = setInterval(() => (this.#othersShown = (this.#othersShown ?? 0) + 1), beat);
    const reveal = (): void => {
      this.#dropHeld();
      this.#send(moment, move);
    };
    this.#held = { reveal, timers: [shown, setTimeout(reveal, pause)] };
  }
  #send(moment: number, move: Move): void {
    const id = this.request({ type: "choose", moment, move });
    this.update({ type: "choosing", sent: { id, moment, move } });
  }
  #dropHeld(): void {
    this.#held?.timers.forEach((timer) => clearTimeout(timer));
    this.#held = null;
    this.#othersShown = null;
  }
  /** Sends a choice that waits. */
  hurry(): void {
    this.#held?.reveal();
  }
  /** Against bots alone they are seen to choose after the person: how many so far; null: everybody as it is. */
  get othersShown(): number | null {
    const { play, sent } = this.model;
    if (!play || !settings.pauseTime || !isAlone(this.model)) return null;
    return mustDecide(play, sent) ? 0 : this.#othersShown;
  }

  withdraw(): void {
    if (this.#held) {
      this.#dropHeld();
      this.update({ type: "choosing", sent: null });
      return;
    }
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

  /** The table's options, with what was asked for and is not confirmed yet: the next change builds on it. */
  get options(): Options {
    return this.model.wanted?.options ?? this.model.table!.options;
  }
  setOptions(options: Options): void {
    this.update({ type: "wanting", id: this.request({ type: "set-options", options }), options });
  }
  chooseWonder(seat: number, board: string | null, side: BoardSide | null): void {
    const { options } = this;
    const seats = [...Array(options.seats).keys()];
    const boards = seats.map((each) => (each === seat ? board : (options.boards[each] ?? null)));
    const sides = seats.map((each) => (each === seat ? side : (options.sides[each] ?? null)));
    const id = this.request({ type: "choose-wonder", seat, board, side });
    this.update({ type: "wanting", id, options: { ...options, boards, sides } });
  }

  /** Opens a new socket, for example because the person got a name. */
  reconnect = (): void => this.#connection.reconnect();
  /** Opens the socket now instead of after the pause. */
  open = (): void => this.#connection.open();
  close = (): void => {
    this.#dropHeld();
    this.#connection.close();
  };
}
