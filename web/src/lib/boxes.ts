/** What the boxes are called. */
import * as m from "../paraglide/messages.js";

const BOXES: Record<string, () => string> = {
  "base-first": m.edition_first,
  "base-second": m.edition_second,
  leaders: m.box_leaders,
  cities: m.box_cities,
  "manneken-pis": m.box_manneken,
  promos: () => "Promos",
};

/** What a box is: the base game is an edition, the others are added to it. */
export const boxKind = (box: string): string => (box.startsWith("base-") ? m.edition() : m.box_one());

export const boxWord = (box: string): string => BOXES[box]?.() ?? box;
