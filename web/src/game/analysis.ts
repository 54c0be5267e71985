/** What the sage says of a game, as the screens ask for it. Pure. */
import type { DecisionAnalysis, GameAnalysis, MoveAnalysis, RevealedMove } from "../api/messages";

/** How bad a move was. */
export type Mark = NonNullable<DecisionAnalysis["mark"]>;

/** What the lines of the chart show. */
export type Forecast = "points" | "win";

/** The decision of a seat at a moment. Who decides for the Free City too is shown the costlier one. */
export function decisionAt(analysis: GameAnalysis, line: number, seat: number): DecisionAnalysis | undefined {
  const own = analysis.decisions.filter((each) => each.line === line && each.seat === seat);
  return own.sort((a, b) => b.loss.points - a.loss.points || Number(b.city === seat) - Number(a.city === seat))[0];
}

/** The decision for a city at a moment: the Free City has its own, made by the player who holds it. */
export const decisionFor = (analysis: GameAnalysis, line: number, city: number): DecisionAnalysis | undefined =>
  analysis.decisions.find((each) => each.line === line && each.city === city);

/** The moments at which a seat slipped, with the decision. */
export function slipsOf(analysis: GameAnalysis | null, seat: number): ReadonlyMap<number, DecisionAnalysis> {
  const slips = new Map<number, DecisionAnalysis>();
  for (const each of analysis?.decisions ?? []) {
    if (each.seat !== seat || !each.mark) continue;
    const known = slips.get(each.line);
    if (!known || known.loss.points < each.loss.points) slips.set(each.line, each);
  }
  return slips;
}

/** The next slip after a moment, or the one before it. */
export function otherSlip(slips: ReadonlyMap<number, unknown>, at: number, way: 1 | -1): number | undefined {
  const lines = [...slips.keys()].sort((a, b) => a - b);
  return way > 0 ? lines.find((line) => line > at) : lines.findLast((line) => line < at);
}

/** What a player could expect at every moment, as far as it is known. The Free City has no forecast. */
export const forecastOf = (analysis: GameAnalysis, seat: number, what: Forecast): number[] =>
  seat < analysis.players ? analysis.turns.map((turn) => turn[what][seat]!) : [];

/** The place of the move made among the best ones. */
export const rankOfMade = ({ best, move }: DecisionAnalysis): number => best.findIndex((each) => each.move === move);

/** What a move takes: a card or a side. */
export const takenBy = ({ card, side }: RevealedMove): string | undefined => card ?? side;

/**
 * The best use of a card or side, as far as the sage has judged it; for the one that was taken, what was done with it.
 */
export function useOf(decision: DecisionAnalysis, taken: string): MoveAnalysis | undefined {
  const made = decision.best[rankOfMade(decision)];
  const uses = [...(made ? [made] : []), ...decision.best];
  return uses.find(({ shown }) => takenBy(shown) === taken);
}

/** Where the meter of a move ends: full for the best, empty for a worth nine below it. */
export const meterOf = ({ best }: DecisionAnalysis, { worth }: MoveAnalysis): number =>
  Math.max(0, Math.min(1, (worth - best[0]!.worth + 9) / 9));

/** The chance to win before and after a moment that decided the game. */
export function turnedAt({ turns }: GameAnalysis, line: number, seat: number): { before: number; after: number } {
  const at = turns.findIndex((turn) => turn.line === line);
  const before = turns[at]?.win[seat] ?? 0;
  return { before, after: turns[at + 1]?.win[seat] ?? before };
}

/** How much better a move was than the next best one. */
export const leadOf = ({ best }: DecisionAnalysis): number => (best.length > 1 ? best[0]!.worth - best[1]!.worth : 0);

/** The analysis with some decisions replaced, those that were looked at more deeply. */
export function withLooks(analysis: GameAnalysis, looks: readonly DecisionAnalysis[]): GameAnalysis {
  if (!looks.length) return analysis;
  const decisions = analysis.decisions.map(
    (each) => looks.find((look) => look.line === each.line && look.city === each.city) ?? each,
  );
  return { ...analysis, decisions };
}
