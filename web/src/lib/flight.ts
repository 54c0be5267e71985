/** A card flies from the hand to where it now stands: the same picture, moved from its old place to its new one. */
import { settings } from "./settings.svelte";

export interface Takeoff {
  readonly box: DOMRect;
  readonly copy: HTMLElement;
}

/** Remembers how an element looks and where it is, before the page changes. */
export function takeOff(element: Element | null): Takeoff | null {
  if (!(element instanceof HTMLElement) || settings.pace === 0) return null;
  const copy = element.cloneNode(true) as HTMLElement;
  copy.setAttribute("aria-hidden", "true");
  copy.inert = true;
  return { box: element.getBoundingClientRect(), copy };
}

/** Lets it fly to an element, and takes it out of the page again. */
export function land(start: Takeoff | null, target: Element | null): void {
  if (!start || !target) return;
  const { box, copy } = start;
  const goal = target.getBoundingClientRect();
  copy.style.cssText += `;position:fixed;z-index:60;margin:0;left:${box.left}px;top:${box.top}px;width:${box.width}px;pointer-events:none;transform-origin:0 0`;
  document.body.append(copy);
  const scale = Math.max(0.2, goal.width / Math.max(box.width, 1));
  const flown = copy.animate(
    [
      { transform: "none", opacity: 1 },
      {
        transform: `translate(${(goal.left - box.left) * 0.6}px, ${(goal.top - box.top) * 0.6 - 30}px) scale(${(1 + scale) / 2})`,
        opacity: 1,
        offset: 0.6,
      },
      { transform: `translate(${goal.left - box.left}px, ${goal.top - box.top}px) scale(${scale})`, opacity: 0.15 },
    ],
    { duration: 520 * settings.pace, easing: "cubic-bezier(.3,.7,.3,1)" },
  );
  const end = (): void => copy.remove();
  flown.onfinish = end;
  flown.oncancel = end;
}
