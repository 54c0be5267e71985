/** What the boxes and the modes are called. */
import type { Options } from "../api/messages";
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

const MODES: Record<string, () => string> = {
  standard: m.mode_standard,
  "free-city": m.mode_free_city,
  teams: m.mode_teams,
};

export const modeWord = (mode: string): string => MODES[mode]?.() ?? mode;

/** What a table plays: the edition, its boxes, and the mode where it is not the usual one. */
export const playedWords = ({ edition = "first", expansions = [], mode = "standard" }: Options): string =>
  [`base-${edition}`, ...expansions].map(boxWord).join(" + ") + (mode === "standard" ? "" : `, ${modeWord(mode)}`);
