/** Samples made by the real rules (scripts/samples.py), and scenes of them without a server. */
import type { Socket } from "../api/connection";
import type { CardHint, Play, Reveal, RulebookData } from "../api/messages";
import { DEFAULTS } from "../game/options";
import { Rulebook } from "../game/rulebook";
import overData from "../samples/over.json";
import playData from "../samples/play.json";
import second from "../samples/rulebook-second.json";
import rulebook from "../samples/rulebook.json";
import type { Chooser } from "../scene/chooser";
import { Scene } from "../scene/scene.svelte";
import { still, type TableSnapshot } from "../scene/snapshot";
import { TableClient } from "../state/table-client.svelte";
import { snapshotOf } from "../state/table-model";

interface Sample {
  names: string[];
  play: Play;
  reveal: Reveal;
  conflict: Reveal;
}

export const book = new Rulebook(rulebook as unknown as RulebookData);
export const secondBook = new Rulebook(second as unknown as RulebookData);
export const sample = playData as unknown as Sample;
export const over = overData as unknown as Pick<Sample, "names" | "play">;

/** A hint with defaults for what is not given. */
export const cardHint = (card: string, hint: Partial<CardHint> = {}): CardHint => ({
  card,
  city: 0,
  state: "own",
  by: null,
  coins: 0,
  prices: [],
  powers: [],
  reason: null,
  missing: [],
  ...hint,
});

const play: Play = { ...sample.play, view: { ...sample.play.view, has_chosen: [2, 3, 6] } };

const seated = ({ seats, ...rest }: TableSnapshot): TableSnapshot => ({
  ...rest,
  seats: seats.map((seat) => (seat.seat === 3 ? { ...seat, bot: "hard" } : seat)),
});

/** The table of the samples from seat 0: seven players, one of them a bot, and a hand of eight cards. */
export const sampleTable: TableSnapshot = {
  ...seated(still({ view: play.view, help: play.help, names: sample.names, reveals: [sample.reveal] })),
  play,
};

/** The same for somebody who only watches. */
export const watchedTable: TableSnapshot = seated(
  still({
    view: {
      ...play.view,
      seat: null,
      pending: [],
      chosen: [],
      seats: play.view.seats.map((seat) => ({
        ...seat,
        hand: Array.isArray(seat.hand) ? seat.hand.length : seat.hand,
        leader_hand: Array.isArray(seat.leader_hand) ? seat.leader_hand.length : seat.leader_hand,
      })),
    },
    help: { ...play.help, cards: [], stages: [] },
    names: sample.names,
    reveals: [sample.reveal],
  }),
);

/** A scene without a page. */
export const sampleScene = (chooser?: Chooser, table: TableSnapshot = sampleTable): Scene =>
  new Scene(() => ({ book, table, chooser }));

const silentSocket = (): Socket => ({ send() {}, close() {}, onmessage: null, onclose: null });

/** Seat 0 at the table of the samples, connected to a server that never answers. */
export function sampleClient(): TableClient {
  const client = new TableClient("sample", false, silentSocket);
  client.update({
    type: "table",
    seq: 1,
    id: null,
    table: {
      id: "sample",
      link: "/",
      status: "playing",
      options: DEFAULTS,
      host: null,
      seats: sampleTable.seats,
      invited: [],
      asks: [],
      watchers: 0,
      created: 0,
      grace_seconds: 60,
      code: null,
      rematch: null,
      begun: null,
      coached: false,
      taken_back: 0,
      daily: null,
    },
    you: 0,
    play,
    reveals: [sample.reveal],
    chat: [],
    muted: [],
  });
  return client;
}

/** The scene of a client's table. */
export const clientScene = (client: TableClient): Scene =>
  new Scene(() => ({ book, table: snapshotOf(client.model), chooser: client }));
