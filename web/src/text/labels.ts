/** Labels of cards, stages and cities for screen readers: one sentence each. */
import * as m from "../paraglide/messages.js";
import { getLocale } from "../paraglide/runtime.js";
import { cheapest, whyNotBuilt } from "./affordability";
import { RESOURCES, colorOf, type Rulebook, type Color } from "../game/rulebook";
import { caption } from "./effects";
import type { CardData, CardHint, Effect, Science, StageData, StageHint } from "../api/messages";
import type { CityState } from "../game/city";
import { coinsWord, goodsWord, sentence, shieldsWord } from "./format";

/** A list, joined as the language does it. */
export const listed = (words: readonly string[], type: "conjunction" | "disjunction" = "conjunction"): string =>
  new Intl.ListFormat(getLocale(), { type }).format(words);

const KIND: Record<Color, () => string> = {
  brown: m.one_brown,
  gray: m.one_gray,
  blue: m.one_blue,
  green: m.one_green,
  yellow: m.one_yellow,
  red: m.one_red,
  purple: m.one_purple,
  black: m.one_black,
  white: m.one_white,
};

const effectSentences = (effects: readonly Effect[], book: Rulebook): string[] =>
  effects.map((effect) => sentence(effect.text || caption(effect, (key) => book.word(key))));

/** What a card or a stage costs. */
function costSentence({ coins, cost }: Pick<StageData, "coins" | "cost">, book: Rulebook): string {
  const parts = [
    ...(coins ? [coinsWord(coins)] : []),
    ...RESOURCES.filter((good) => cost[good]).map((good) => goodsWord(cost[good]!, good, (key) => book.word(key))),
  ];
  return parts.length ? m.cost_label({ list: listed(parts) }) : m.cost_nothing();
}

/** A card by its name, its kind and what it does. */
export const builtLabel = (card: CardData, book: Rulebook, fresh = false): string =>
  [
    m.card_label({ name: card.name, kind: KIND[colorOf(card)]() }),
    ...effectSentences(card.effects, book),
    ...(fresh ? [m.just_built()] : []),
  ].join(" ");

/** A card in full: also its cost and its chains in both directions. */
export const cardLabel = (card: CardData, book: Rulebook): string =>
  [
    builtLabel(card, book),
    costSentence(card, book),
    ...(card.chain_from.length
      ? [
          m.chain_from({
            card: listed(
              card.chain_from.map((each) => book.name(each)),
              "disjunction",
            ),
          }),
        ]
      : []),
    ...(card.chain_to.length ? [m.chain_to({ card: listed(card.chain_to.map((each) => book.name(each))) })] : []),
  ].join(" ");

/** Whether something can be built now, and what it takes. */
function possible(hint: CardHint | StageHint, act: string, book: Rulebook): string {
  const coins = cheapest(hint);
  if (hint.state === "no") return m.can_not({ act, why: whyNotBuilt(hint, book) });
  if (hint.state === "chain") return m.can_chain({ act });
  if (hint.state === "power") return m.can_power({ act, name: book.name(("by" in hint && hint.by) || "") });
  if (coins) return m.can_pay({ act, coins: coinsWord(coins) });
  return hint.state === "free" ? m.can_free({ act }) : m.can_own({ act });
}

/** A card of the hand: also whether it can be built. */
export const handLabel = (card: CardData, hint: CardHint | undefined, book: Rulebook): string =>
  [
    cardLabel(card, book),
    ...(hint ? [possible(hint, book.word(card.color === "white" ? "action.recruit" : "action.build"), book)] : []),
  ].join(" ");

export type StageState = "done" | "next" | "later" | "never";
const STATE: Record<StageState, () => string> = {
  done: m.stage_built,
  next: m.stage_next,
  later: m.stage_later,
  never: m.stage_unbuilt,
};

/** A stage of a wonder: number, effect, cost, and whether it is built. */
export const stageLabel = (
  stage: StageData,
  at: {
    readonly number: number;
    readonly state?: StageState | undefined;
    readonly buried?: string | null | undefined;
    /** Costs what the copied stage costs. */
    readonly copied?: boolean;
  },
  hint: StageHint | undefined,
  book: Rulebook,
): string =>
  [
    `${m.stage_name({ number: at.number })}.`,
    ...effectSentences(stage.effects, book),
    at.copied ? m.cost_copied() : costSentence(stage, book),
    ...(at.state ? [`${STATE[at.state]()}.`] : []),
    ...(at.buried ? [`${m.stage_buried({ card: book.name(at.buried) })}.`] : []),
    ...(at.state === "next" && hint ? [possible(hint, book.word("action.build"), book)] : []),
  ].join(" ");

const SYMBOLS: readonly [Exclude<keyof Science, "points">, string][] = [
  ["compass", "science.compass"],
  ["gear", "science.gear"],
  ["tablet", "science.tablet"],
  ["any", "science.any"],
  ["masks", "game.mask"],
];

/** What a city has: coins, shields, symbols, stages, points; before and after where the considered move changes it. */
export function cityLabel(
  {
    name,
    view,
    figures,
    coinsAfter,
  }: Pick<CityState, "name" | "view" | "coinsAfter"> & Partial<Pick<CityState, "figures">>,
  book: Rulebook,
): string {
  const coins = view.coins;
  const total = book.side(view.wonder, view.side).stages.length;
  const science = figures?.science;
  return m.city_has({
    name,
    list: listed([
      coinsAfter === undefined || coinsAfter === coins
        ? coinsWord(coins)
        : m.figure_then({ before: coinsWord(coins), after: coinsAfter }),
      ...(figures ? [shieldsWord(figures.shields)] : []),
      ...SYMBOLS.filter(([key]) => science?.[key]).map(([key, word]) =>
        m.counted({ what: book.word(word), count: science?.[key] ?? 0 }),
      ),
      ...(view.debt ? [m.debt_count({ count: view.debt })] : []),
      ...(view.diplomacy ? [m.diplomacy_count({ count: view.diplomacy })] : []),
      m.stages_built({ built: view.stages, total }),
      ...(figures?.points == null ? [] : [m.points_running({ count: figures.points })]),
    ]),
  });
}
