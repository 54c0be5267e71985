/** Every wonder by its key, drawn as its own progress bar: planned parts are sketched, built ones painted. */
import { line, slip } from "./draw";
import { alexandria } from "./wonders/alexandria";
import { babylon } from "./wonders/babylon";
import { byzantium } from "./wonders/byzantium";
import { ephesus } from "./wonders/ephesus";
import { giza } from "./wonders/giza";
import { halicarnassus } from "./wonders/halicarnassus";
import { mannekenPis } from "./wonders/manneken-pis";
import { olympia } from "./wonders/olympia";
import { petra } from "./wonders/petra";
import { rhodes } from "./wonders/rhodes";
import { rome } from "./wonders/rome";
import type { WonderArt } from "./wonders/wonder";

export const WONDERS: Readonly<Record<string, WonderArt>> = {
  Alexandria: alexandria,
  Babylon: babylon,
  Byzantium: byzantium,
  Ephesus: ephesus,
  Giza: giza,
  Halicarnassus: halicarnassus,
  "Manneken Pis": mannekenPis,
  Olympia: olympia,
  Petra: petra,
  Rhodes: rhodes,
  Rome: rome,
};

/** How many parts of a drawing stand once `built` of `stages` are built; the last stage always completes it. */
export const partsBuilt = (parts: number, stages: number, built: number): number =>
  built >= stages ? parts : Math.floor((built * parts) / Math.max(stages, 1));

const RAYS = Array.from(
  { length: 62 },
  (_, i) => `M${-200 + i * 12} 198L${-194 + i * 12} 183L${-188 + i * 12} 198Z`,
).join("");

/** The stages alone, without sky and ground: for a frieze of several wonders. */
export const wonderParts = (wonder: string, stages: number, built: number): string => {
  const art = WONDERS[wonder];
  if (!art) return "";
  const done = partsBuilt(art.stages.length, stages, built);
  return art.stages.map((part, i) => `<g class="st ${i < done ? "built" : "ghost"}">${part}</g>`).join("");
};

/** The line on which a wonder stands, and what lies below it. */
export const groundOf = (art: WonderArt): string =>
  (art.sea ? "" : slip(RAYS) + line("M-400 180.4H760")) + line("M-400 176.6H760");

/** The whole scene in a field of 360 by 210 with the ground at 176. */
export const wonderScene = (wonder: string, stages: number, built: number, small = false): string => {
  const art = WONDERS[wonder];
  if (!art) return "";
  return `<g class="bg">${art.behind()}</g>${wonderParts(wonder, stages, built)}${art.before()}${small ? "" : (art.ships?.() ?? "")}${groundOf(art)}`;
};
