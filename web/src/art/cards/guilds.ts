/** Pictures of purple cards: a guild at work or in council. */
import { at, circle, cut, line, pale, rect, slip, white, wine } from "../draw";
import { column, crane, scaffold, stair, stele, temple } from "../parts/buildings";
import { ship } from "../parts/animals";
import { figure } from "../parts/figure";
import { cypress, fire, moon, waves } from "../parts/nature";
import {
  amphora,
  bag,
  block,
  bust,
  coinIn,
  coinsHeap,
  compasses,
  cup,
  dagger,
  flask,
  gearWheel,
  hammer,
  jar,
  loomFrame,
  lyre,
  mask,
  roll,
  scales,
  scroll,
  spear,
  staff,
  tableTop,
  tablet,
  throne,
  torch,
} from "../parts/objects";
import type { Pictures } from "./pictures";

export const guilds: Pictures = {
  "Workers Guild": () =>
    figure(
      20,
      66,
      { lean: 10, arm: [60, 96], arm2: [160, 150], dress: "loincloth", head: "cap", holds2: block(-8, 4, 14, 8) },
      0.92,
    ) +
    figure(
      48,
      66,
      { lean: 22, arm: [84, 88], arm2: [70, 86], leg: [34, -4], leg2: [-30, -36], dress: "loincloth", head: "beard" },
      0.92,
    ) +
    block(70, 66, 44, 26) +
    figure(92, 40, { arm: [140, 110], dress: "loincloth", head: "short", holds: hammer(-20) }, 0.62, true),
  "Craftsmens Guild": () =>
    loomFrame(26, 66, 0.78) +
    tableTop(88, 66, 44, 22) +
    jar(76, 44, 0.6) +
    flask(98, 44, 0.6) +
    figure(58, 66, { lean: 6, arm: [70, 100], arm2: [40, 76], dress: "robe", woman: true, head: "bun" }, 0.9),
  "Traders Guild": () =>
    figure(22, 66, { dress: "robe", head: "cap", bearded: true, arm: [60, 120] }, 0.96) +
    figure(98, 66, { dress: "robe", head: "hat", arm: [64, 110], lean: -4, holds: bag() }, 0.96, true) +
    scales(60, 64, 0.94, 2) +
    slip(rect(46, 62, 28, 4)),
  "Philosophers Guild": () =>
    figure(18, 66, { dress: "robe", head: "bald", bearded: true, arm: [50, 130], arm2: [10, 30] }, 0.96) +
    figure(46, 66, { dress: "robe", head: "beard", arm: [120, 160], lean: -4 }, 0.96) +
    scroll(74, 66, 0.6) +
    figure(100, 66, { dress: "robe", head: "wreath", bearded: true, arm: [70, 60], holds: staff(48, 24) }, 0.96, true) +
    column(114, 20, 66, 7),
  "Spies Guild": () =>
    moon(60, 16, 9) +
    slip(rect(76, 12, 6, 54)) +
    figure(96, 66, { dress: "robe", head: "crest", arm: [40, 90], holds: spear(40, 20) }, 0.9, false) +
    figure(58, 66, { lean: 8, dress: "robe", head: "hood", arm: [60, 120], nod: 4 }, 0.96) +
    figure(24, 66, { lean: 22, dress: "robe", head: "hood", arm: [80, 96], holds: dagger(80) }, 0.9),
  "Strategists Guild": () =>
    tableTop(60, 66, 70, 26) +
    pale("M30 37H90L94 40H26Z") +
    slip("M40 37V29h4v8ZM54 37V31h4v6ZM70 37V28h4v9Z") +
    wine("M44 29l7 2l-7 2ZM74 28l7 2l-7 2Z") +
    figure(14, 66, { lean: 14, dress: "armor", head: "crest", arm: [80, 96] }, 0.98) +
    figure(106, 66, { lean: 10, dress: "armor", head: "beard", arm: [70, 110], cloak: true }, 0.98, true),
  "Shipowners Guild": () =>
    ship(36, 52, 0.6) + ship(88, 46, 0.46) + amphora(110, 66, 0.46) + amphora(100, 66, 0.4) + waves(0, 120, 68, 15),
  "Scientists Guild": () =>
    gearWheel(22, 48, 15) + tablet(60, 64, 1.2) + compasses(98, 66, 1.3) + slip(rect(6, 62, 108, 4)),
  "Magistrates Guild": () =>
    throne(60, 66, 1) +
    figure(
      62,
      62,
      { dress: "robe", head: "beard", arm: [40, 90], hip: 21, leg: [78, 0], leg2: [70, -4], holds: staff(40, 12) },
      0.9,
    ) +
    figure(18, 66, { dress: "robe", head: "wreath", arm: [60, 110], holds: roll(2, 2, 0.5) }, 0.84) +
    figure(104, 66, { dress: "robe", head: "bald", bearded: true, arm: [110, 130] }, 0.84, true),
  "Builders Guild": () =>
    stair(40, 66, 76, 5, 8) +
    crane(90, 66, 0.96, slip(rect(24, -26, 14, 9)) + cut("M24 -21H38")) +
    figure(40, 26, { arm: [130, 150], dress: "loincloth", head: "short" }, 0.4) +
    figure(
      68,
      66,
      { lean: -16, arm: [110, 120], arm2: [100, 118], dress: "loincloth", head: "beard", leg: [30, 6] },
      0.7,
      false,
    ),
  "Architects Guild": () =>
    temple(92, 66, 44, 40, 4) +
    scaffold(72, 112, 66, 44) +
    figure(28, 66, { dress: "robe", head: "beard", arm: [80, 110], arm2: [50, 90] }, 1) +
    pale("M42 26L66 20L68 40L44 46Z") +
    line("M47 42L47 31L56 26L64 29L64 38M47 36H64") +
    compasses(58, 66, 0.5),
  "Diplomats Guild": () =>
    figure(
      30,
      66,
      { dress: "robe", head: "wreath", bearded: true, arm: [70, 92], lean: 4, holds2: staff(48, 24), arm2: [30, 70] },
      1,
    ) +
    figure(88, 66, { dress: "robe", head: "crown", bearded: true, arm: [70, 92], lean: 4 }, 1, true) +
    at(
      59,
      22,
      slip("M0 8Q-10 0 -6 -8M0 8Q10 0 6 -8") +
        line("M0 12V-8") +
        slip("M0 4q-8 0 -9 -7q7 0 9 7ZM0 4q8 0 9 -7q-7 0 -9 7ZM0 -3q-6 -1 -7 -7q6 1 7 7ZM0 -3q6 -1 7 -7q-6 1 -7 7Z"),
    ),
  "Gamers Guild": () =>
    tableTop(60, 66, 40, 24) +
    slip(rect(44, 38, 32, 4)) +
    cut("M48 40H72") +
    pale(rect(50, 32, 6, 6) + rect(62, 33, 5, 5)) +
    slip(circle(53, 35, 0.9) + circle(64.4, 35.4, 0.8)) +
    figure(
      24,
      66,
      {
        lean: 18,
        dress: "armor",
        head: "crest",
        arm: [70, 84],
        hip: 20,
        leg: [80, 0],
        leg2: [72, -6],
        holds2: spear(56, 20),
        arm2: [-10, 40],
      },
      0.98,
    ) +
    slip(rect(12, 48, 18, 18)) +
    figure(
      96,
      66,
      { lean: 18, dress: "armor", head: "helmet", arm: [70, 84], hip: 20, leg: [80, 0], leg2: [72, -6] },
      0.98,
      true,
    ) +
    slip(rect(90, 48, 18, 18)),
  "Courtesans Guild": () =>
    slip("M28 52H96V58H92V66H88V58H36V66H32V58H28ZM22 40Q24 34 32 36V54H26Z") +
    wine("M32 48H94V53H32Z") +
    figure(
      62,
      58,
      {
        lean: -26,
        dress: "robe",
        woman: true,
        head: "long",
        arm: [70, 130],
        hip: 12,
        leg: [84, 78],
        leg2: [80, 70],
        holds: cup(0, 0, 0.5),
      },
      0.96,
    ) +
    figure(108, 66, { dress: "robe", head: "short", arm: [70, 110], holds: at(2, -2, lyre(0.7)) }, 0.86, true) +
    mask(12, 66, 0.8),
  "Decorators Guild": () =>
    amphora(34, 64, 1.36) +
    slip(rect(18, 62, 32, 4)) +
    figure(
      66,
      66,
      {
        lean: 12,
        dress: "apron",
        head: "short",
        arm: [84, 100],
        arm2: [40, 80],
        hip: 21,
        leg: [78, 0],
        leg2: [70, -6],
        holds: line("M0 0L14 -4"),
      },
      0.98,
      true,
    ) +
    slip(rect(62, 48, 16, 18)) +
    amphora(96, 66, 0.8) +
    bust(110, 66, 0.7),
  "Counterfeiters Guild": () =>
    moon(104, 14, 7) +
    fire(18, 66, 0.8) +
    tableTop(62, 66, 46, 22) +
    coinsHeap(74, 43, 0.8) +
    slip("M46 44V36H58V44Z") +
    figure(
      38,
      66,
      { lean: 14, dress: "apron", head: "hood", arm: [130, 110], arm2: [60, 80], holds: hammer(30) },
      0.96,
    ) +
    figure(100, 66, { dress: "robe", head: "hood", arm: [60, 110], holds: coinIn(2, 0, 4) }, 0.94, true),
  "Guild of Shadows": () =>
    moon(60, 18, 11) +
    figure(18, 66, { dress: "robe", head: "hood", arm: [30, 70] }, 0.86) +
    figure(40, 66, { dress: "robe", head: "hood", arm: [50, 110], holds: dagger(20) }, 0.98) +
    figure(82, 66, { dress: "robe", head: "hood", arm: [50, 100] }, 0.98, true) +
    figure(104, 66, { dress: "robe", head: "hood", arm: [30, 60] }, 0.86, true) +
    at(61, 66, torch(), 1.2),
  "Mourners Guild": () =>
    stele(60, 66, 26, 52) +
    white("M52 50V34Q60 26 68 34V50Z") +
    line("M56 46Q60 40 64 46M58 38h4") +
    figure(20, 66, { lean: 20, dress: "robe", woman: true, head: "veil", arm: [130, 170], nod: 20 }, 0.96) +
    figure(100, 66, { lean: 14, dress: "robe", woman: true, head: "veil", arm: [150, 160], nod: 16 }, 0.96, true) +
    cypress(112, 66, 30, 3) +
    jar(84, 66, 0.5),
};
