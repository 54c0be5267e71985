/** A place at a table in this page: the model, the line to the server, and what a player can ask for. */
import type { Move, Options } from "../api/messages";
import { Connection, type Request, type Socket } from "../api/connection";
import { EMPTY, update, type About, type Message, type TableModel } from "./table-model";

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
  chat: "chat",
  mute: "chat",
  rematch: "start",
};

const socket = (): Socket =>
  new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/ws`) as unknown as Socket;

export class TableSeat {
  model = $state.raw<TableModel>(EMPTY);
  readonly #connection: Connection;

  constructor(table: string, watch = false, openSocket: () => Socket = socket) {
    this.#connection = new Connection(
      table,
      {
        openSocket,
        onMessage: (message) => this.tell(message),
        onLost: () => this.tell({ type: "lost" }),
        since: () => this.model.seq,
      },
      watch,
    );
    this.#connection.open();
  }

  tell(message: Message): void {
    this.model = update(this.model, message);
  }

  ask(request: Request): number {
    const id = this.#connection.request(request);
    this.tell({ type: "requested", id, about: ABOUT[request.type] ?? "other" });
    return id;
  }

  /** Chooses a move: shown at once, confirmed by the server. */
  choose(move: Move): void {
    const moment = this.model.play?.moment;
    if (moment === undefined) return;
    const id = this.ask({ type: "choose", moment, move });
    this.tell({ type: "choosing", sent: { id, moment, move } });
  }

  withdraw(): void {
    const moment = this.model.play?.moment;
    if (moment !== undefined) this.ask({ type: "withdraw", moment });
  }

  /** Asks what the moves with a card would do. */
  lookAhead(card: string, city: number | null): void {
    const moment = this.model.play?.moment;
    if (moment !== undefined) this.ask({ type: "preview", moment, card, city });
  }

  setOptions(options: Options): void {
    this.ask({ type: "set-options", options });
  }

  /** Dials again after the person has got a name. */
  again = (): void => this.#connection.reconnect();
  /** The network is back: do not wait for the pause to end. */
  wake = (): void => this.#connection.open();
  close = (): void => this.#connection.close();
}
