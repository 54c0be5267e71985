/** What the viewer is about to choose: a card of the hand, what to do with it, how to pay. */
import { untrack } from "svelte";
import type { MovePreview, Move, Play } from "../api/messages";
import {
  bareMoves,
  cardsOf,
  choiceOf,
  decisionOf,
  hintFor,
  isDiscard,
  isMain,
  isWonder,
  mustDecide,
  stageFor,
  usesOf,
  type CardUse,
} from "../game/card-uses";
import { sameMove } from "../game/consequences";
import { previewKey, type Chooser } from "./chooser";

export class Picker {
  readonly #play: () => Play;
  readonly #chooser: () => Chooser;
  /** Belongs to one decision: a second copy of the card in the next hand is not selected. */
  #selection = $state.raw<{ key: string; index: number; payments: Readonly<Record<string, number>> }>({
    key: "",
    index: -1,
    payments: {},
  });
  /** The use of the card that the pointer or the focus is on. */
  #pointedAt = $state.raw<{ key: string; use: string } | null>(null);
  /** Previews that were requested already. */
  readonly #requested: Record<string, true> = {};

  constructor(play: () => Play, chooser: () => Chooser) {
    this.#play = play;
    this.#chooser = chooser;
  }

  get play(): Play {
    return this.#play();
  }
  readonly decision = $derived.by(() => decisionOf(this.play));
  /** Whether the table waits for the viewer. */
  readonly must = $derived.by(() => mustDecide(this.play, this.#chooser().sent));
  readonly choice = $derived.by(() => choiceOf(this.play, this.#chooser().sent));
  /** The choice for one city while another of the same player waits for its own. */
  readonly earlier = $derived.by((): Move | null => (this.must ? (this.play.view.chosen.at(-1) ?? null) : null));
  /** Whose card is chosen must be said: there is a Free City. */
  readonly two = $derived.by(() => this.play.view.free_city !== null);
  /** Of one decision; a moment comes again when a turn was taken back. */
  readonly key = $derived.by(() =>
    [this.play.moment, this.play.since, this.decision?.decision, this.decision?.city ?? ""].join("/"),
  );
  readonly cards = $derived.by(() => cardsOf(this.play, this.decision));
  readonly index = $derived(this.#selection.key === this.key ? this.#selection.index : -1);
  readonly card = $derived(this.cards[this.index]);
  readonly uses = $derived.by(() => (this.card === undefined ? [] : usesOf(this.play.help, this.decision, this.card)));
  readonly main = $derived(this.uses.filter(isMain));
  readonly wonder = $derived(this.uses.filter(isWonder));
  readonly discard = $derived(this.uses.find(isDiscard));
  readonly bare = $derived.by(() => bareMoves(this.decision));
  readonly hint = $derived.by(() =>
    this.card === undefined ? undefined : hintFor(this.play.help, this.decision, this.card),
  );
  readonly stage = $derived.by(() => stageFor(this.play.help, this.decision));
  /** Where the chosen card lies in the hand, while it can be changed. */
  readonly chosenIndex = $derived.by(() => {
    const { choice } = this;
    return choice?.card && (choice.city ?? null) === (this.decision?.city ?? null) && !this.must
      ? this.cards.indexOf(choice.card)
      : -1;
  });

  /** The use of the selected card whose consequences are shown. */
  readonly considered = $derived.by(() => {
    const pointedAt = this.#pointedAt;
    const found = pointedAt?.key === this.#cardKey ? this.uses.find((use) => nameOf(use) === pointedAt.use) : undefined;
    return found ?? this.main[0] ?? this.wonder[0] ?? this.discard;
  });
  /** The move that would be made now; with nothing selected, the one that was chosen and can still be changed. */
  readonly considering = $derived.by((): Move | null => {
    const use = this.considered;
    if (this.card !== undefined) return use?.moves[this.payment(use)] ?? null;
    return this.must ? null : this.choice;
  });
  /** What that move would do, once the server has answered. */
  readonly preview = $derived.by(() => this.previewOf(this.considering));

  /** The use with several payments: the considered one if it has them, else another. */
  readonly payable = $derived.by(() => {
    const several = (use: CardUse | undefined): boolean => (use?.moves.length ?? 0) > 1;
    return several(this.considered) ? this.considered : this.uses.find(several);
  });

  get #cardKey(): string {
    return `${this.key}/${this.index}`;
  }

  /** Shows what one use of the card would do. */
  consider(use: CardUse): void {
    this.#pointedAt = { key: this.#cardKey, use: nameOf(use) };
  }

  /** Handlers for a button: pointing at it shows what it would do. */
  pointing(use: CardUse) {
    const consider = (): void => this.consider(use);
    return { onpointerenter: consider, onfocus: consider };
  }

  previewOf(move: Move | null | undefined): MovePreview | undefined {
    if (!move?.card) return undefined;
    return this.#chooser().previews[previewKey(move.card, move.city)]?.find((each) => sameMove(each.move, move));
  }

  /** Requests previews of the moves with the considered card, once for each card and moment. */
  requestPreview(): void {
    const move = this.considering;
    if (!move?.card || this.play.you === null) return;
    const key = `${this.key}/${previewKey(move.card, move.city)}`;
    if (this.#requested[key]) return;
    this.#requested[key] = true;
    const { card, city } = move;
    untrack(() => this.#chooser().requestPreview(card, city ?? null));
  }

  pick(index: number): void {
    if (index >= this.cards.length) return;
    this.#selection = { key: this.key, index: index === this.index ? -1 : index, payments: {} };
  }

  /** Selects the card of a move with the use and the payment that make it. */
  take(move: Move): void {
    const index = move.card === undefined ? -1 : this.cards.indexOf(move.card);
    if (index < 0) return;
    this.#selection = { key: this.key, index, payments: {} };
    for (const use of this.uses) {
      const payment = use.moves.findIndex((each) => sameMove(each, move));
      if (payment < 0) continue;
      this.selectPayment(use, payment);
      this.consider(use);
    }
  }

  clear(): void {
    this.#selection = { key: this.key, index: -1, payments: {} };
  }

  /** The number of the payment that is selected for a use. */
  payment(use: CardUse): number {
    return Math.min(this.#selection.payments[nameOf(use)] ?? 0, use.moves.length - 1);
  }

  selectPayment(use: CardUse, number: number): void {
    this.#selection = { ...this.#selection, payments: { ...this.#selection.payments, [nameOf(use)]: number } };
  }

  /** Selects the next payment, where there are several. */
  nextPayment(): void {
    const use = this.payable;
    if (use) this.selectPayment(use, (this.payment(use) + 1) % use.moves.length);
  }

  /** What a use of the card costs in coins, with its selected payment. */
  total(use: CardUse): number {
    return use.prices[this.payment(use)]?.total ?? 0;
  }

  /** Chooses a use of the selected card. */
  act(use: CardUse | undefined): void {
    const move = use?.moves[this.payment(use)];
    if (move) this.choose(move);
  }

  choose(move: Move): void {
    this.#chooser().choose(move);
    this.clear();
  }

  withdraw(): void {
    if (this.choice) this.#chooser().withdraw();
  }
}

const nameOf = (use: CardUse): string => [use.action, use.using, use.copy].join();
