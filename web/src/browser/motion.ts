/** Durations of all animations: one table, one factor from the settings. */
import { settings } from "./settings.svelte";

/** Milliseconds at the normal pace. */
const DURATIONS = {
  /** A card turns over beside its city. */
  turn: 300,
  /** It can be read. */
  hold: 420,
  /** It goes to its place. */
  land: 380,
  /** From one city to the next. */
  next: 90,
  /** Coins come and go. */
  coins: 1300,
  /** The hand goes to the neighbor. */
  pass: 420,
  /** From one card of the hand to the next. */
  card: 26,
  /** One page of a story that turns its pages by itself. */
  story: 3200,
  /** The wars of an age stay on the screen. */
  wars: 4200,
  /** One category of the final count. */
  count: 900,
  /** A small thing appears. */
  appear: 220,
} as const;
export type Motion = keyof typeof DURATIONS;
export const MOTIONS = Object.keys(DURATIONS) as readonly Motion[];

/** How long something takes at a pace; 0 where nothing moves. */
export const duration = (motion: Motion, pace = settings.pace): number => DURATIONS[motion] * pace;
