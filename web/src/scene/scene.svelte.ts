/** What the table screen shows: the model seen from the city in the middle, and what lies open on it. */
import { COLORS, type Rulebook } from "../game/rulebook";
import { chips } from "../text/consequence-chips";
import type { MovePreview, SeatFigures, ViewSeat } from "../api/messages";
import { outlook, soldBy } from "../game/consequences";
import { conflictBeside, type Side, type War } from "../game/conflicts";
import { lastTurn } from "../game/reveal";
import { isBot, namesOf, partnerOf } from "../game/seats";
import * as m from "../paraglide/messages.js";
import type { Listener } from "../text/reveal-sentences";
import type { Picker } from "./picker.svelte";
import type { TableSeat } from "../state/table-client.svelte";
import { Show } from "./presentation.svelte";

/** What lies open beside the table. */
export type Panel =
  | { at: "card"; card: string }
  | { at: "board"; wonder: string; side: string | null | undefined }
  | { at: "city"; seat: number }
  | { at: "chat" | "log" | "settings" | "help" | "leaders" | "discards" };

export class Scene {
  panel = $state.raw<Panel | null>(null);
  readonly show = new Show();
  /** The city that somebody who watches looks at. */
  looked = $state(0);
  #read = $state(0);

  constructor(
    readonly seat: TableSeat,
    readonly book: Rulebook,
    readonly picker: Picker,
  ) {
    // What was said before the page was opened is not news.
    this.#read = seat.model.chat.length;
  }

  get model() {
    return this.seat.model;
  }
  get table() {
    return this.seat.model.table!;
  }
  get play() {
    return this.seat.model.play!;
  }
  get view() {
    return this.play.view;
  }
  get help() {
    return this.play.help;
  }
  get you() {
    return this.seat.model.you;
  }

  readonly names = $derived.by(() => namesOf(this.table.seats, this.view, this.book));
  readonly partner = $derived.by(() => partnerOf(this.view, this.you));
  /** Whose city is in the middle: the own one; somebody who watches looks at one after another. */
  readonly me = $derived.by(() => this.you ?? this.looked);
  readonly mine = $derived.by(() => this.figures(this.me));
  /** The city that is decided for now, the Free City too: its neighbors are paid. */
  readonly buyer = $derived.by(() => this.figures(this.picker.decision?.city ?? this.me));
  /** The cities that are no neighbors. */
  readonly others = $derived.by(() =>
    this.view.seats.map((_, at) => at).filter((at) => ![this.me, this.mine.left, this.mine.right].includes(at)),
  );
  readonly chosen = $derived.by(() => {
    const told = this.view.has_chosen ?? [];
    return this.model.sent && this.you !== null && !told.includes(this.you) ? [...told, this.you] : told;
  });
  readonly owned = $derived.by(() => [...(this.at(this.me).built ?? []), ...(this.at(this.me).leaders ?? [])]);
  readonly hand = $derived.by(() => cards(this.at(this.me).hand));
  readonly leaders = $derived.by(() => cards(this.at(this.me).leader_hand));
  readonly discards = $derived.by(() => {
    const pile = this.view.discard ?? 0;
    return typeof pile === "number" ? pile : pile.length;
  });
  readonly last = $derived.by(() => lastTurn(this.model.reveals));
  /** The viewer, to whom moves are told. */
  readonly listener = $derived.by((): Listener => ({
    you: this.you,
    partner: this.partner,
    figures: this.help.figures,
    names: this.names,
    book: this.book,
  }));
  /** The stage that the wonder in the middle offers next. */
  readonly stage = $derived.by(() => {
    if (this.you === null) return undefined;
    return this.picker.stage && this.picker.decision?.city == null
      ? this.picker.stage
      : this.help.stages?.find((each) => each.city === this.me);
  });
  readonly away = $derived.by(() =>
    this.table.seats.filter((each) => each.person && !each.present && !each.bot && each.seat !== this.you),
  );
  /** Whether a bot sits in for the viewer. */
  readonly replaced = $derived.by(() => this.you !== null && isBot(this.table.seats[this.you]));
  readonly unread = $derived.by(() => Math.max(0, this.model.chat.length - this.#read));

  /** What the move that is looked at would do, sign by sign. */
  readonly ahead = $derived.by(() => {
    const preview = this.picker.preview;
    if (!preview) return [];
    const told = outlook(this.play, this.book, preview);
    const { left, right } = this.figures(told.city);
    const { book, names, you } = this;
    return chips(told, {
      book,
      names,
      you,
      left: this.name(left),
      right: this.name(right),
      sold: (seat) => this.sold(seat),
    });
  });
  /** What that move does to a city, where it is for that one. */
  then(seat: number): MovePreview | undefined {
    const preview = this.picker.preview;
    return preview && (preview.move.city ?? preview.move.player) === seat ? preview : undefined;
  }
  coinsThen(seat: number): number | undefined {
    return this.picker.preview?.coins[seat];
  }
  /** The goods that a city sells in that move. */
  sold(seat: number): readonly string[] {
    return soldBy(this.play, this.picker.preview, seat);
  }
  /** The conflict on one side of the city in the middle, and after that move. */
  war(side: Side): War {
    const { me, mine } = this;
    const then = this.then(me);
    const now = conflictBeside(this.view.conflicts ?? [], me, side, mine);
    const peace = (this.view.peace ?? []).some((seat) => seat === me || seat === mine[side]);
    return {
      now,
      calm: mine[side] === this.partner ? "partner" : peace ? "peace" : null,
      past: now && now.other !== mine[side] ? this.name(now.other) : null,
      then: then && conflictBeside(then.conflicts, me, side, mine),
    };
  }

  at(seat: number): ViewSeat {
    return this.view.seats[seat]!;
  }
  name(seat: number): string {
    return this.names[seat] ?? "";
  }
  /** The name where there is no other room to say who plays together. */
  tileName(seat: number): string {
    return seat === this.partner ? m.partner_name({ name: this.name(seat) }) : this.name(seat);
  }
  figures(seat: number): SeatFigures {
    return this.help.figures.find((each) => each.seat === seat)!;
  }
  isAway(seat: number): boolean {
    return this.away.some((each) => each.seat === seat);
  }
  bot(seat: number): boolean {
    return isBot(this.table.seats[seat]);
  }
  /** The cards that came to a city in the last turn. */
  fresh(seat: number): string[] {
    return (this.last.deeds.find((each) => each.seat === seat)?.moves ?? []).flatMap((move) => move.card ?? []);
  }
  /** What stands in a city, color by color. */
  built(seat: number): string[] {
    const rank = (card: string): number => COLORS.indexOf(this.book.card(card).color as never);
    return [...(this.at(seat).built ?? []), ...(this.at(seat).leaders ?? [])].sort((a, b) => rank(a) - rank(b));
  }

  open(panel: Panel): void {
    this.panel = panel;
  }
  showCard = (card: string): void => this.open({ at: "card", card });
  showBoard(seat: number): void {
    this.open({ at: "board", wonder: this.at(seat).wonder, side: this.at(seat).side });
  }
  close = (): void => void (this.panel = null);
  readChat(): void {
    this.#read = this.model.chat.length;
  }
}

/** The cards of a hand, where they are known; others know only how many there are. */
const cards = (hand: readonly string[] | number | undefined): readonly string[] =>
  Array.isArray(hand) ? (hand as readonly string[]) : [];
