/** Pictures of yellow cards: markets, roads and harbors. */
import { at, beam, cut, faint, line, rays, rect, slip, white, wine } from "../draw";
import { arcade, banner, hall, stall, tower } from "../parts/buildings";
import { boat, camel, donkey, ship } from "../parts/animals";
import { figure } from "../parts/figure";
import { bird, fire, grapes, hills, palm, sun, waves } from "../parts/nature";
import {
  amphora,
  bag,
  basket,
  bowl,
  coinIn,
  coinsHeap,
  crate,
  cup,
  jar,
  roll,
  sack,
  scales,
  shield,
  sword,
  tableTop,
} from "../parts/objects";
import type { Pictures } from "./pictures";

const arrow = (x: number, mirror: boolean): string =>
  at(x, 14, slip("M-12 -4H4V-9L14 0L4 9V4H-12Z") + cut("M-8 0H4"), 0.9, mirror);
const LOAD = slip("M-16 -34Q-6 -46 10 -36L8 -26H-14Z") + cut("M-12 -30H8M-4 -40V-27");

export const trade: Pictures = {
  Tavern: () =>
    tableTop(60, 66, 44, 22) +
    amphora(46, 44, 0.5) +
    cup(64, 44, 0.7) +
    figure(
      24,
      66,
      {
        lean: -4,
        arm: [80, 120],
        dress: "tunic",
        head: "beard",
        hip: 20,
        leg: [78, 0],
        leg2: [70, -6],
        holds: cup(2, 0, 0.6),
      },
      0.94,
    ) +
    slip(rect(12, 48, 18, 18)) +
    figure(
      96,
      66,
      { arm: [90, 112], dress: "tunic", head: "wreath", hip: 20, leg: [78, 0], leg2: [70, -6], holds: cup(2, 0, 0.6) },
      0.94,
      true,
    ) +
    slip(rect(90, 48, 18, 18)) +
    line("M60 6V12M48 12H72") +
    grapes(54, 16, 0.7),
  "East Trading Post": () =>
    arrow(98, false) +
    stall(40, 66, 60, 50, jar(26, 48, 0.5) + jar(40, 48, 0.5) + basket(54, 48, 0.6)) +
    donkey(90, 66, 0.82, false, LOAD),
  "West Trading Post": () =>
    arrow(22, true) +
    stall(80, 66, 60, 50, basket(66, 48, 0.6) + amphora(80, 48, 0.4) + amphora(92, 48, 0.4)) +
    donkey(30, 66, 0.82, true, LOAD),
  Marketplace: () =>
    stall(32, 66, 52, 46, jar(22, 49, 0.5) + basket(36, 49, 0.5)) +
    stall(92, 66, 48, 42, roll(86, 51, 0.6) + roll(98, 51, 0.6) + roll(92, 46, 0.6)) +
    figure(
      62,
      66,
      { lean: 4, arm: [80, 100], dress: "robe", woman: true, head: "bun", holds: coinIn(2, 0) },
      0.86,
      true,
    ),
  Forum: () =>
    hall(60, 50, 112, 44, 8) +
    slip(rect(2, 60, 116, 6)) +
    figure(26, 62, { dress: "robe", head: "beard", arm: [80, 110] }, 0.7) +
    figure(46, 62, { dress: "robe", head: "short", arm: [50, 110] }, 0.66, true) +
    figure(76, 62, { dress: "tunic", head: "hat", arm: [60, 80], holds: bag() }, 0.68) +
    figure(96, 62, { dress: "robe", head: "veil", woman: true, arm: [70, 120] }, 0.66, true),
  Caravansery: () =>
    sun(96, 20, 13) +
    hills(0, 120, 66, 14) +
    palm(12, 66, 46, 0.86) +
    camel(46, 66, 0.92, false, LOAD) +
    camel(92, 66, 0.78, false, LOAD) +
    line("M60 34L72 42"),
  Vineyard: () =>
    beam("M14 66V26M60 66V22M106 66V26") +
    line("M6 28Q60 18 114 28M6 30Q34 22 60 26T114 30") +
    grapes(22, 31) +
    grapes(40, 29, 0.9) +
    grapes(70, 29, 0.9) +
    grapes(88, 31) +
    slip(
      "M16 28q-8 -8 0 -14q2 4 7 3q4 8 -7 11ZM36 25q-6 -9 3 -14q1 4 6 4q3 8 -9 10ZM66 24q-6 -9 3 -14q1 4 6 4q3 8 -9 10ZM84 26q-6 -9 3 -13q1 4 6 4q3 7 -9 9Z",
    ) +
    figure(58, 66, { arm: [150, 140], arm2: [40, 60], dress: "tunic", head: "hat", holds2: basket(4, 10, 0.5) }, 0.72) +
    basket(94, 66, 0.8),
  Bazaar: () =>
    stall(24, 66, 44, 50, jar(18, 48, 0.46) + jar(30, 48, 0.46)) +
    stall(96, 66, 44, 50, bowl(96, 48, 0.6)) +
    line("M46 22Q60 32 74 22") +
    wine("M50 25h5v16q-3 -3 -5 0ZM58 27h5v18q-3 -3 -5 0ZM66 25h5v14q-3 -3 -5 0Z") +
    figure(58, 66, { lean: -2, arm: [60, 110], dress: "robe", head: "cap", bearded: true }, 0.5) +
    sack(76, 66, 0.6),
  Haven: () =>
    ship(58, 50, 0.88) +
    waves(0, 120, 68, 15) +
    slip("M102 66V40H120V66Z") +
    cut("M102 48H120M102 57H120") +
    amphora(110, 40, 0.4) +
    bird(22, 16, 0.8) +
    bird(36, 10, 0.5),
  Lighthouse: () =>
    faint(rays(60, 14, 10, 44, 18)) +
    tower(60, 60, 30, 30) +
    slip(rect(50, 12, 20, 15)) +
    white("M53 25V19a3 3 0 0 1 6 0V25ZM61 25V19a3 3 0 0 1 6 0V25Z") +
    fire(60, 13, 0.55) +
    slip("M34 66Q40 56 60 58Q82 56 88 66Z") +
    boat(18, 60, 0.5) +
    boat(104, 60, 0.44, true) +
    waves(0, 120, 69, 15),
  "Chamber of Commerce": () =>
    scales(60, 62, 1, -3) +
    coinsHeap(36, 44, 0.5) +
    roll(84, 36, 0.5) +
    crate(14, 66, 1) +
    crate(12, 48, 0.7) +
    figure(102, 66, { dress: "robe", head: "cap", bearded: true, arm: [60, 116], holds: coinIn(2, 0) }, 0.9, true) +
    slip(rect(40, 60, 40, 6)),
  Arena: () =>
    slip("M4 66V34Q60 20 116 34V66Z") +
    arcade(8, 112, 66, 26, 9) +
    cut("M6 36Q60 23 114 36") +
    banner(14, 34, 20) +
    banner(60, 27, 20) +
    banner(104, 34, 20),
  Ludus: () =>
    slip(rect(2, 60, 116, 6)) +
    figure(
      38,
      62,
      {
        lean: 16,
        arm: [120, 90],
        arm2: [60, 90],
        leg: [40, 6],
        leg2: [-30, -34],
        dress: "loincloth",
        head: "crest",
        holds: sword(60),
        holds2: shield(4, 0, 8, "wine"),
      },
      0.94,
    ) +
    figure(
      82,
      62,
      {
        lean: -8,
        arm: [110, 140],
        arm2: [70, 100],
        leg: [26, 0],
        leg2: [-24, -26],
        dress: "armor",
        head: "helmet",
        holds: sword(-10),
        holds2: shield(4, 0, 8, "eye"),
      },
      0.94,
      true,
    ),
};
