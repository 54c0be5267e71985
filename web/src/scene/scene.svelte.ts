/** The state of a table scene: a snapshot seen from the city in the middle, what is selected, and what lies open. */
import type { SeatFigures, ViewSeat } from "../api/messages";
import { settings } from "../browser/settings.svelte";
import type { CityState, NeighborState } from "../game/city";
import { conflictBeside, type Side, type War } from "../game/conflicts";
import { outlook, soldBy } from "../game/consequences";
import { lastTurn } from "../game/reveal";
import { COLORS, type Rulebook } from "../game/rulebook";
import { isBot, namesOf } from "../game/seats";
import { chips } from "../text/consequence-chips";
import type { RulePlace } from "../text/rules";
import type { Listener } from "../text/reveal-sentences";
import { NO_CHOOSER, type Chooser } from "./chooser";
import { layoutFor } from "./layout";
import { Picker } from "./picker.svelte";
import { Places } from "./places";
import { Presentation } from "./presentation.svelte";
import type { TableSnapshot } from "./snapshot";

/** What lies open beside the table. A page around the scene may have panels of its own. */
export type Panel =
  | { readonly at: "card"; readonly card: string }
  | { readonly at: "board"; readonly wonder: string; readonly side: string | null | undefined }
  | { readonly at: "city"; readonly seat: number }
  | { readonly at: "rules"; readonly rule: RulePlace | null }
  | { readonly at: "chat" | "log" | "settings" | "help" | "leaders" | "discards" };

export interface SceneInput {
  readonly book: Rulebook;
  readonly table: TableSnapshot;
  readonly chooser?: Chooser | undefined;
  /** How fast a reveal is shown; without it, as the settings say. */
  readonly pace?: number | undefined;
}

export class Scene {
  readonly #input: () => SceneInput;
  readonly places = new Places();
  readonly presentation = new Presentation();
  readonly picker: Picker;
  panel = $state.raw<Panel | null>(null);
  /** The city that a spectator looks at. */
  watched = $state(0);
  /** How large the scene is, in pixels before `scale`. */
  size = $state.raw({ width: 1440, height: 900 });

  /** The decision for which the sage is asked. */
  #asked = $state("");

  constructor(input: () => SceneInput) {
    this.#input = input;
    this.picker = new Picker(
      () => input().table.play,
      () => this.chooser,
    );
  }

  get book() {
    return this.#input().book;
  }
  get table() {
    return this.#input().table;
  }
  get chooser() {
    return this.#input().chooser ?? NO_CHOOSER;
  }
  /** Whether there is nothing to choose, only to look at. */
  get looking() {
    return !this.#input().chooser;
  }
  get pace() {
    return this.#input().pace ?? settings.pace;
  }
  get play() {
    return this.table.play;
  }
  get view() {
    return this.play.view;
  }
  get help() {
    return this.play.help;
  }
  /** The viewer's seat; null for a spectator. */
  get you() {
    return this.play.you;
  }

  readonly layout = $derived.by(() => layoutFor(this.size.width, this.size.height));
  readonly names = $derived.by(() => namesOf(this.table.seats, this.view, this.book));
  readonly partner = $derived.by(() => (this.you === null ? null : this.figures(this.you).partner));
  /** The seat of the city in the middle: the viewer's own, or the one that a spectator looks at. */
  readonly middle = $derived.by(() => this.you ?? this.watched);
  readonly figuresInMiddle = $derived.by(() => this.figures(this.middle));
  /** The city that the decision is for, possibly the Free City: its neighbors are paid. */
  readonly buyer = $derived.by(() => this.figures(this.picker.decision?.city ?? this.middle));
  /** The seats of cities that are neither in the middle nor neighbors. */
  readonly others = $derived.by(() => {
    const { left, right } = this.figuresInMiddle;
    return this.view.seats.map((_, seat) => seat).filter((seat) => ![this.middle, left, right].includes(seat));
  });
  /** Seats that have chosen, the viewer's as soon as the choice is sent. */
  readonly chosen = $derived.by(() => {
    const shown = this.chooser.othersShown ?? Infinity;
    const chosen = this.view.has_chosen
      .filter((seat) => seat === this.you)
      .concat(this.view.has_chosen.filter((seat) => seat !== this.you).slice(0, shown));
    return this.chooser.sent && this.you !== null && !chosen.includes(this.you) ? [...chosen, this.you] : chosen;
  });
  /** Players who have decided everything: of two, one decides for the Free City as well. */
  readonly ready = $derived.by(() => {
    const { free_city: free, has_chosen: cities } = this.view;
    const holds = free !== null && free.holder === this.you;
    const sent = this.chooser.sent && (!holds || cities.includes(free.seat) || cities.includes(free.holder));
    return this.chosen.filter(
      (seat) => seat < this.table.seats.length && ((seat === this.you && sent) || !this.play.waiting.includes(seat)),
    );
  });
  readonly owned = $derived.by(() => cardsIn(this.at(this.middle)));
  readonly hand = $derived.by(() => known(this.at(this.middle).hand));
  readonly leaders = $derived.by(() => known(this.at(this.middle).leader_hand));
  /** How many cards lie on the discard pile. */
  readonly discards = $derived.by(() => {
    const pile = this.view.discard;
    return typeof pile === "number" ? pile : pile.length;
  });
  readonly lastTurn = $derived.by(() => lastTurn(this.table.reveals));
  readonly listener = $derived.by((): Listener => ({
    you: this.you,
    figures: this.help.figures,
    names: this.names,
    book: this.book,
  }));
  /** The stage that the wonder in the middle offers next. */
  readonly stage = $derived.by(() => {
    if (this.you === null) return undefined;
    return this.picker.stage && this.picker.decision?.city == null
      ? this.picker.stage
      : this.help.stages.find((each) => each.city === this.middle);
  });
  /** People who are not connected. */
  readonly away = $derived.by(() =>
    this.table.seats.filter((each) => each.person && !each.present && !each.bot && each.seat !== this.you),
  );
  /** A bot plays for the viewer. */
  readonly replaced = $derived.by(() => this.you !== null && isBot(this.table.seats[this.you]));

  /** What the considered move would do. */
  readonly consequences = $derived.by(() => {
    const { preview } = this.picker;
    if (!preview) return [];
    const found = outlook(this.play, this.book, preview);
    const { left, right } = this.figures(found.city);
    const { book, names, you } = this;
    return chips(found, {
      book,
      names,
      you,
      left: this.name(left),
      right: this.name(right),
      sold: (seat) => this.#boughtFrom(seat),
    });
  });

  /** Whether the sage's advice lies open. */
  readonly coaching = $derived.by(() => !!this.chooser.coach && this.#asked === this.picker.key);
  /** What the sage would choose for the present decision, best first. */
  readonly advised = $derived.by(() => {
    const advice = this.chooser.coach?.advice;
    const city = this.picker.decision?.city ?? this.you;
    return this.coaching && advice?.city === city ? advice.moves : [];
  });
  /** Asks the sage, or closes what was said. */
  toggleCoach = (): void => {
    const { coach } = this.chooser;
    if (!coach) return;
    const open = !this.coaching;
    this.#asked = open ? this.picker.key : "";
    if (open && this.picker.must && !this.advised.length && coach.state !== "thinking") coach.ask();
  };

  at(seat: number): ViewSeat {
    return this.view.seats[seat]!;
  }
  name(seat: number): string {
    return this.names[seat] ?? "";
  }
  figures(seat: number): SeatFigures {
    return this.help.figures[seat]!;
  }

  city(seat: number): CityState {
    const { preview } = this.picker;
    return {
      seat,
      name: this.name(seat),
      view: this.at(seat),
      figures: this.figures(seat),
      chosen: this.chosen.includes(seat),
      away: this.away.some((each) => each.seat === seat),
      bot: isBot(this.table.seats[seat]),
      partner: seat === this.partner,
      fresh: this.#fresh(seat),
      coinsAfter: preview?.coins[seat],
      after: preview && (preview.move.city ?? preview.move.player) === seat ? preview : undefined,
    };
  }

  neighbor(side: Side): NeighborState {
    const city = this.city(this.figuresInMiddle[side]);
    return {
      side,
      city,
      prices: this.figuresInMiddle.prices[side],
      pricesAfter: this.#afterInMiddle?.prices[side],
      bought: this.#boughtFrom(city.seat),
      war: this.war(side),
    };
  }

  /** Whether a face-down card lies at a city: not while the cards of the last turn still fly. */
  showsChosenCard(seat: number): boolean {
    return this.chosen.includes(seat) && !this.presentation.moving;
  }

  /** The cards of a city, color by color. */
  built(seat: number): string[] {
    const rank = (card: string): number => COLORS.indexOf(this.book.card(card).color as never);
    return cardsIn(this.at(seat)).sort((a, b) => rank(a) - rank(b));
  }

  get #afterInMiddle() {
    return this.city(this.middle).after;
  }

  /** The goods that the considered move buys from a city. */
  #boughtFrom(seat: number): readonly string[] {
    return soldBy(this.play, this.picker.preview, seat);
  }

  #fresh(seat: number): string[] {
    return (this.lastTurn.deeds.find((each) => each.seat === seat)?.moves ?? []).flatMap((move) => move.card ?? []);
  }

  /** The conflict on one side of the city in the middle, now and after the considered move. */
  war(side: Side): War {
    const { middle, figuresInMiddle } = this;
    const now = conflictBeside(this.view.conflicts, middle, side, figuresInMiddle);
    const neighbor = figuresInMiddle[side];
    const peace = this.view.peace.some((seat) => seat === middle || seat === neighbor);
    const after = this.#afterInMiddle;
    return {
      now,
      calm: neighbor === this.partner ? "partner" : peace ? "peace" : null,
      past: now && now.other !== neighbor ? this.name(now.other) : null,
      then: after && conflictBeside(after.conflicts, middle, side, figuresInMiddle),
    };
  }

  open(panel: Panel): void {
    this.panel = panel;
  }
  close = (): void => void (this.panel = null);
  showCard = (card: string): void => this.open({ at: "card", card });
  showBoard(seat: number): void {
    const { wonder, side } = this.at(seat);
    this.open({ at: "board", wonder, side });
  }
  showRule = (rule: RulePlace | null): void => this.open({ at: "rules", rule });
  /** Takes a city into the middle for a spectator, opens it beside the table for a player. */
  showCity = (seat: number): void => {
    if (this.you === null) this.watched = seat;
    else this.open({ at: "city", seat });
  };
}

const cardsIn = ({ built, leaders }: ViewSeat): string[] => [...built, ...leaders];

/** The cards of a hand; empty where only their number is known. */
const known = (hand: readonly string[] | number | undefined): readonly string[] =>
  Array.isArray(hand) ? (hand as readonly string[]) : [];
