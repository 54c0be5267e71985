/** The replay by keyboard. */
import type { ReplayModel } from "./model.svelte";

export function press(event: KeyboardEvent, model: ReplayModel, leave: () => void): void {
  const target = event.target as HTMLElement;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (target.closest("input, textarea, select, .drawer")) return;
  if (obey(event.key, target, model, leave)) event.preventDefault();
}

/** Carries out a key; returns whether it means anything here. */
function obey(key: string, target: HTMLElement, model: ReplayModel, leave: () => void): boolean {
  const { player } = model;
  const scrub: Record<string, () => void> = {
    ArrowLeft: player.back,
    ArrowDown: player.back,
    PageUp: () => player.age(-1),
    PageDown: () => player.age(1),
    Home: () => player.jump(0),
    End: () => player.jump(player.last),
    ArrowRight: () => player.forward(),
    ArrowUp: () => player.forward(),
  };
  const vertical = key === "ArrowUp" || key === "ArrowDown";
  // Lists scroll by the arrows; only the slider takes them for steps.
  if (scrub[key] && (!vertical || target.getAttribute("role") === "slider")) {
    player.pause();
    scrub[key]();
    return true;
  }
  if (key === " " && !target.closest("button, a")) player.toggle();
  else if (/^[1-8]$/.test(key)) void player.from(Number(key) - 1);
  else if (key === "h" || key === "H") player.open = !player.open;
  else if (key === "n" || key === "N") model.toSlip(1);
  else if (key === "p" || key === "P") model.toSlip(-1);
  else if (key === "Escape") leave();
  else return false;
  return true;
}
