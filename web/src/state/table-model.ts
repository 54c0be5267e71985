/** What the client knows of a table, and how each message changes it. Pure: no page, no socket, no clock. */
import type {
  AdviceMessage,
  Bye,
  ChatLine,
  MovePreview,
  Person,
  Play,
  Reveal,
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
  previews: {},
  advice: null,
  requests: {},
  error: null,
  skew: 0,
  bye: null,
};

/** Events of the client itself. */
export type LocalMessage =
  | { readonly type: "requested"; readonly id: number; readonly about: About }
  | { readonly type: "choosing"; readonly sent: SentChoice & { readonly id: number } }
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
      return { ...model, seq: Math.max(model.seq, message.seq), table: message.table, you: message.you };
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
    case "done":
      return { ...answered(model, message.id), sent: model.sent?.id === message.id ? null : model.sent };
    case "error": {
      const about = message.id === JOIN ? "join" : (message.id !== null && model.requests[message.id]) || "other";
      const error: RequestError = { code: message.code, params: message.params, about };
      // A choice that came after the reveal is no mistake, nor is a preview.
      const quiet = message.code === "turn/stale" || about === "preview";
      const sent = model.sent?.id === message.id ? null : model.sent;
      // Retrying does not help where the table cannot be joined.
      const connection = about === "join" && !isTemporary(message.code) ? "closed" : model.connection;
      return { ...answered(model, message.id), connection, sent, error: quiet ? model.error : error };
    }
    case "bye":
      return { ...model, connection: message.again ? "lost" : "closed", bye: message.reason };
    case "pong":
      return model;
    case "requested":
      return {
        ...model,
        requests: { ...model.requests, [message.id]: message.about },
        error: model.error?.about === message.about ? null : model.error,
      };
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
const isAlone = ({ table, you }: TableModel): boolean =>
  you !== null && !!table?.seats.every((each) => each.seat === you || (each.bot && !each.person));
/** Whether the viewer may ask the sage. */
export const mayAsk = (model: TableModel): boolean =>
  model.you !== null && model.table?.status === "playing" && (model.table.options.coach || isAlone(model));
/** Whether the viewer may take back the last turn. */
export const mayTakeBack = (model: TableModel): boolean =>
  model.table?.status === "playing" && isAlone(model) && model.reveals.length > 0;

/** What the scene shows of a table at which a game has begun. */
export const snapshotOf = ({ play, table, reveals, news, before }: TableModel): TableSnapshot => ({
  play: play!,
  seats: table!.seats,
  reveals,
  news,
  before,
});
