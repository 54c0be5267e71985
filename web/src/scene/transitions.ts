/** How the card of a story comes from its city, and goes to its place there. */
import { cubicInOut, cubicOut } from "svelte/easing";
import type { TransitionConfig } from "svelte/transition";
import type { RevealedMove } from "../api/messages";
import { duration } from "../browser/motion";
import { settings } from "../browser/settings.svelte";
import { goal } from "../game/reveal";
import { spotOf, type Places } from "./places";

interface Params {
  readonly places: Places;
  readonly move: RevealedMove;
}

/** Something new comes from a little above; unlike Svelte's own transition it measures nothing. */
export const drop = (_: Element, { delay }: { delay: number }): TransitionConfig => ({
  delay,
  duration: duration("appear"),
  easing: cubicOut,
  css: (t, u) => `transform: translateY(${-12 * u}px); opacity: ${t}`,
});

/** A card comes from its city and turns over on the way. */
export function arrive(node: Element, { places, move }: Params): TransitionConfig {
  const from = places.chosenCard(move.seat);
  if (settings.pace === 0 || !from) return { duration: 0 };
  const to = spotOf(node);
  const scale = from.width / Math.max(to.width, 1);
  return {
    duration: duration("turn") * 1.4,
    easing: cubicOut,
    css: (t, u) =>
      `transform: translate(${(from.x - to.x) * u}px, ${(from.y - to.y) * u}px) scale(${1 + (scale - 1) * u})` +
      `${move.card ? ` rotateY(${u * 90}deg)` : ""}; z-index: 40`,
  };
}

/** A card goes to its place in the city. */
export function depart(node: Element, { places, move }: Params): TransitionConfig {
  const where = goal(move);
  const target = where && places.goal(move.seat, where, move.card);
  if (settings.pace === 0 || !target) return { duration: 0 };
  const from = spotOf(node);
  const to = target.spot;
  const scale = Math.min(1, Math.max(0.15, to.width / Math.max(from.width, 1)));
  return {
    duration: duration("land"),
    easing: cubicInOut,
    css: (t, u) =>
      `transform: translate(${(to.x - from.x) * u}px, ${(to.y - from.y) * u}px) scale(${1 + (scale - 1) * u});` +
      `opacity: ${Math.min(1, t * 2)}; z-index: 40`,
  };
}
