/** The timing of a reveal's animation. */
import { duration } from "../browser/motion";

export interface Schedule {
  /** When each city's card starts to turn over, and when it has landed. */
  readonly starts: readonly number[];
  readonly landed: readonly number[];
  /** When the hands begin to pass. */
  readonly passes: number;
  readonly ends: number;
}

/** The schedule for a number of moves; null where nothing moves. */
export function schedule(moves: number, pace: number): Schedule | null {
  if (pace <= 0) return null;
  const starts = Array.from({ length: moves }, (_, i) => duration("next", pace) * i);
  const one = duration("turn", pace) + duration("hold", pace) + duration("land", pace);
  const landed = starts.map((start) => start + one);
  // Hands are passed on when the last card starts for its place.
  const passes = moves ? (landed.at(-1) ?? 0) - duration("land", pace) : 0;
  const coins = moves ? (landed.at(-1) ?? 0) + duration("coins", pace) : 0;
  return { starts, landed, passes, ends: Math.max(passes + duration("pass", pace) * 2, coins) };
}
