/** Arrow keys, Home and End in a group of items (the "roving tabindex" of WAI-ARIA). */

const STEPS = {
  row: { ArrowRight: 1, ArrowLeft: -1 },
  column: { ArrowDown: 1, ArrowUp: -1 },
} as const satisfies Record<string, Readonly<Record<string, number>>>;

/** The item that a key moves the focus to; undefined for other keys. */
export function itemForKey(
  event: KeyboardEvent,
  items: readonly HTMLElement[],
  along: keyof typeof STEPS,
): HTMLElement | undefined {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return undefined;
  const steps: Readonly<Record<string, number>> = STEPS[along];
  const step = steps[event.key];
  const at = items.indexOf(document.activeElement as HTMLElement);
  if (event.key === "Home") return items[0];
  if (event.key === "End") return items.at(-1);
  if (step === undefined) return undefined;
  if (at < 0) return items.at(step > 0 ? 0 : -1);
  return items[(at + step + items.length) % items.length];
}
