/** The rulebook as components ask for it: cards and boards by key, words by key. */
import { getContext, setContext } from "svelte";
import type { BoardData, CardData, RulebookData, SideData, TradePrices } from "../api/messages";

export type Color = "brown" | "gray" | "blue" | "green" | "yellow" | "red" | "purple" | "black" | "white";
export type Resource = "wood" | "stone" | "clay" | "ore" | "glass" | "textile" | "papyrus";

export const COLORS: readonly Color[] = ["brown", "gray", "blue", "green", "yellow", "red", "purple", "black", "white"];
export const RESOURCES: readonly Resource[] = ["wood", "stone", "clay", "ore", "glass", "textile", "papyrus"];

export class Rulebook {
  readonly #cards: ReadonlyMap<string, CardData>;
  readonly #boards: ReadonlyMap<string, BoardData>;

  constructor(readonly data: RulebookData) {
    this.#cards = new Map([...data.cards, ...data.leaders].map((card) => [card.card, card]));
    this.#boards = new Map(data.boards.map((board) => [board.wonder, board]));
  }

  /** A card or leader; an unknown one is shown by its key, so that a newer server does not break the page. */
  card(key: string): CardData {
    return this.#cards.get(key) ?? { ...NO_CARD, card: key, name: key };
  }

  hasCard(key: string): boolean {
    return this.#cards.has(key);
  }

  board(wonder: string): BoardData {
    return this.#boards.get(wonder) ?? { wonder, name: wonder, title: wonder, box: "", sides: [] };
  }

  side(wonder: string, side: string | null | undefined): SideData {
    const { sides } = this.board(wonder);
    return sides.find((each) => each.side === side) ?? sides[0] ?? NO_SIDE;
  }

  /** What one unit of a good, or of one of several, costs at a neighbor. */
  unitPrice([good]: readonly string[], prices: TradePrices): number {
    return good !== undefined && this.data.manufactured_goods.includes(good) ? prices.manufactured : prices.raw;
  }

  /** What a victory in an age is worth. */
  victory(age: number): number {
    return this.data.victory_tokens[age]!;
  }

  /** What a card, leader or wonder is called in the reader's language. */
  name(key: string): string {
    return this.#cards.get(key)?.name ?? this.board(key).name;
  }

  /** A word of the game by its key, for example "resource.wood". */
  word(key: string): string {
    return this.data.terms[key] ?? key.slice(key.indexOf(".") + 1);
  }
}

const NO_CARD: CardData = {
  card: "",
  name: "",
  color: "white",
  box: "",
  ages: {},
  coins: 0,
  cost: {},
  effects: [],
  chain_from: [],
  chain_to: [],
  symbols_in: [],
  symbols_out: [],
};
const NO_SIDE: SideData = {
  side: "A",
  resource: null,
  extra_coins: 0,
  powers: [],
  stages: [],
  pays_copied_cost: false,
};

const KEY = Symbol("book");

/** Makes a rulebook known to everything inside the calling component. */
export const setRulebook = (book: () => Rulebook): void => void setContext(KEY, book);

/** The rulebook of the table that the calling component is in. */
export const getRulebook = (): Rulebook => getContext<() => Rulebook>(KEY)();

/** The color of a card as a word of the style sheets. */
export const colorOf = (card: CardData): Color =>
  (COLORS as readonly string[]).includes(card.color) ? (card.color as Color) : "white";

/** The goods of a cost, one entry a unit, in the order of the rulebook. */
export const units = (cost: Readonly<Record<string, number>>): Resource[] =>
  RESOURCES.flatMap((resource) => Array<Resource>(cost[resource] ?? 0).fill(resource));
