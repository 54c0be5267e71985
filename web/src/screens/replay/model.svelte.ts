/** What both layouts of the replay show: the game, the moment, and what is open on the page. */
import type { Replay } from "../../api/messages";
import { settings } from "../../browser/settings.svelte";
import { ranked } from "../../game/ranking";
import type { Rulebook } from "../../game/rulebook";
import { namesOf } from "../../game/seats";
import * as m from "../../paraglide/messages.js";
import { playedWords } from "../../text/boxes";
import { dateWords } from "../../text/format";
import { ReplayPlayer } from "./player.svelte";

/** Where the game comes from. */
export type ReplayFrom = { readonly table: string } | { readonly record: string };

export interface ReplaySource {
  readonly from: ReplayFrom;
  readonly load: (seat: number) => Promise<Replay>;
  /** Where the page goes back to. */
  readonly home: string;
  /** The address of a moment; without one, there is nothing to link to. */
  readonly address?: (seat: number, moment: number) => string;
}

export class ReplayModel {
  readonly source: ReplaySource;
  readonly player: ReplayPlayer;
  readonly #book: () => Rulebook;

  /** The card whose details are shown. */
  card = $state.raw<string | null>(null);
  /** At the end the score sheet covers the table. */
  sheet = $state(true);

  constructor(source: ReplaySource, first: Replay, at: number, book: () => Rulebook) {
    this.source = source;
    this.#book = book;
    this.player = new ReplayPlayer(first, at, source.load);
  }

  get book(): Rulebook {
    return this.#book();
  }
  readonly replay = $derived.by(() => this.player.replay);
  readonly moment = $derived.by(() => this.player.moment);
  readonly names = $derived.by(() => namesOf(this.replay.seats, this.moment.view, this.book));
  readonly over = $derived.by(() => this.replay.result !== null && this.player.at === this.player.last);
  readonly link = $derived.by(() => this.source.address?.(this.replay.seat, this.player.at));

  /** The cities by place, once the game is over. */
  readonly places = $derived.by((): { seat: number; place: number | null }[] => {
    const { result } = this.replay;
    if (!result) return [];
    const free = this.moment.view.free_city?.seat;
    const placed = ranked(result, free).flatMap(({ seats, place }) => seats.map((seat) => ({ seat, place })));
    return free === undefined ? placed : [...placed, { seat: free, place: null }];
  });

  readonly headline = $derived.by(() => {
    const { result } = this.replay;
    if (!result) return m.replay_title();
    const best = ranked(result, this.moment.view.free_city?.seat)[0]!;
    return m.wins_with({ name: best.seats.map((seat) => this.names[seat]).join(" + "), points: best.total });
  });
  readonly about = $derived.by(() => {
    const { options, seats, ended } = this.replay;
    return [
      playedWords(options),
      m.players_count({ count: seats.length }),
      ended === null ? "" : dateWords(ended, settings.language),
    ]
      .filter(Boolean)
      .join(" · ");
  });

  readonly showCard = (card: string): void => void (this.card = card);
}
