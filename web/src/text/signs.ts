/** Signs of the game: the names that the rules give them, and the icons that draw them. */
import type { IconName } from "../icons/icons";

const ICONS: Record<string, IconName> = {
  point: "vp",
  victory: "mil-3",
  diplomacy: "dove",
  "free-city": "swap",
};
const GOODS = ["wood", "stone", "clay", "ore", "glass", "textile", "papyrus"];
const COLORS = ["brown", "gray", "blue", "yellow", "red", "green", "purple", "black", "white"];
const OTHERS = ["compass", "gear", "tablet", "coin", "shield", "stage", "chain", "defeat", "debt", "mask"];

export const iconOf = (sign: string): IconName =>
  ICONS[sign] ?? ((GOODS.includes(sign) ? `r-${sign}` : COLORS.includes(sign) ? `c-${sign}` : sign) as IconName);

const SIGNS = new Map<string, string>([
  ...[...GOODS, ...COLORS, ...OTHERS, ...Object.keys(ICONS)].map((sign) => [iconOf(sign), sign] as const),
  ["mil-1", "victory"],
  ["mil-5", "victory"],
]);

/** The sign that an icon draws, if the rules have a paragraph about it. */
export const signOf = (icon: string): string | undefined => SIGNS.get(icon);
