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

export const boxWord = (box: string): string => BOXES[box]?.() ?? box;
