/** Pictures of blue cards: the city's public places. */
import { at, beam, circle, cut, line, rect, slip, spread, white, wine } from "../draw";
import { arcade, banner, column, cupola, hall, stair, temple } from "../parts/buildings";
import { figure } from "../parts/figure";
import { bush, cypress, fire, hills, smoke, sun, tree, waves } from "../parts/nature";
import { altar, amphora, bag, bowl, coinsHeap, cup, jar, lyre, mask, scales, staff } from "../parts/objects";
import type { Pictures } from "./pictures";

const person = (x: number, y: number, size: number, mirror = false): string =>
  figure(x, y, { dress: "robe", head: "wreath", bearded: mirror, arm: mirror ? [60, 110] : [40, 84] }, size, mirror);

export const civic: Pictures = {
  Pawnshop: () =>
    slip(rect(22, 40, 60, 5) + rect(26, 45, 52, 21)) +
    cut("M26 52H78M40 45V66M64 45V66") +
    amphora(70, 40, 0.5) +
    at(50, 40, lyre(0.8), 1) +
    coinsHeap(34, 40, 0.7) +
    figure(14, 66, { lean: 10, arm: [84, 96], dress: "tunic", head: "short", holds: bag() }, 0.96) +
    figure(98, 66, { arm: [70, 104], dress: "robe", head: "beard" }, 0.96, true) +
    line("M40 8H64M52 8V12") +
    slip(circle(42, 15, 3.4) + circle(52, 18, 3.4) + circle(62, 15, 3.4)),
  Baths: () =>
    bowl(44, 66, 1.7) +
    white("M20 36Q44 30 68 36Z") +
    line("M32 28Q28 22 32 16T32 6M44 28Q40 22 44 16T44 6M56 28Q52 22 56 16T56 6") +
    figure(
      94,
      66,
      { lean: 4, arm: [100, 120], arm2: [-10, 30], dress: "robe", woman: true, head: "bun", holds: jar(-4, 8, 0.5) },
      1,
      true,
    ),
  Altar: () =>
    altar(60, 66, 1.35) +
    fire(60, 36, 1.05) +
    smoke(68, 16, 0.6) +
    figure(22, 66, { arm: [130, 140], arm2: [100, 130], dress: "robe", head: "veil", woman: true, nod: -8 }, 0.98) +
    figure(98, 66, { arm: [80, 60], dress: "robe", head: "wreath", bearded: true, holds: cup(2, 4, 0.6) }, 0.98, true),
  Theater: () =>
    slip("M4 66Q6 22 60 20Q114 22 116 66H92Q90 44 60 42Q30 44 28 66Z") +
    cut(
      "M10 66Q12 28 60 26Q108 28 110 66M16 66Q18 34 60 32Q102 34 104 66M22 66Q24 40 60 37Q96 40 98 66M60 20V42M36 24L44 45M84 24L76 45M14 40L34 54M106 40L86 54",
    ) +
    mask(50, 66, 0.9) +
    mask(72, 66, 0.9, true),
  Well: () =>
    slip("M38 66V46H78V66ZM34 46V41H82V46Z") +
    cut("M38 52H78M38 59H78M52 46V52M66 46V52M46 52V59M60 52V59M72 52V59M52 59V66M66 59V66") +
    beam("M42 42V14M74 42V14") +
    slip("M34 16L58 4L82 16Z") +
    line("M42 22H74M58 22V34") +
    slip("M53 33H63L61 41H55Z") +
    figure(
      98,
      66,
      { lean: 4, arm: [70, 110], arm2: [160, 150], dress: "robe", woman: true, head: "bun", holds2: jar(2, 2, 0.7) },
      0.98,
      true,
    ) +
    jar(20, 66, 0.9) +
    jar(8, 66, 0.6),
  Aqueduct: () =>
    slip(rect(-10, 12, 140, 8)) +
    cut("M-10 16H130") +
    slip(
      "M-10 20H130V66H118V46Q118 36 106 36Q94 36 94 46V66H86V46Q86 36 74 36Q62 36 62 46V66H54V46Q54 36 42 36Q30 36 30 46V66H22V46Q22 36 10 36Q-2 36 -2 46V66H-10Z",
    ) +
    cut("M-10 27H130M26 36V64M58 36V64M90 36V64M22 50H30M54 50H62M86 50H94") +
    waves(0, 120, 68, 15) +
    bush(10, 66, 0.5) +
    bush(106, 66, 0.6),
  Temple: () => hills(0, 120, 66, 22) + temple(60, 66, 84, 58, 6) + cypress(9, 66, 34, 4) + cypress(111, 66, 34, 4),
  Statue: () =>
    slip("M34 66V60H86V66ZM40 60V46H80V60Z") +
    cut("M40 51H80M46 56H74") +
    at(
      60,
      46,
      figure(
        0,
        0,
        {
          lean: -4,
          arm: [150, 168],
          arm2: [-30, 10],
          leg: [16, 2],
          leg2: [-10, -16],
          dress: "loincloth",
          head: "wreath",
          cloak: true,
          holds: staff(30, 6),
        },
        0.72,
      ),
    ) +
    figure(14, 66, { arm: [110, 130], dress: "tunic", head: "short", nod: -14 }, 0.7) +
    bush(102, 66, 1) +
    cypress(110, 66, 36, 5),
  Courthouse: () =>
    hall(60, 66, 104, 58, 7) + `<path class="cl" d="${rect(44, 22, 32, 39)}"/>` + scales(60, 61, 0.62, 2),
  Pantheon: () =>
    cupola(60, 52, 72, 50) +
    slip(rect(20, 34, 80, 20)) +
    temple(60, 66, 62, 44, 6) +
    slip(rect(12, 60, 96, 6)) +
    figure(14, 60, { dress: "robe", head: "veil", arm: [120, 130] }, 0.5) +
    figure(106, 60, { dress: "robe", head: "wreath", arm: [90, 120] }, 0.5, true),
  Gardens: () =>
    tree(18, 66, 0.94) +
    tree(102, 66, 0.94) +
    bowl(60, 66, 1.2) +
    beam("M60 46V34") +
    bowl(60, 38, 0.6) +
    line("M60 28V18M60 18Q48 14 45 44M60 18Q72 14 75 44M60 18Q54 10 49 16M60 18Q66 10 71 16") +
    bush(38, 66, 0.6) +
    bush(82, 66, 0.6) +
    figure(
      88,
      66,
      { lean: -2, arm: [80, 130], dress: "robe", woman: true, head: "long", holds: wine(circle(0, -2, 2.4)) },
      0.62,
      true,
    ),
  "Town Hall": () =>
    stair(60, 66, 100, 3, 4) +
    arcade(26, 94, 54, 30, 5) +
    slip(rect(22, 20, 76, 4) + rect(52, 6, 16, 14) + "M50 6L60 -1L70 6Z") +
    white(circle(60, 13, 4)) +
    line("M60 13V10M60 13H62.4") +
    banner(28, 20, 14) +
    banner(92, 20, 14, true) +
    person(16, 66, 0.5) +
    person(104, 66, 0.5, true),
  Palace: () =>
    sun(60, 26, 22) +
    slip(rect(8, 60, 104, 6)) +
    arcade(12, 108, 60, 22, 8) +
    slip(rect(10, 35, 100, 4)) +
    slip(rect(32, 16, 56, 20)) +
    spread(38, 82, 5, (x) => white(`M${x - 2.6} 35V26a2.6 2.6 0 0 1 5.2 0V35Z`)) +
    slip("M28 16H92L60 4Z") +
    white("M44 14L60 8L76 14Z") +
    cypress(6, 66, 40, 4) +
    cypress(114, 66, 40, 4) +
    banner(60, 6, 5),
  Senate: () =>
    stair(60, 66, 104, 3, 6) +
    slip(rect(10, 8, 100, 6)) +
    column(18, 14, 60, 8) +
    column(102, 14, 60, 8) +
    cut("M12 11H108") +
    figure(40, 48, { dress: "robe", head: "beard", arm: [110, 120], arm2: [-20, 30] }, 0.66) +
    figure(62, 48, { dress: "robe", head: "bald", bearded: true, arm: [30, 90] }, 0.62, true) +
    figure(82, 48, { dress: "robe", head: "wreath", arm: [60, 130], lean: -4 }, 0.66, true),
};
