/** Samples made by the real rules (scripts/samples.py). */
import { Rulebook } from "../game/rulebook";
import { DEFAULTS } from "../game/options";
import type { CardHint, Play, Reveal, RulebookData } from "../api/messages";
import overData from "../samples/over.json";
import playData from "../samples/play.json";
import type { Socket } from "../api/connection";
import { TableSeat } from "../state/table-client.svelte";
import rulebook from "../samples/rulebook.json";
import second from "../samples/rulebook-second.json";

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

/** A hint that says nothing but what is given. */
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

/** A socket that never answers. */
const silent = (): Socket => ({ send() {}, close() {}, onmessage: null, onclose: null });

/** Seat 0 at the table of the samples, without a server. */
export function sampleSeat(): TableSeat {
  const seat = new TableSeat("sample", false, silent);
  seat.tell({
    type: "table",
    seq: 1,
    id: null,
    table: {
      id: "sample",
      link: "/",
      status: "playing",
      options: DEFAULTS,
      host: null,
      seats: sample.names.map((name, at) => ({
        seat: at,
        person: { id: name, name, kind: "guest" },
        bot: at === 3 ? "hard" : null,
        ready: true,
        present: true,
        away_since: null,
        can_relieve: false,
      })),
      watchers: 0,
      created: 0,
      grace_seconds: 60,
      rematch: null,
    },
    you: 0,
    play: { ...sample.play, view: { ...sample.play.view, has_chosen: [2, 3, 6] } },
    reveals: [sample.reveal],
    chat: [],
    muted: [],
  });
  return seat;
}
