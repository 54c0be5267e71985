/** A moment of a recorded game in words. */
import type { ReplayMoment } from "../../api/messages";
import { moveOf } from "../../game/replay";
import type { Rulebook } from "../../game/rulebook";
import * as m from "../../paraglide/messages.js";
import { capital, roman } from "../../text/format";
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

/** Age, turn and what the seat did: for those who listen. */
export function valueText(moment: ReplayMoment, seat: number, names: readonly string[], book: Rulebook): string {
  const move = moveOf(moment, seat);
  const card = move?.card && !["build", "recruit", "dig", "copy"].includes(move.action) ? book.name(move.card) : "";
  return [momentWords(moment), move ? moveSentence(move, names, book) : "", card].filter(Boolean).join(", ");
}
