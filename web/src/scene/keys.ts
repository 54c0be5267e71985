/** The table by keyboard: digits pick, letters act, Enter confirms. */
import type { Picker } from "./picker.svelte";
import type { Scene } from "./scene.svelte";

export function press(event: KeyboardEvent, scene: Scene): void {
  const target = event.target as HTMLElement;
  if (event.ctrlKey || event.metaKey || event.altKey || target.matches("input, textarea, select")) return;
  if (obey(event.key.toLowerCase(), target, scene)) event.preventDefault();
}

/** Handles a key; returns whether it has a meaning here. */
function obey(key: string, target: HTMLElement, scene: Scene): boolean {
  const { picker, presentation } = scene;
  if (/^\d$/.test(key)) return count(Number(key), picker);
  if ((presentation.step || presentation.ageEnding) && turnPage(key, target, scene)) return true;
  switch (key) {
    case "b":
      picker.act(picker.main[0]);
      return true;
    case "w":
      picker.act(picker.wonder[0]);
      return true;
    case "d":
      picker.act(picker.discard);
      return true;
    case "p":
      picker.nextPayment();
      return true;
    case "u":
      if (picker.must && !picker.earlier) scene.chooser.takeBack?.();
      else picker.withdraw();
      return true;
    case "s":
      picker.clear();
      scene.toggleCoach();
      return true;
    case "?":
      scene.open(picker.card ? { at: "card", card: picker.card } : { at: "help" });
      return true;
    case "c":
      scene.open({ at: "chat" });
      return true;
    case "l":
      scene.open({ at: "log" });
      return true;
    case "escape":
      if (scene.panel) scene.close();
      else if (picker.card === undefined && scene.coaching) scene.toggleCoach();
      else picker.clear();
      return true;
    case "enter":
      return confirm(target, scene);
    default:
      return false;
  }
}

/** A digit picks a card of the hand, pays that many coins of a loss, or gives one of the other answers. */
function count(number: number, picker: Picker): boolean {
  const answers = picker.bare;
  if (picker.cards.length) picker.pick(number - 1);
  else {
    const answer = answers.find((move) => move.coins === number) ?? (answers[0]?.coins == null && answers[number - 1]);
    if (answer) picker.choose(answer);
  }
  return true;
}

/** Whether nothing on the page has the focus. */
const free = (target: HTMLElement): boolean => target === document.body || target.matches("main");

/** The arrow keys turn the pages of a story. */
function turnPage(key: string, target: HTMLElement, { presentation, picker, panel }: Scene): boolean {
  if (panel || picker.card) return false;
  if (!presentation.step) {
    if (key !== "enter" || !free(target)) return false;
    presentation.close();
    return true;
  }
  if (key === "arrowright" || (key === "enter" && free(target))) presentation.next();
  else if (key === "arrowleft") presentation.previous();
  else if (key === "escape") presentation.skip();
  else return false;
  return true;
}

/** Enter builds the selected card, unless something else has the focus; it never discards. */
function confirm(target: HTMLElement, { picker, chooser }: Scene): boolean {
  const card = target.closest(".hcard");
  if (card ? card.getAttribute("aria-pressed") !== "true" : !free(target)) return false;
  if (!picker.must) chooser.hurry?.();
  if (picker.card) {
    picker.act(picker.main[0]);
    return true;
  }
  if (!picker.must || !picker.bare.length) return false;
  picker.choose(picker.bare[0]!);
  return true;
}
