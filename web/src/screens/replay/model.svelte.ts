/** What both layouts of the replay show: the game, the moment, and what is open on the page. */
import type { GameSource } from "../../api/http";
import type { DecisionAnalysis, Replay } from "../../api/messages";
import { settings } from "../../browser/settings.svelte";
import { decisionAt, decisionFor, forecastOf, otherSlip, slipsOf, type Forecast } from "../../game/analysis";
import { ranked } from "../../game/ranking";
import type { Rulebook } from "../../game/rulebook";
import { freeCityOf, namesOf } from "../../game/seats";
import * as m from "../../paraglide/messages.js";
import { Analysis } from "../../state/analysis.svelte";
import { playedWords } from "../../text/boxes";
import { dateWords, percent, tenths } from "../../text/format";
import { ReplayPlayer } from "./player.svelte";

export interface ReplaySource {
  readonly from: GameSource;
  readonly load: (seat: number) => Promise<Replay>;
  /** Where the page goes back to. */
  readonly home: string;
  /** The address of a moment; without one, there is nothing to link to. */
  readonly address?: (seat: number, moment: number) => string;
}

export class ReplayModel {
  readonly source: ReplaySource;
  readonly player: ReplayPlayer;
  readonly analysis: Analysis;
  readonly #book: () => Rulebook;

  /** The card whose details are shown. */
  card = $state.raw<string | null>(null);
  /** At the end the score sheet covers the table. */
  sheet = $state(true);
  /** What the lines show once there is an analysis. */
  forecast = $state<Forecast>("points");

  constructor(source: ReplaySource, first: Replay, at: number, book: () => Rulebook) {
    this.source = source;
    this.#book = book;
    this.player = new ReplayPlayer(first, at, source.load);
    this.analysis = new Analysis(source.from, settings.language);
  }

  get book(): Rulebook {
    return this.#book();
  }
  readonly replay = $derived.by(() => this.player.replay);
  readonly moment = $derived.by(() => this.player.moment);
  /** The same at every moment, so that a step makes nothing anew that only names it. */
  readonly names = $derived.by(() => namesOf(this.replay.seats, this.replay.moments[0]!.view, this.book));
  readonly over = $derived.by(() => this.replay.result !== null && this.player.at === this.player.last);
  readonly link = $derived.by(() => this.source.address?.(this.replay.seat, this.player.at));

  /** The decision at a moment of the seat one looks from, as far as it is analyzed. */
  readonly decision = $derived.by(() => {
    const { game } = this.analysis;
    return game ? decisionAt(game, this.player.at, this.replay.seat) : undefined;
  });
  /** The bad moves of that seat, by moment. */
  readonly slips = $derived.by(() => slipsOf(this.analysis.game, this.replay.seat));
  /** The figure of a city at the moment, as the lines show it. */
  figure(seat: number): string {
    const { game } = this.analysis;
    if (!game) return String(this.moment.help.figures[seat]?.points ?? 0);
    const value = forecastOf(game, seat, this.forecast)[this.player.at];
    if (value === undefined) return "";
    return this.forecast === "win" ? percent(value, settings.language) : tenths(value, settings.language);
  }
  /** The decision for a city at the moment. */
  decisionFor(city: number): DecisionAnalysis | undefined {
    const { game } = this.analysis;
    return game ? decisionFor(game, this.player.at, city) : undefined;
  }
  /** The moment of the next or the previous bad move. */
  slip(way: 1 | -1): number | undefined {
    return otherSlip(this.slips, this.player.at, way);
  }
  toSlip(way: 1 | -1): void {
    const at = this.slip(way);
    if (at === undefined) return;
    this.player.pause();
    this.player.jump(at);
  }

  /** The cities by place, once the game is over. */
  readonly places = $derived.by((): { seat: number; place: number | null }[] => {
    const { result } = this.replay;
    if (!result) return [];
    const free = freeCityOf(this.moment.view);
    const placed = ranked(result, free).flatMap(({ seats, place }) => seats.map((seat) => ({ seat, place })));
    return free === undefined ? placed : [...placed, { seat: free, place: null }];
  });

  readonly headline = $derived.by(() => {
    const { result } = this.replay;
    if (!result) return m.replay_title();
    const best = ranked(result, freeCityOf(this.moment.view))[0]!;
    const names = best.seats.map((seat) => this.names[seat]).join(" + ");
    return (result.teams ? m.win_team : m.wins_with)({ name: names, names, points: best.total });
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
