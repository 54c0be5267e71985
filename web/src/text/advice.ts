/** Advice in words and figures. */
import type { Move } from "../api/messages";
import { stageFor } from "../game/card-uses";
import * as m from "../paraglide/messages.js";
import type { Scene } from "../scene/scene.svelte";
import { actionWord, stageWord } from "./decisions";
import { coinsWord, sideWords } from "./format";

/** With one place after the point, or the comma. */
export const tenths = (value: number, language: string): string =>
  new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value);

export const percent = (chance: number): number => Math.round(100 * chance);

/** What a move is called: the card that is built, else what is done with it. */
export function adviceName(move: Move, { book, help, picker }: Scene): string {
  const card = move.card ? book.name(move.card) : "";
  switch (move.action) {
    case "wonder":
      return m.labeled({ label: stageWord(stageFor(help, picker.decision)), text: card });
    case "discard":
      return m.labeled({ label: m.discard(), text: card });
    case "settle":
      return m.pay_loss({ coins: coinsWord(move.coins ?? 0) });
    case "side":
      return sideWords(move.side);
    default:
      return card || actionWord(move.action);
  }
}
