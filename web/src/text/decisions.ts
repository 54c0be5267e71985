/** What the table asks, in a sentence. */
import * as m from "../paraglide/messages.js";
import { isWonder, type CardUse } from "../game/card-uses";
import type { PendingDecision, StageHint } from "../api/messages";
import { coinsWord, roman } from "./format";

/** `two`: the game has a Free City, so it must be said whose card is chosen. */
export function question(decision: PendingDecision | null, owes: number, two = false): string {
  if (!decision) return m.ask_wait();
  const free = decision.city != null;
  switch (decision.decision) {
    case "play":
      return free ? m.ask_play_free_city() : two ? m.ask_play_own() : m.ask_play();
    case "last-card":
      return free ? m.ask_last_card_free_city() : m.ask_last_card();
    case "recruit":
      return m.ask_recruit();
    case "draft":
      return m.ask_draft();
    case "dig":
      return free ? m.ask_dig_free_city() : m.ask_dig();
    case "copy":
      return free ? m.ask_copy_free_city() : m.ask_copy();
    case "debt":
      return (free ? m.ask_debt_free_city : m.ask_debt)({ coins: coinsWord(owes) });
    case "side":
      return m.ask_side();
    case "over":
      return m.game_over();
  }
}

const WORDS: Record<string, () => string> = {
  build: m.build,
  recruit: m.act_recruit,
  draft: m.act_draft,
  dig: m.act_dig,
  copy: m.act_copy,
  wonder: m.act_wonder,
  discard: m.discard,
  pass: m.act_pass,
};

/** What the main button for a card says. */
export const actionWord = (action: string): string => WORDS[action]?.() ?? action;

/** The number of the next stage; null for a complete wonder. */
export const stageWord = (stage: StageHint | undefined): string =>
  !stage
    ? m.act_wonder()
    : stage.reason?.key === "wonder-complete"
      ? m.game_wonder()
      : m.wonder_stage({ number: roman(stage.number) });

/** The names of both neighbors of a city. */
export type NeighborNames = Readonly<Record<"left" | "right", string>>;

/** What one use of a card is called: a stage has its number, and the neighbor it is copied from. */
export function useWord(use: CardUse, stage: StageHint | undefined, names: NeighborNames): string {
  if (!isWonder(use)) return actionWord(use.action);
  const base = stageWord(stage);
  return use.copy ? `${base} (${names[use.copy]})` : base;
}

/** Whose card is chosen, where there is a Free City besides the own one. */
export const cityWords = (city: number | null | undefined): string =>
  city == null ? m.for_own_city() : m.for_free_city();
