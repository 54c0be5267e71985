/** The timing of a reveal's animation. */
import { duration } from "../browser/motion";

export interface Schedule {
  /** When each city's card starts to turn over, and when it has landed. */
  readonly starts: readonly number[];
  readonly landed: readonly number[];
  /** When the hands begin to pass. */
  readonly passes: number;
  /** When the wars of an age begin: coins and feats of its last turn have been seen. */
  readonly wars: number;
  readonly ends: number;
}

/** The schedule for a number of moves; null where nothing moves. After wars the next hand is dealt below their picture. */
export function schedule(moves: number, pace: number, withWars = false): Schedule | null {
  if (pace <= 0) return null;
  const starts = Array.from({ length: moves }, (_, i) => duration("next", pace) * i);
  const one = duration("turn", pace) + duration("hold", pace) + duration("land", pace);
  const landed = starts.map((start) => start + one);
  const last = landed.at(-1) ?? 0;
  const coins = moves ? last + duration("coins", pace) : 0;
  const wars = moves ? last + duration("coins", pace) * 0.7 : 0;
  // Hands are passed on when the last card starts for its place.
  const passes = withWars ? wars + duration("appear", pace) : moves ? last - duration("land", pace) : 0;
  return { starts, landed, passes, wars, ends: Math.max(passes + duration("pass", pace) * 2, coins) };
}
