/** The signs and colors of the rows of a score sheet, in the order of the paper one. */
import type { IconName } from "../icons/icons";
import type { Color } from "./rulebook";

export const CATEGORY_LOOKS = {
  military: { icon: "shield", color: "red" },
  treasury: { icon: "coin", color: "coin" },
  wonder: { icon: "stage", color: "stage" },
  civilian: { icon: "c-blue", color: "blue" },
  commerce: { icon: "c-yellow", color: "yellow" },
  guilds: { icon: "c-purple", color: "purple" },
  science: { icon: "c-green", color: "green" },
  cities: { icon: "c-black", color: "black" },
  leaders: { icon: "c-white", color: "white" },
} as const satisfies Record<string, { icon: IconName; color: Color | "coin" | "stage" }>;

export type Category = keyof typeof CATEGORY_LOOKS;

/** The rows that a game with these boxes has. */
export const rowsFor = (expansions: readonly string[]): Category[] =>
  (Object.keys(CATEGORY_LOOKS) as Category[]).filter(
    (row) => (row !== "cities" && row !== "leaders") || expansions.includes(row),
  );
