/** The legal moves as a player chooses among them: first a card, then a use for it, then a payment. */
import type { CardHint, Help, Move, PendingDecision, Play, Price, StageHint } from "../api/messages";

/** One use of a card, with every way to pay for it. */
export interface CardUse {
  /** Build, recruit, dig, draft, copy, wonder, discard. */
  readonly action: Move["action"];
  /** The power that makes it free. */
  readonly using: string | null;
  /** The neighbor whose stage is copied. */
  readonly copy: "left" | "right" | null;
  readonly moves: readonly Move[];
  /** What each of the moves costs. */
  readonly prices: readonly Price[];
}

export const isWonder = (use: CardUse): boolean => use.action === "wonder";
export const isDiscard = (use: CardUse): boolean => use.action === "discard";
/** What a card is for: build, recruit, dig, keep, copy. */
export const isMain = (use: CardUse): boolean => !isWonder(use) && !isDiscard(use);

/** What the viewer can decide: what the table waits for, else how the choice can still be replaced. */
export const decisionOf = (play: Play): PendingDecision | null =>
  play.view.pending.find((each) => each.decision !== "over") ?? play.again[0] ?? null;

/** A choice that was sent and that the server has not confirmed yet. */
export interface SentChoice {
  readonly moment: number;
  readonly move: Move;
}

const justSent = (play: Play, sent: SentChoice | null): Move | null =>
  sent?.moment === play.moment ? sent.move : null;

/** The viewer's choice: what was sent just now, else what the server has. */
export const choiceOf = (play: Play, sent: SentChoice | null): Move | null =>
  justSent(play, sent) ?? play.view.chosen.at(-1) ?? null;

/** Whether the table waits for the viewer. */
export const mustDecide = (play: Play, sent: SentChoice | null): boolean =>
  !justSent(play, sent) && play.view.pending.some((each) => each.decision !== "over");

/** The hint on a card for the city that the decision is about. */
export const hintFor = (help: Help, decision: PendingDecision | null, card: string): CardHint | undefined =>
  help.cards.find((each) => each.card === card && each.city === cityOf(decision));
export const stageFor = (help: Help, decision: PendingDecision | null): StageHint | undefined =>
  help.stages.find((each) => each.city === cityOf(decision));
const cityOf = (decision: PendingDecision | null): number => decision?.city ?? decision?.player ?? 0;

/** The card that the holder of the Free City has drawn this turn; it is no part of the hand. */
const drawnBy = ({ view, you }: Play): string[] =>
  view.free_city?.drawn && view.free_city.holder === you ? [view.free_city.drawn] : [];

/** Whether the player decides for the Free City after this move for the own city. */
export const isFirstOfTwo = (play: Play, move: Move): boolean => move.city == null && drawnBy(play).length > 0;

/** The cards to choose from, in the order of the hand; equal cards as often as they are held. */
export function cardsOf(play: Play, decision: PendingDecision | null): string[] {
  const seat = play.you === null ? undefined : play.view.seats[play.you];
  const list = (value: unknown): string[] => (Array.isArray(value) ? (value as string[]) : []);
  if (!decision || ((decision.decision === "play" || decision.decision === "last-card") && decision.city == null))
    return [...list(seat?.hand), ...drawnBy(play)];
  if (decision.decision === "recruit") {
    const held = list(seat?.leader_hand);
    if (held.length) return held;
  }
  if (decision.decision === "draft") {
    const held = list(seat?.draft_hand);
    if (held.length) return held;
  }
  return [...new Set(decision.moves.flatMap((move) => (move.card ? [move.card] : [])))];
}

/** What can be done with a card. */
export function usesOf(help: Help, decision: PendingDecision | null, card: string): CardUse[] {
  const groups = new Map<string, Move[]>();
  for (const move of decision?.moves ?? []) {
    if (move.card !== card) continue;
    const key = [move.action, move.using ?? "", move.copy ?? ""].join();
    groups.set(key, [...(groups.get(key) ?? []), move]);
  }
  const hint = hintFor(help, decision, card);
  const stage = stageFor(help, decision);
  return [...groups.values()].map((moves) => {
    const first = moves[0]!;
    const told = first.action === "wonder" ? stage : first.action === "build" && !first.using ? hint : undefined;
    return {
      action: first.action,
      using: first.using ?? null,
      copy: first.copy ?? null,
      moves,
      prices: moves.map((move) => priceOf(move, told)),
    };
  });
}

function priceOf(move: Move, hint: Pick<CardHint, "prices" | "coins"> | undefined): Price {
  const pay = { left: 0, right: 0, bank: 0, ...move.pay };
  const known = hint?.prices.find((each) => same(each.pay, pay));
  return known ?? { pay, total: pay.left + pay.right + pay.bank + (hint?.coins ?? 0) };
}
const same = (a: Price["pay"], b: Price["pay"]): boolean =>
  a.left === b.left && a.right === b.right && a.bank === b.bank;

/** Moves without a card: pass, pay a loss (all of it first), choose a side. */
export const bareMoves = (decision: PendingDecision | null): Move[] =>
  (decision?.moves ?? []).filter((move) => !move.card).sort((a, b) => (b.coins ?? 0) - (a.coins ?? 0));
