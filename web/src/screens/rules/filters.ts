/** Which cards of a rulebook a reader wants to see. */
import type { CardData, RulebookData } from "../../api/messages";
import type { Color } from "../../game/rulebook";
import { folded } from "../../text/format";
import { textOf } from "../../text/rules";

const GROUPS = {
  resources: ["produce", "produce_again", "produce_missing", "bank_resource"],
  trade: ["price", "rebate", "coin_on_trade"],
  coins: ["coins", "coins_on_chain", "coins_on_color", "coins_on_victory", "bank_bonus"],
  points: ["points", "per_set", "complete"],
  science: ["science", "mask", "set_bonus"],
  military: ["shields", "diplomacy", "defeats_to_victor", "defeats_as_shields"],
  building: [
    "last_card",
    "free_once_per_age",
    "free_first_of_color",
    "free_first_of_age",
    "free_last_of_age",
    "free_color",
    "free_color_per_age",
    "dig",
    "waive",
    "stages_without_resources",
    "leaders_free",
    "leader_discount",
  ],
  copying: ["copy_guild", "copy_stage", "copy_leader", "draw_leaders", "extra_recruit"],
  loss: ["loss"],
} as const;

export type EffectGroup = keyof typeof GROUPS;
export const EFFECT_GROUPS = Object.keys(GROUPS) as EffectGroup[];

export const groupsOf = ({ effects }: Pick<CardData, "effects">): EffectGroup[] =>
  EFFECT_GROUPS.filter((group) =>
    effects.some(
      ({ kind, args }) =>
        (GROUPS[group] as readonly string[]).includes(kind) ||
        (kind === "per" && (group === "coins" || group === "points") && Number(args[group] ?? 0) > 0),
    ),
  );

export interface Filters {
  readonly text: string;
  /** 0 for every age. */
  readonly age: number;
  /** Empty for every kind. */
  readonly colors: readonly Color[];
  /** Empty for every box. */
  readonly boxes: readonly string[];
  /** 0 for any number. */
  readonly players: number;
  readonly effect: EffectGroup | "";
}
export const NO_FILTERS: Filters = { text: "", age: 0, colors: [], boxes: [], players: 0, effect: "" };

/** How many copies of a card are in the deck of an age. */
export const copiesAt = (counts: readonly number[], players: number): number =>
  counts.filter((count) => count <= players).length;

export const baseBox = (box: string): string => (box.startsWith("base-") ? "base" : box);

export function fits(card: CardData, { text, age, colors, boxes, players, effect }: Filters): boolean {
  const counts = Object.entries(card.ages);
  return (
    (!text.trim() || textOf(card).includes(folded(text.trim()))) &&
    (!age || card.ages[String(age)] !== undefined) &&
    (!colors.length || (colors as readonly string[]).includes(card.color)) &&
    (!boxes.length || boxes.includes(baseBox(card.box))) &&
    (!players || !counts.length || counts.some(([, each]) => !each.length || copiesAt(each, players) > 0)) &&
    (!effect || groupsOf(card).includes(effect))
  );
}

const AGE = ({ ages }: CardData): number => Math.min(...Object.keys(ages).map(Number), 9);

/** All cards by age and kind, then the leaders. */
export const inOrder = (data: RulebookData, colors: readonly string[]): CardData[] => [
  ...[...data.cards].sort((a, b) => AGE(a) - AGE(b) || colors.indexOf(a.color) - colors.indexOf(b.color)),
  ...data.leaders,
];
