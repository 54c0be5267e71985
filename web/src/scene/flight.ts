/** Where things of the table are on the page, and how a card gets from one to the other. */
import { cubicInOut, cubicOut } from "svelte/easing";
import type { TransitionConfig } from "svelte/transition";
import { lasting } from "../game/reveal";
import { settings } from "../browser/settings.svelte";

/** A place for a card: its middle and how wide a card is there. */
export interface Spot {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

export const spot = (element: Element, width?: number): Spot => {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2, width: width ?? box.width };
};

/** The first element that is on the page and has a size. */
function seen(root: ParentNode | null, ...selectors: string[]): Element | null {
  for (const selector of selectors)
    for (const element of root?.querySelectorAll(selector) ?? [])
      if (element.getBoundingClientRect().width > 0) return element;
  return null;
}

/** A city as it is shown now: its panel, else the way to it. */
export const cityAt = (seat: number): Element | null =>
  seen(document, `[data-city="${seat}"]`, "[data-elsewhere]", "main");

/** Where a city's chosen card lies. */
export const markAt = (seat: number): Spot | null => {
  const city = cityAt(seat);
  const mark = seen(city, ".facedown");
  return mark ? spot(mark) : city && spot(city, 24);
};

/** Where the card of a move ends up, as an element; its own look there appears when the card has arrived. */
export function goalAt(seat: number, goal: "city" | "wonder" | "pile", own: boolean): Element | null {
  const city = cityAt(seat);
  const middle = own ? document.querySelector(".mycity") : null;
  if (goal === "pile") return seen(document, "[data-pile]") ?? city;
  if (goal === "wonder") return seen(middle, ".wonder") ?? seen(city, ".stages") ?? city;
  return seen(middle, ".new") ?? seen(city, ".new") ?? city;
}

/** Where a city's coins are counted. */
export const coinsAt = (seat: number, own: boolean): Element | null =>
  (own ? seen(document, ".mycity .nums .coin") : null) ??
  seen(cityAt(seat), ".stat:has(use[href='#i-coin'])") ??
  cityAt(seat);

/** A card comes from its city and turns over on the way. */
export function arrive(node: Element, { seat, open }: { seat: number; open: boolean }): TransitionConfig {
  const from = markAt(seat);
  if (settings.pace === 0 || !from) return { duration: 0 };
  const to = spot(node);
  const scale = from.width / Math.max(to.width, 1);
  return {
    duration: lasting("turn", settings.pace) * 1.4,
    easing: cubicOut,
    css: (t, u) =>
      `transform: translate(${(from.x - to.x) * u}px, ${(from.y - to.y) * u}px) scale(${1 + (scale - 1) * u})` +
      `${open ? ` rotateY(${u * 90}deg)` : ""}; z-index: 40`,
  };
}

/** A card goes to its place in the city. */
export function depart(
  node: Element,
  { seat, goal, own }: { seat: number; goal: "city" | "wonder" | "pile" | null; own: boolean },
): TransitionConfig {
  const target = goal && goalAt(seat, goal, own);
  if (settings.pace === 0 || !target) return { duration: 0 };
  const from = spot(node);
  const to = spot(target);
  const scale = Math.min(1, Math.max(0.15, to.width / Math.max(from.width, 1)));
  return {
    duration: lasting("land", settings.pace),
    easing: cubicInOut,
    css: (t, u) =>
      `transform: translate(${(to.x - from.x) * u}px, ${(to.y - from.y) * u}px) scale(${1 + (scale - 1) * u});` +
      `opacity: ${Math.min(1, t * 2)}; z-index: 40`,
  };
}
