/** A moment of a recorded game in words. */
import type { DecisionAnalysis, ReplayMoment, RevealedMove } from "../../api/messages";
import { settings } from "../../browser/settings.svelte";
import type { Mark } from "../../game/analysis";
import { moveOf } from "../../game/replay";
import type { Rulebook } from "../../game/rulebook";
import * as m from "../../paraglide/messages.js";
import { capital, coinsWord, roman, sideWords, tenths } from "../../text/format";
import { moveSentence } from "../../text/reveal-sentences";

const PHASES: Record<string, () => string> = {
  side: m.replay_phase_side,
  draft: m.replay_phase_draft,
  recruit: m.replay_phase_recruit,
  play: m.replay_phase_play,
  "last-card": m.replay_phase_last_card,
  dig: m.replay_phase_dig,
  copy: m.replay_phase_copy,
  debt: m.replay_phase_debt,
  over: m.replay_phase_over,
};
export const phaseWords = (phase: string): string => PHASES[phase]?.() ?? phase;

/** The turn, without its age. */
export function turnWords({ view, help }: ReplayMoment): string {
  if (view.phase === "over") return m.replay_end();
  if (view.phase === "side") return m.replay_start();
  return capital(m.turn_of({ turn: help.turn, turns: help.turns }));
}

/** Age and turn. */
export function momentWords(moment: ReplayMoment): string {
  const { phase, age } = moment.view;
  if (phase === "over" || phase === "side") return turnWords(moment);
  const part = phase === "draft" ? m.draft_title() : m.age_name({ age: roman(age) });
  if (phase === "recruit" && moment.at.includes(".0")) return `${part}, ${phaseWords(phase)}`;
  const turn = m.turn_of({ turn: moment.help.turn, turns: moment.help.turns });
  return [part, turn, ...(phase === "play" || phase === "draft" ? [] : [phaseWords(phase)])].join(", ");
}

/** A moment in short, as records write it: "II.3". */
export const shortMoment = (moment: string): string =>
  moment.startsWith("draft") ? m.draft_title() : moment.startsWith("side") ? m.replay_start() : moment.split(" ")[0]!;

/** Age, turn, what the seat did and what it lost by it: for those who listen. */
export function valueText(
  moment: ReplayMoment,
  seat: number,
  names: readonly string[],
  book: Rulebook,
  decision?: DecisionAnalysis,
): string {
  const move = moveOf(moment, seat);
  const card = move?.card && !["build", "recruit", "dig", "copy"].includes(move.action) ? book.name(move.card) : "";
  const lost = decision?.mark
    ? m.analysis_points_lost({ amount: tenths(decision.loss.points, settings.language) })
    : "";
  return [momentWords(moment), move ? moveSentence(move, names, book) : "", card, lost].filter(Boolean).join(", ");
}

/** What was done, without the card. */
export const actionWords = (move: RevealedMove, book: Rulebook): string =>
  move.side
    ? sideWords(move.side)
    : move.action === "settle"
      ? coinsWord(move.coins ?? 0)
      : book.word(`action.${move.action}`);

/** How a card is used and what is paid for it. */
export function useWords(move: RevealedMove, book: Rulebook): string {
  const paid = (move.pay?.left ?? 0) + (move.pay?.right ?? 0) + (move.pay?.bank ?? 0);
  const how = move.chained ? m.analysis_chain() : paid ? coinsWord(paid) : "";
  return [capital(actionWords(move, book)), how].filter(Boolean).join(", ");
}

/** How bad a move was. */
export const markWords = (mark: Mark): string =>
  ({ slip: m.analysis_slip, mistake: m.analysis_mistake, blunder: m.analysis_blunder })[mark]();
