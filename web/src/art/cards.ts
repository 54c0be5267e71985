/** The picture of every card and leader, by English printed name. */
import { civic } from "./cards/civic";
import { goods } from "./cards/goods";
import { guilds } from "./cards/guilds";
import type { Pictures } from "./cards/pictures";
import { science } from "./cards/science";
import { shadow } from "./cards/shadow";
import { trade } from "./cards/trade";
import { war } from "./cards/war";
import { leaders } from "./leaders";

export const PICTURES: Pictures = {
  ...goods,
  ...civic,
  ...science,
  ...trade,
  ...war,
  ...guilds,
  ...shadow,
  ...leaders,
};

const drawn = new Map<string, string>();

/** The picture of a card in a field of 120 by 72 with the ground at 66; nothing for an unknown name. */
export const picture = (name: string): string => {
  const known = drawn.get(name);
  if (known !== undefined) return known;
  const drawing = PICTURES[name]?.() ?? "";
  drawn.set(name, drawing);
  return drawing;
};
