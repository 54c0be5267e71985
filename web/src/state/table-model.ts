/** What the client knows of a table, and how each message changes it. Pure: no page, no socket, no clock. */
import type {
  AdviceMessage,
  Bye,
  ChatLine,
  MovePreview,
  Notice,
  Options,
  Person,
  Play,
  Reveal,
  SeatRequest,
  ServerMessage,
  TableState,
} from "../api/messages";
import { isTemporary } from "../api/errors";
import { JOIN } from "../api/connection";
import type { SentChoice } from "../game/card-uses";
import { previewKey } from "../scene/chooser";
import type { TableSnapshot } from "../scene/snapshot";

/** A refusal, and what it was about, so that it can be shown where it happened. */
export interface RequestError {
  readonly code: string;
  readonly params: Readonly<Record<string, string | number>>;
  readonly about: About;
}
export type About = "join" | "seat" | "options" | "start" | "choice" | "chat" | "preview" | "advice" | "other";

export interface TableModel {
  /** Whether the server is listening: before the first answer, now, or lost and coming back. */
  readonly connection: "opening" | "open" | "lost" | "closed";
  readonly seq: number;
  readonly me: Person | null;
  readonly table: TableState | null;
  readonly you: number | null;
  readonly play: Play | null;
  /** Everything that was revealed, oldest first. */
  readonly reveals: readonly Reveal[];
  /** What the last message revealed, until it is shown; empty after the page was loaded. */
  readonly news: readonly Reveal[];
  /** The game before the news. */
  readonly before: Play | null;
  /** The game ended while this page was open, and its end has not been shown yet. */
  readonly finale: boolean;
  readonly chat: readonly ChatLine[];
  readonly muted: readonly string[];
  /** Shown at once; the server has not confirmed it yet. */
  readonly sent: (SentChoice & { readonly id: number }) | null;
  /** The table's options as last asked for, until the server shows what became of it. */
  readonly wanted: WantedOptions | null;
  /** What the moves with a card would do, for the present moment, by `previewKey`. */
  readonly previews: Readonly<Record<string, readonly MovePreview[]>>;
  /** What the sage advises for the present moment. */
  readonly advice: AdviceMessage | null;
  /** Requests under way, by number, so that an error finds its place. */
  readonly requests: Readonly<Record<number, About>>;
  readonly error: RequestError | null;
  /** The server's clock minus ours, in milliseconds. */
  readonly skew: number;
  readonly bye: Bye["reason"] | null;
  /** What the host tells everybody; null as long as there is nothing. */
  readonly notice: Notice | null;
}

interface WantedOptions {
  /** The number of the request. */
  readonly id: number;
  readonly options: Options;
  /** The sequence number from which on the table's own options hold them; null: not answered yet. */
  readonly seq: number | null;
}

export const EMPTY: TableModel = {
  connection: "opening",
  seq: 0,
  me: null,
  table: null,
  you: null,
  play: null,
  reveals: [],
  news: [],
  before: null,
  finale: false,
  chat: [],
  muted: [],
  sent: null,
  wanted: null,
  previews: {},
  advice: null,
  requests: {},
  error: null,
  skew: 0,
  bye: null,
  notice: null,
};

const LAST_AGE = 3;

/** Events of the client itself. */
export type LocalMessage =
  | { readonly type: "requested"; readonly id: number; readonly about: About }
  | { readonly type: "wanting"; readonly id: number; readonly options: Options }
  | { readonly type: "choosing"; readonly sent: (SentChoice & { readonly id: number }) | null }
  | { readonly type: "lost" }
  | { readonly type: "shown" }
  | { readonly type: "end-shown" }
  | { readonly type: "dismiss" };

export type Message = (ServerMessage & { readonly received?: number }) | LocalMessage;

/** The model after a message. */
export function update(model: TableModel, message: Message): TableModel {
  switch (message.type) {
    case "welcome":
      return {
        ...model,
        me: message.you,
        skew: message.received === undefined ? 0 : message.now - message.received,
        bye: null,
      };
    case "table": {
      const again = model.seq > 0 && model.table?.id === message.table.id;
      const play = message.play;
      return settle(model, {
        ...model,
        wanted: null,
        connection: "open",
        seq: message.seq,
        table: message.table,
        you: message.you,
        play,
        reveals: again ? standing(joined(model.reveals, message.reveals), play) : message.reveals,
        news: again ? missing(model.reveals, message.reveals) : [],
        before: again ? model.play : null,
        chat: again ? joined(model.chat, message.chat) : message.chat,
        muted: message.muted,
        error: model.error?.about === "join" ? null : model.error,
      });
    }
    case "lobby":
      return shownOptions({
        ...model,
        seq: Math.max(model.seq, message.seq),
        table: message.table,
        you: message.you,
      });
    case "chosen": {
      const seq = Math.max(model.seq, message.seq);
      if (message.play) return settle(model, { ...model, seq, play: message.play });
      if (!model.play || model.play.moment !== message.moment) return { ...model, seq };
      const view = { ...model.play.view, has_chosen: message.has_chosen };
      return { ...model, seq, play: { ...model.play, view, waiting: message.waiting } };
    }
    case "play":
      return settle(model, {
        ...model,
        seq: Math.max(model.seq, message.seq),
        play: message.play,
        reveals: standing(joined(model.reveals, message.reveals), message.play),
        news: missing(model.reveals, message.reveals),
        before: model.play,
        finale: model.finale || (message.play.result !== null && model.play?.result === null),
        error: model.error?.about === "choice" ? null : model.error,
      });
    case "preview": {
      const known = { ...model.previews, [previewKey(message.card, message.city)]: message.moves };
      const late = message.moment !== model.play?.moment;
      return { ...answered(model, message.id), previews: late ? model.previews : known };
    }
    case "advice": {
      const late = message.moment !== model.play?.moment;
      return { ...answered(model, message.id), advice: late ? model.advice : message };
    }
    case "chat":
      return { ...model, seq: Math.max(model.seq, message.seq), chat: joined(model.chat, [message.line]) };
    case "muted":
      return { ...model, muted: message.muted };
    case "done": {
      const { wanted } = model;
      return shownOptions({
        ...answered(model, message.id),
        sent: model.sent?.id === message.id ? null : model.sent,
        wanted: wanted?.id === message.id ? { ...wanted, seq: message.seq } : wanted,
      });
    }
    case "error": {
      const about = message.id === JOIN ? "join" : (message.id !== null && model.requests[message.id]) || "other";
      const error: RequestError = { code: message.code, params: message.params, about };
      // A choice that came after the reveal is no mistake, nor is a preview.
      const quiet = message.code === "turn/stale" || about === "preview";
      const sent = model.sent?.id === message.id ? null : model.sent;
      const wanted = model.wanted?.id === message.id ? null : model.wanted;
      // Retrying does not help where the table cannot be joined.
      const connection = about === "join" && !isTemporary(message.code) ? "closed" : model.connection;
      return { ...answered(model, message.id), connection, sent, wanted, error: quiet ? model.error : error };
    }
    case "bye":
      return { ...model, connection: message.again ? "lost" : "closed", bye: message.reason };
    case "notice":
      return { ...model, notice: message.notice };
    case "pong":
    case "invitation": // for programs alone
      return model;
    case "requested":
      return {
        ...model,
        requests: { ...model.requests, [message.id]: message.about },
        error: model.error?.about === message.about ? null : model.error,
      };
    case "wanting":
      return { ...model, wanted: { id: message.id, options: message.options, seq: null } };
    case "choosing":
      return { ...model, sent: message.sent, error: model.error?.about === "choice" ? null : model.error };
    case "lost":
      return model.connection === "closed" ? model : { ...model, connection: "lost" };
    case "shown":
      return { ...model, news: [], before: null };
    case "end-shown":
      return { ...model, finale: false };
    case "dismiss":
      return { ...model, error: null };
  }
}

/** Drops a sent choice, all previews and advice once their moment is over. */
const settle = (before: TableModel, after: TableModel): TableModel => {
  const moment = after.play?.moment;
  return {
    ...after,
    sent: after.sent && moment !== after.sent.moment ? null : after.sent,
    previews: before.play?.moment === moment ? after.previews : {},
    advice: before.play?.moment === moment ? after.advice : null,
  };
};

/** Drops the options asked for once the table itself has them. */
const shownOptions = (model: TableModel): TableModel => {
  const from = model.wanted?.seq ?? null;
  return from !== null && model.seq >= from ? { ...model, wanted: null } : model;
};

const answered = (model: TableModel, id: number | null): TableModel => {
  if (id === null) return model;
  const requests = { ...model.requests };
  delete requests[id];
  return { ...model, requests };
};

interface Numbered {
  readonly seq: number;
  readonly moment?: number;
}
const same = (a: Numbered, b: Numbered): boolean => a.seq === b.seq && a.moment === b.moment;
const missing = <T extends Numbered>(known: readonly T[], told: readonly T[]): T[] =>
  told.filter((each) => !known.some((old) => same(old, each)));
const joined = <T extends Numbered>(known: readonly T[], told: readonly T[]): T[] => [
  ...known,
  ...missing(known, told),
];

/** The reveals that stand: a turn that was taken back is played again, or lies ahead. */
function standing(reveals: readonly Reveal[], play: Play | null): Reveal[] {
  const found: Reveal[] = [];
  for (const reveal of [...reveals].sort((a, b) => a.seq - b.seq)) {
    while (found.length && found.at(-1)!.moment >= reveal.moment) found.pop();
    found.push(reveal);
  }
  return found.filter((reveal) => !play || reveal.moment < play.moment);
}

/** Whether bots have all other seats. */
export const isAlone = ({ table, you }: TableModel): boolean =>
  you !== null && !!table?.seats.every((each) => each.seat === you || (each.bot && !each.person));
/** Whether the viewer may ask the sage. */
export const mayAsk = (model: TableModel): boolean =>
  model.you !== null &&
  model.table?.status === "playing" &&
  !model.table.daily &&
  (model.table.options.coach || isAlone(model));
/** Whether the viewer may take back the last turn. */
export const mayTakeBack = (model: TableModel): boolean =>
  model.table?.status === "playing" && !model.table.daily && isAlone(model) && model.reveals.length > 0;

/** Whether the viewer may open a bot's seat to newcomers. */
export const mayInvite = ({ table, you, me, play }: TableModel): boolean =>
  you !== null &&
  table?.status === "playing" &&
  table.host === me?.id &&
  play !== null &&
  play.view.age < LAST_AGE &&
  table.seats.some((seat) => seat.bot && !seat.person);
/** The wish of a newcomer that the viewer has not answered. */
export const unanswered = ({ table, you }: TableModel): SeatRequest | undefined =>
  you === null ? undefined : table?.asks.find((ask) => !ask.agreed.includes(you));

/** What the scene shows of a table at which a game has begun. */
export const snapshotOf = ({ play, table, reveals, news, before }: TableModel): TableSnapshot => ({
  play: play!,
  seats: table!.seats,
  reveals,
  news,
  before,
});
