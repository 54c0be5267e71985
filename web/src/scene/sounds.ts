/** What is heard of a reveal, and when. Pure. */
import type { Reveal } from "../api/messages";
import type { Sound } from "../browser/sound";
import { goal, inOrder } from "../game/reveal";
import { schedule } from "./schedule";

export interface Cue {
  readonly sound: Sound;
  /** Milliseconds after the reveal. */
  readonly after: number;
}

interface Table {
  readonly you: number | null;
  readonly seats: number;
  readonly pace: number;
}

/** The sounds of new reveals: each card, then coins and stones as they arrive, and the drums of an age's end. */
export function cuesFor(news: readonly Reveal[], { you, seats, pace }: Table): Cue[] {
  const recent = news.slice(-2);
  // The end of the game has wars of its own.
  const ends = news.some((reveal) => reveal.age_ended && !reveal.game_over);
  const carried = recent.flatMap((reveal) => inOrder(reveal.moves, you, seats)).filter((move) => goal(move));
  const plan = schedule(carried.length, pace);
  if (!plan) return [{ sound: ends ? "war" : "card", after: 0 }];
  const cues: Cue[] = carried.map((_, i) => ({ sound: "card", after: plan.starts[i]! }));
  const arrives = (test: (at: number) => boolean): number | undefined => plan.landed.find((_, i) => test(i));
  const stone = arrives((i) => carried[i]!.action === "wonder");
  if (stone !== undefined) cues.push({ sound: "stone", after: stone });
  const paid = arrives((i) => recent.some((reveal) => (reveal.gained[carried[i]!.seat] ?? 0) > 0));
  if (paid !== undefined) cues.push({ sound: "coins", after: paid });
  if (ends) cues.push({ sound: "war", after: plan.wars });
  return cues;
}
