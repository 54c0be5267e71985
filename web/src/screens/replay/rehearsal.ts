/**
 * A rehearsal of the steps of a replay. A browser compiles code and parses pictures when they are first used, which made
 * the first steps take half as long again as later ones. So it does that in its free time: the page goes to a few moments
 * and back between two frames, and nothing of it is seen.
 */
import { flushSync } from "svelte";
import type { ReplayPlayer } from "./player.svelte";

/** Most moments that are rehearsed. */
const MOST = 16;

/** Some moments other than the present one, spread over the game. */
export function rehearsed(count: number, at: number): number[] {
  const others = [...Array(count).keys()].filter((moment) => moment !== at);
  const step = Math.max(1, others.length / MOST);
  return [...Array(Math.min(MOST, others.length)).keys()].map((index) => others[Math.floor(index * step)]!);
}

const INPUTS = ["keydown", "pointerdown", "wheel", "focusin"] as const;

/** Begins to rehearse; ends by itself, at the first input, or by the function returned. */
export function rehearse(player: ReplayPlayer): () => void {
  // Safari has no idle callbacks; there the first steps take a little longer.
  if (!("requestIdleCallback" in globalThis)) return () => undefined;
  const left = rehearsed(player.last + 1, player.at);
  const stopped = new AbortController();
  const end = (): void => stopped.abort();
  for (const kind of INPUTS) addEventListener(kind, end, { capture: true, passive: true, signal: stopped.signal });
  const next = (): void => {
    const moment = left.shift();
    if (moment === undefined) return end();
    if (stopped.signal.aborted) return;
    const { at } = player;
    player.at = moment;
    flushSync();
    player.at = at;
    flushSync();
    requestIdleCallback(next);
  };
  requestIdleCallback(next);
  return end;
}
