/** The lessons of the guided first game as data: what each says, what it points at, when it can be told, and the deed
 * that it waits for. */
import type { Move, RevealedMove } from "../api/messages";
import type { Color } from "../game/rulebook";
import type { Scene } from "../scene/scene.svelte";
import * as m from "../paraglide/messages.js";

export interface Lesson {
  readonly key: string;
  readonly title: () => string;
  readonly text: (scene: Scene) => string;
  /** What to try; a lesson without it is only read. */
  readonly task?: (scene: Scene) => string;
  /** What it speaks of: a selector of the table, or a card of the hand. */
  readonly at: (scene: Scene) => string;
  readonly ready: (scene: Scene) => boolean;
  /** Whether a move of the learner is the deed. */
  readonly done?: (move: RevealedMove, scene: Scene) => boolean;
  /** Whether selecting a card is the deed already. */
  readonly tried?: (card: string, scene: Scene) => boolean;
}

/** Where the first card of the hand lies that fits; else the hand. */
const cardAt = (scene: Scene, fits: (card: string) => boolean): string => {
  const index = scene.picker.cards.findIndex(fits);
  return index < 0 ? ".hand" : `.hand .slot:nth-child(${index + 1}) .hcard`;
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

export const LESSONS: readonly Lesson[] = [
  {
    key: "city",
    title: m.lesson_city,
    text: m.lesson_city_text,
    at: () => ".own .sum, .cities .you, .mycity",
    ready: () => true,
  },
  {
    key: "pick",
    title: m.lesson_pick,
    text: m.lesson_pick_text,
    task: (scene) => m.lesson_pick_task({ card: scene.book.name("Stone Pit") }),
    at: (scene) => cardAt(scene, (card) => card === "Stone Pit"),
    ready: () => true,
    done: () => true,
  },
  {
    key: "cost",
    title: m.lesson_cost,
    text: m.lesson_cost_text,
    task: m.lesson_cost_task,
    at: (scene) => cardAt(scene, priced(scene)),
    ready: (scene) => turnsOver(scene) >= 1 && has(scene, priced(scene)),
    tried: (card, scene) => priced(scene)(card),
  },
  {
    key: "buy",
    title: m.lesson_buy,
    text: (scene) => m.lesson_buy_text({ card: first(scene, bought(scene)) }),
    task: m.lesson_buy_task,
    at: (scene) => cardAt(scene, bought(scene)),
    ready: (scene) => turnsOver(scene) >= 1 && has(scene, bought(scene)),
    done: pays,
  },
  {
    key: "wonder",
    title: m.lesson_wonder,
    text: m.lesson_wonder_text,
    task: m.lesson_wonder_task,
    at: () => ".wonderrow",
    ready: (scene) => turnsOver(scene) >= 2 && (scene.stage?.state ?? "no") !== "no",
    done: ({ action }) => action === "wonder",
  },
  {
    key: "war",
    title: m.lesson_war,
    text: m.lesson_war_text,
    task: m.lesson_war_task,
    at: (scene) => cardAt(scene, color(scene, "red")),
    ready: (scene) => turnsOver(scene) >= 2 && offers(scene, "red"),
    done: (move, scene) => built("red")(move, scene) || Boolean(scene.table.reveals.at(-1)?.age_ended),
  },
  {
    key: "science",
    title: m.lesson_science,
    text: m.lesson_science_text,
    task: m.lesson_science_task,
    at: (scene) => cardAt(scene, color(scene, "green")),
    ready: (scene) => turnsOver(scene) >= 2 && offers(scene, "green"),
    done: built("green"),
  },
  {
    key: "guild",
    title: m.lesson_guild,
    text: m.lesson_guild_text,
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
