/** What somebody is about to choose at a table: the card in the hand, what to do with it, how to pay. */
import { untrack } from "svelte";
import {
  bareMoves,
  cardsOf,
  hintFor,
  isDiscard,
  isMain,
  isWonder,
  stageFor,
  waysOf,
  type Way,
} from "../game/card-uses";
import type { MovePreview, Move } from "../api/messages";
import { sameMove } from "../game/consequences";
import type { TableSeat } from "../state/table-client.svelte";
import { choiceOf, decisionOf, mustDecide, previewKey } from "../state/table-model";

export class Picker {
  readonly #seat: TableSeat;
  /** A selection holds for one decision only: a second copy in the next hand must not look selected. */
  #selection = $state.raw<{ key: string; index: number; pays: Readonly<Record<string, number>> }>({
    key: "",
    index: -1,
    pays: {},
  });

  /** The use of the card that somebody points at; else the first one counts. */
  #looked = $state.raw<{ key: string; name: string } | null>(null);
  /** What was asked for already, so that nothing is asked twice. */
  readonly #asked: Record<string, true> = {};

  constructor(seat: TableSeat) {
    this.#seat = seat;
  }

  get play() {
    return this.#seat.model.play!;
  }
  readonly decision = $derived.by(() => decisionOf(this.#seat.model.play));
  readonly must = $derived.by(() => mustDecide(this.#seat.model));
  readonly choice = $derived.by(() => choiceOf(this.#seat.model));
  readonly key = $derived.by(
    () => `${this.#seat.model.play?.moment}/${this.decision?.decision}/${this.decision?.city ?? ""}`,
  );
  readonly cards = $derived.by(() => (this.#seat.model.play ? cardsOf(this.#seat.model.play, this.decision) : []));
  readonly index = $derived(this.#selection.key === this.key ? this.#selection.index : -1);
  readonly card = $derived(this.cards[this.index]);
  readonly ways = $derived.by(() => (this.card === undefined ? [] : waysOf(this.play.help, this.decision, this.card)));
  readonly main = $derived(this.ways.filter(isMain));
  readonly wonder = $derived(this.ways.filter(isWonder));
  readonly discard = $derived(this.ways.find(isDiscard));
  readonly bare = $derived.by(() => bareMoves(this.decision));
  readonly hint = $derived.by(() =>
    this.card === undefined ? undefined : hintFor(this.play.help, this.decision, this.card),
  );
  readonly stage = $derived.by(() => (this.#seat.model.play ? stageFor(this.play.help, this.decision) : undefined));
  /** Where the chosen card lies in the hand, while it can be changed. */
  readonly chosenIndex = $derived.by(() => {
    const choice = this.choice;
    return choice?.card && (choice.city ?? null) === (this.decision?.city ?? null) && !this.must
      ? this.cards.indexOf(choice.card)
      : -1;
  });

  /** The use of the selected card whose consequences are shown. */
  readonly considered = $derived.by(() => {
    const looked = this.#looked;
    const named =
      looked?.key === this.#lookKey ? this.ways.find((way) => Picker.#name(way) === looked.name) : undefined;
    return named ?? this.main[0] ?? this.wonder[0] ?? this.discard;
  });
  /** The move that would be made now; with nothing selected, the one that was chosen and can still be changed. */
  readonly considering = $derived.by((): Move | null => {
    const way = this.considered;
    if (this.card !== undefined) return way?.moves[this.paid(way)] ?? null;
    return this.must ? null : this.choice;
  });
  /** What that move would do, once the server has said so. */
  readonly preview = $derived.by(() => this.previewOf(this.considering));

  /** What has several payments: the use that is looked at, else whatever has. */
  readonly pays = $derived.by(() => {
    const several = (each: Way | undefined): boolean => (each?.moves.length ?? 0) > 1;
    return several(this.considered) ? this.considered : this.ways.find(several);
  });

  get #lookKey(): string {
    return `${this.key}/${this.index}`;
  }

  /** Shows what one use of the card would do; null: what its first use would. */
  look(way: Way | null): void {
    this.#looked = way && { key: this.#lookKey, name: Picker.#name(way) };
  }

  /** Pointing at a use of the card shows what it would do. */
  pointing(way: Way) {
    const look = (): void => this.look(way);
    return { onpointerenter: look, onfocus: look };
  }

  previewOf(move: Move | null | undefined): MovePreview | undefined {
    if (!move?.card) return undefined;
    return this.#seat.model.previews[previewKey(move.card, move.city)]?.find((each) => sameMove(each.move, move));
  }

  /** Asks the server what the moves with the card would do, once for each card and moment. */
  askPreview(): void {
    const move = this.considering;
    if (!move?.card || this.play.you === null) return;
    const key = `${this.play.moment}/${previewKey(move.card, move.city)}`;
    if (this.#asked[key]) return;
    this.#asked[key] = true;
    const { card, city } = move;
    untrack(() => this.#seat.lookAhead(card, city ?? null));
  }

  pick(index: number): void {
    if (index >= this.cards.length) return;
    this.#selection = { key: this.key, index: index === this.index ? -1 : index, pays: {} };
  }

  clear(): void {
    this.#selection = { key: this.key, index: -1, pays: {} };
  }

  static #name = (way: Way): string => [way.action, way.using, way.copy].join();

  /** Which of the payments of a way is taken. */
  paid(way: Way): number {
    return Math.min(this.#selection.pays[Picker.#name(way)] ?? 0, way.moves.length - 1);
  }

  pay(way: Way, at: number): void {
    this.#selection = { ...this.#selection, pays: { ...this.#selection.pays, [Picker.#name(way)]: at } };
  }

  /** What a use of the card costs in coins, with the payment that is taken. */
  total(way: Way): number {
    return way.prices[this.paid(way)]?.total ?? 0;
  }

  /** The next payment of whatever has several. */
  nextPayment(): boolean {
    const way = this.pays;
    if (!way) return false;
    this.pay(way, (this.paid(way) + 1) % way.moves.length);
    return true;
  }

  act(way: Way | undefined): boolean {
    const move = way?.moves[this.paid(way)];
    if (!move) return false;
    this.choose(move);
    return true;
  }

  choose(move: Move): void {
    this.#seat.choose(move);
    this.clear();
  }
}
