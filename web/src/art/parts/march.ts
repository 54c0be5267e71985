/** Soldiers of a city on the march. */
import { at } from "../draw";
import { figure } from "./figure";
import { shield, spear } from "./objects";

/** The most soldiers that are drawn for a city, however many shields it has. */
export const MOST_SOLDIERS = 3;

const BLAZONS = ["star", "eye", "wine"] as const;

/** A soldier who walks to the right, with his feet at 0; `number` varies step and blazon, `beaten` leans back. */
export const soldier = (number: number, mirror: boolean, beaten: boolean): string =>
  at(
    0,
    0,
    figure(0, 0, {
      lean: beaten ? -12 : 8,
      arm: [40, 96],
      arm2: [30, 90],
      leg: number % 2 ? [30, 6] : [20, -10],
      leg2: number % 2 ? [-24, -34] : [-30, -20],
      dress: "armor",
      head: number % 3 === 1 ? "helmet" : "crest",
      holds: at(0, 0, spear(60, 18), 1, false, beaten ? -64 : -52),
    }) + shield(5, -31, 10.5, BLAZONS[number % 3]),
    1,
    mirror,
  );
