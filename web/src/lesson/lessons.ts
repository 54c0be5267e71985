/** The lessons of the guided first game as data: what each says, what it points at, when it can be told, and the deed
 * that it waits for. */
import type { AdvisedMove, Move, RevealedMove } from "../api/messages";
import type { Color } from "../game/rulebook";
import type { Scene } from "../scene/scene.svelte";
import { adviceName } from "../text/advice";
import { coinsWord } from "../text/format";
import * as m from "../paraglide/messages.js";
import { pointsOf, type Point } from "./points";

export interface Lesson {
  readonly key: string;
  readonly title: () => string;
  readonly points: (scene: Scene) => readonly Point[];
  /** What to try; a lesson without it is only read. */
  readonly task?: (scene: Scene) => string;
  /** What it is mainly about: a selector of the table, or a card of the hand. */
  readonly at: (scene: Scene) => string;
  readonly ready: (scene: Scene) => boolean;
  /** Whether a move of the learner is the deed. */
  readonly done?: (move: RevealedMove, scene: Scene) => boolean;
  /** Whether selecting a card is the deed already. */
  readonly tried?: (card: string, scene: Scene) => boolean;
}

/** The card with which the learner can build the first stage. */
const STONE = "Stone Pit";

/** Where the first card of the hand lies that fits, or a part of it; else the hand. */
export const cardAt = (scene: Scene, fits: (card: string) => boolean, part = ""): string => {
  const index = scene.picker.cards.findIndex(fits);
  return index < 0 ? ".hand" : `.hand .slot:nth-child(${index + 1}) .hcard ${part}`;
};
const has = (scene: Scene, fits: (card: string) => boolean): boolean => scene.picker.cards.some(fits);
const color =
  (scene: Scene, wanted: Color) =>
  (card: string): boolean =>
    scene.book.card(card).color === wanted;
const hintOf = (scene: Scene, card: string) => scene.help.cards.find((each) => each.card === card);
const priced =
  (scene: Scene) =>
  (card: string): boolean =>
    scene.book.card(card).coins > 0 || Object.keys(scene.book.card(card).cost).length > 0;
const bought =
  (scene: Scene) =>
  (card: string): boolean =>
    hintOf(scene, card)?.state === "trade";
const buildable =
  (scene: Scene, wanted: Color) =>
  (card: string): boolean =>
    color(scene, wanted)(card) && (hintOf(scene, card)?.state ?? "no") !== "no";
/** Whether the hand has a card of a color that can be built; after the first age, any card of it is good enough. */
const offers = (scene: Scene, wanted: Color): boolean =>
  has(scene, scene.view.age > 1 ? color(scene, wanted) : buildable(scene, wanted));
const built =
  (wanted: Color) =>
  (move: RevealedMove, scene: Scene): boolean =>
    move.action === "build" && move.card !== undefined && scene.book.card(move.card).color === wanted;
const first = (scene: Scene, fits: (card: string) => boolean): string => {
  const card = scene.picker.cards.find(fits);
  return card === undefined ? "" : scene.book.name(card);
};
/** How many turns are over. */
const turnsOver = (scene: Scene): number => scene.table.reveals.length;
const pays = ({ pay }: RevealedMove | Move): boolean => Boolean(pay?.left || pay?.right);

/** The side on which a neighbor sells what a card needs. */
const sellerOf = (scene: Scene, card: string): string => (hintOf(scene, card)?.prices[0]?.pay.right ? ".r" : ".l");
/** What the cheapest trade for that card costs. */
const tradePrice = (scene: Scene): string => {
  const pay = hintOf(scene, firstOf(scene, bought(scene)))?.prices[0]?.pay;
  return coinsWord((pay?.left ?? 0) + (pay?.right ?? 0));
};
const firstOf = (scene: Scene, fits: (card: string) => boolean): string => scene.picker.cards.find(fits) ?? "";
const FOOT = ".ct";
const TAB = ".st";
const WREATH = ".own .sum";

export const LESSONS: readonly Lesson[] = [
  {
    key: "city",
    title: m.lesson_city,
    points: () => pointsOf(m.lesson_city_text(), [".center .city", WREATH, ".l .nb .hd"]),
    at: () => ".own .sum, .cities .you, .mycity",
    ready: () => true,
  },
  {
    key: "pick",
    title: m.lesson_pick,
    points: (scene) =>
      pointsOf(m.lesson_pick_text({ card: scene.book.name(STONE) }), [
        ".hand",
        ".top .pass",
        cardAt(scene, (card) => card === STONE, ".eff"),
      ]),
    task: (scene) => m.lesson_pick_task({ card: scene.book.name(STONE) }),
    at: (scene) => cardAt(scene, (card) => card === STONE),
    ready: () => true,
    done: () => true,
  },
  {
    key: "cost",
    title: m.lesson_cost,
    points: (scene) =>
      pointsOf(m.lesson_cost_text({ card: first(scene, priced(scene)) }), [
        cardAt(scene, priced(scene), FOOT),
        ".own .goods",
        cardAt(scene, priced(scene), TAB),
      ]),
    task: m.lesson_cost_task,
    at: (scene) => cardAt(scene, priced(scene)),
    ready: (scene) => turnsOver(scene) >= 1 && has(scene, priced(scene)),
    tried: (card, scene) => priced(scene)(card),
  },
  {
    key: "buy",
    title: m.lesson_buy,
    points: (scene) =>
      pointsOf(m.lesson_buy_text({ card: first(scene, bought(scene)), coins: tradePrice(scene) }), [
        cardAt(scene, bought(scene), FOOT),
        `${sellerOf(scene, firstOf(scene, bought(scene)))} .buy`,
        cardAt(scene, bought(scene), TAB),
      ]),
    task: m.lesson_buy_task,
    at: (scene) => cardAt(scene, bought(scene)),
    ready: (scene) => turnsOver(scene) >= 1 && has(scene, bought(scene)),
    done: pays,
  },
  {
    key: "wonder",
    title: m.lesson_wonder,
    points: () => pointsOf(m.lesson_wonder_text(), [".wonderrow .stage.next", ".wonderrow .next .cost", ".hand"]),
    task: m.lesson_wonder_task,
    at: () => ".wonderrow",
    ready: (scene) => turnsOver(scene) >= 2 && (scene.stage?.state ?? "no") !== "no",
    done: ({ action }) => action === "wonder",
  },
  {
    key: "war",
    title: m.lesson_war,
    points: (scene) =>
      pointsOf(m.lesson_war_text(), [".l .war", ".r .war", cardAt(scene, color(scene, "red"), ".eff")]),
    task: m.lesson_war_task,
    at: (scene) => cardAt(scene, color(scene, "red")),
    ready: (scene) => turnsOver(scene) >= 2 && offers(scene, "red"),
    done: (move, scene) => built("red")(move, scene) || Boolean(scene.table.reveals.at(-1)?.age_ended),
  },
  {
    key: "science",
    title: m.lesson_science,
    points: (scene) =>
      pointsOf(m.lesson_science_text(), [cardAt(scene, color(scene, "green"), ".eff"), ".own .science", ".own .sum"]),
    task: m.lesson_science_task,
    at: (scene) => cardAt(scene, color(scene, "green")),
    ready: (scene) => turnsOver(scene) >= 2 && offers(scene, "green"),
    done: built("green"),
  },
  {
    key: "guild",
    title: m.lesson_guild,
    points: (scene) =>
      pointsOf(m.lesson_guild_text(), [cardAt(scene, color(scene, "purple"), ".eff"), ".l .nb .spines", WREATH]),
    at: (scene) => cardAt(scene, color(scene, "purple")),
    ready: (scene) => scene.view.age === 3,
  },
];

/** Something that happens for the first time after the lessons, or between them. */
export interface Tip {
  readonly key: string;
  /** What it says now; null while there is nothing to say. */
  readonly says: (scene: Scene) => string | null;
}

const lastMoves = (scene: Scene): readonly RevealedMove[] =>
  (scene.table.reveals.at(-1)?.moves ?? []).filter(({ seat }) => seat === scene.you);

export const TIPS: readonly Tip[] = [
  {
    key: "war",
    says: (scene) => (scene.table.reveals.at(-1)?.age_ended ? m.tip_war() : null),
  },
  {
    key: "discard",
    says: (scene) => (lastMoves(scene).some(({ action }) => action === "discard") ? m.tip_discard() : null),
  },
  {
    key: "chain",
    says: (scene) => {
      const hint = scene.help.cards.find(({ state, by }) => state === "chain" && by);
      return hint ? m.tip_chain({ card: scene.book.name(hint.card), by: scene.book.name(hint.by!) }) : null;
    },
  },
  {
    key: "last",
    says: (scene) => (scene.picker.decision?.decision === "play" && scene.hand.length === 2 ? m.tip_last() : null),
  },
];

/** Kinds of reasons that teach nothing. */
const DULL = ["", "equal", "expects-more", "only-move"];

/** The key under which it is kept that a kind of reason was explained. */
export const reasonKey = ({ kind }: AdvisedMove): string => `why/${kind}`;

/** The moves that deserve a word before the choice: by the reasons of the analysis, if one of them is new. */
export function advised(scene: Scene, known: readonly string[]): readonly AdvisedMove[] {
  const advice = scene.chooser.coach?.advice;
  const worth = (advice?.moves.slice(0, 2) ?? []).filter(({ kind, move }) => !DULL.includes(kind) && move.card);
  return worth.some((each) => !known.includes(reasonKey(each))) ? worth : [];
}

/** What is said of them, each beside its card. */
export const adviceOf = (scene: Scene, moves: readonly AdvisedMove[]): Point[] =>
  moves.map(({ move, reason }) => ({
    text: `**${adviceName(move, scene)}**: ${reason}`,
    at: cardAt(scene, (card) => card === move.card),
  }));
