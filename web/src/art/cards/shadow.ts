/** Pictures of black cards: what a city does at night and behind doors. */
import { arch, at, beam, circle, cut, line, pale, rect, slip, spread, white, wine } from "../draw";
import { arcade, cave, column, cupola, gate, house, scaffold, stair, stall, temple, tower } from "../parts/buildings";
import { boat, dove, horse, pigeon, rat } from "../parts/animals";
import { figure, type Pose } from "../parts/figure";
import { cypress, fire, moon, stars, waves } from "../parts/nature";
import {
  amphora,
  bag,
  block,
  chest,
  coinIn,
  coinsHeap,
  compasses,
  crate,
  cup,
  dagger,
  jar,
  roll,
  sack,
  shelf,
  shield,
  spear,
  sword,
  tableTop,
  torch,
} from "../parts/objects";
import type { Pictures } from "./pictures";

const soldier = (pose: Pose = {}): Pose => ({
  dress: "armor",
  head: "helmet",
  arm: [60, 104],
  arm2: [30, 80],
  holds2: spear(56, 22),
  holds: shield(0, 0, 9, "eye"),
  ...pose,
});
const dock = (mirror: boolean): string =>
  at(
    mirror ? 120 : 0,
    0,
    moon(100, 16, 8) +
      slip("M0 66V46H44V52H40V66H34V52H24V66H18V52H8V66Z") +
      cut("M0 49H42") +
      boat(84, 58, 0.72) +
      figure(
        30,
        46,
        { lean: 10, arm: [80, 90], arm2: [70, 88], dress: "tunic", head: "hood", holds: sack(2, 12, 0.7) },
        0.66,
      ) +
      crate(10, 46, 0.8) +
      waves(44, 120, 68, 15),
    1,
    mirror,
  );
const tied = (x: number): string => line(`M${x - 5} 40Q${x} 44 ${x + 5} 40`);

export const shadow: Pictures = {
  "Pigeon Loft": () =>
    slip("M34 66L40 18H80L86 66Z") +
    slip("M34 18L60 4L86 18Z") +
    white(spread(48, 72, 3, (x) => arch(x, 32, 7, 9)) + spread(46, 74, 3, (x) => arch(x, 48, 7, 9))) +
    cut("M39 35H81M37 51H83") +
    pigeon(48, 31, 0.4) +
    dove(20, 24, 0.7) +
    dove(102, 16, 0.6, true) +
    figure(104, 66, { arm: [130, 150], dress: "robe", head: "hood", nod: -12 }, 0.7, true) +
    roll(20, 34, 0.34),
  Militia: () =>
    house(96, 66, 44, 40) +
    figure(
      22,
      66,
      { dress: "tunic", head: "cap", arm: [60, 80], holds: line("M0 24V-30M-4 -30V-38M0 -30V-40M4 -30V-38M-4 -30H4") },
      0.94,
    ) +
    figure(46, 66, { dress: "tunic", head: "beard", arm: [130, 150], holds: torch() }, 0.96) +
    figure(70, 66, { dress: "tunic", head: "short", arm: [60, 110], holds: shield(0, 0, 8, "wine") }, 0.9),
  Hideout: () =>
    moon(22, 16, 8) +
    cave(70, 66, 96, 56) +
    fire(70, 66, 0.5) +
    figure(
      58,
      66,
      { lean: 10, dress: "tunic", head: "hood", hip: 18, leg: [82, -4], leg2: [76, -8], arm: [60, 80] },
      0.54,
    ) +
    figure(82, 66, { lean: 8, dress: "tunic", head: "hood", hip: 18, leg: [82, -4], leg2: [76, -8] }, 0.54, true) +
    rat(16, 66, 0.9),
  Residence: () =>
    house(60, 66, 66, 50) +
    white(rect(38, 44, 8, 9) + rect(74, 44, 8, 9)) +
    line("M42 44V53M78 44V53") +
    dove(88, 18, 0.62) +
    cypress(14, 66, 40, 5) +
    cypress(106, 66, 40, 5),
  "Gambling Den": () =>
    tableTop(60, 66, 44, 22) +
    pale(rect(52, 38, 6, 6) + rect(62, 39, 5, 5)) +
    slip(circle(55, 41, 0.9) + circle(64.4, 41.4, 0.8)) +
    coinsHeap(74, 43, 0.5) +
    figure(
      26,
      66,
      { lean: 16, dress: "tunic", head: "hood", arm: [70, 90], hip: 20, leg: [80, 0], leg2: [72, -6] },
      0.94,
    ) +
    slip(rect(14, 48, 18, 18)) +
    figure(
      96,
      66,
      { lean: 6, dress: "tunic", head: "beard", arm: [120, 160], hip: 20, leg: [80, 0], leg2: [72, -6] },
      0.94,
      true,
    ) +
    slip(rect(90, 48, 18, 18)) +
    line("M60 4V14") +
    slip("M54 14H66L62 20H58Z") +
    rat(112, 66, 0.6, true),
  "Clandestine Dock West": () => dock(true),
  "Clandestine Dock East": () => dock(false),
  "Secret Warehouse": () =>
    slip("M4 66V14L60 4L116 14V66Z") +
    `<path class="cl" d="${rect(12, 22, 96, 44)}"/>` +
    crate(26, 66, 1) +
    crate(48, 66, 1) +
    crate(36, 48, 1) +
    amphora(68, 66, 0.74) +
    amphora(82, 66, 0.74) +
    figure(98, 66, { dress: "robe", head: "hood", arm: [90, 140], holds: torch() }, 0.66, true),
  "Gates of the City": () =>
    gate(60, 66, 56, 54) +
    tower(18, 66, 26, 44, false) +
    tower(102, 66, 26, 44, false) +
    figure(40, 66, soldier(), 0.5) +
    figure(80, 66, soldier(), 0.5, true),
  "Spy Ring": () =>
    moon(98, 14, 8) +
    figure(32, 66, { dress: "robe", head: "hood", arm: [70, 96], lean: 6, holds: roll(3, 2, 0.5) }, 1) +
    figure(82, 66, { dress: "robe", head: "hood", arm: [60, 104], lean: 8 }, 1, true) +
    slip(rect(4, 10, 8, 56)) +
    figure(14, 66, { lean: 14, dress: "robe", head: "hood", nod: 4 }, 0.5) +
    rat(108, 66, 0.7),
  Mercenaries: () =>
    figure(20, 66, soldier({ head: "cap", holds: shield(0, 0, 9, "wine"), bearded: true }), 0.96) +
    figure(48, 66, soldier({ lean: 4 }), 1) +
    figure(74, 66, soldier({ head: "crest", holds: shield(0, 0, 9, "star") }), 0.96) +
    figure(104, 66, { dress: "robe", head: "hood", arm: [70, 100], holds: bag() }, 0.9, true),
  Lair: () =>
    cave(60, 66, 116, 60) +
    chest(60, 66, 0.8) +
    figure(46, 66, { lean: 10, dress: "tunic", head: "hood", arm: [50, 90], holds: dagger(40) }, 0.6) +
    figure(78, 66, { dress: "tunic", head: "beard", arm: [140, 160], holds: torch() }, 0.6, true) +
    white("M14 40Q17 37 20 40Q17 43 14 40ZM100 40Q103 37 106 40Q103 43 100 40Z"),
  Consulate: () =>
    stair(60, 66, 92, 2, 5) +
    temple(60, 56, 72, 46, 4) +
    dove(22, 18, 0.66) +
    figure(18, 66, { dress: "robe", head: "wreath", arm: [90, 120], holds: roll(2, 2, 0.5) }, 0.72) +
    figure(102, 66, { dress: "robe", head: "crown", arm: [60, 100] }, 0.72, true),
  "Gambling House": () =>
    hallFront() +
    pale(rect(48, 24, 10, 10) + rect(63, 24, 10, 10)) +
    slip(circle(53, 29, 1.4) + circle(65.6, 26.6, 1.2) + circle(70.4, 31.4, 1.2)) +
    figure(16, 66, { dress: "tunic", head: "short", arm: [120, 150], holds: bag() }, 0.8) +
    figure(104, 66, { lean: 16, dress: "tunic", head: "beard", arm: [20, 30], nod: 20 }, 0.8, true),
  "Black Market": () =>
    moon(102, 14, 8) +
    stall(44, 66, 70, 50, jar(28, 48, 0.5) + roll(46, 48, 0.6) + flaskRow()) +
    figure(92, 66, { dress: "robe", head: "hood", arm: [70, 100], holds: coinIn(2, 0, 3.6) }, 0.94, true) +
    sack(74, 66, 0.7) +
    rat(112, 66, 0.6),
  Sepulcher: () =>
    slip("M14 66V30L60 10L106 30V66Z") +
    cut("M18 32H102M20 36H100") +
    white("M40 29L60 19L80 29Z") +
    `<path class="cl" d="${rect(44, 38, 32, 28)}"/>` +
    slip("M46 66V56H74V66ZM44 56H76V52H44Z") +
    column(28, 38, 66, 7) +
    column(92, 38, 66, 7) +
    cypress(6, 66, 46, 4) +
    cypress(114, 66, 46, 4) +
    line("M52 61H68"),
  "Architect Cabinet": () =>
    tableTop(52, 66, 64, 26) +
    pale("M28 36L78 34L82 40H24Z") +
    line("M36 38L42 36L50 38M56 37L70 36") +
    compasses(34, 36, 0.5) +
    figure(
      98,
      66,
      { lean: 16, dress: "robe", head: "bald", bearded: true, arm: [70, 92], arm2: [40, 80], nod: 10 },
      1,
      true,
    ) +
    shelf(14, 34, 22, 24) +
    slip("M58 34V22h4v12ZM54 22h12l-6 -6Z"),
  Tabularium: () =>
    slip(rect(4, 58, 112, 8)) +
    cut("M4 62H116") +
    arcade(10, 110, 58, 24, 8) +
    slip(rect(14, 16, 92, 18)) +
    white(spread(24, 96, 7, (x) => rect(x - 3, 20, 6, 10))) +
    line(spread(24, 96, 7, (x) => `M${x - 2} 23h4M${x - 2} 26h4`)) +
    slip("M10 16H110L104 10H16Z"),
  "Builders' Union": () =>
    scaffold(20, 60, 66, 50) +
    block(26, 66, 30, 20) +
    figure(84, 66, { dress: "loincloth", head: "cap", bearded: true, arm: [160, 170] }, 0.96, true) +
    figure(104, 66, { dress: "loincloth", head: "short", arm: [150, 165] }, 0.9, true) +
    figure(38, 46, { dress: "tunic", head: "cap", arm: [70, 120], arm2: [60, 110] }, 0.6),
  "Torture Chamber": () =>
    slip("M2 66V8H118V66Z") +
    `<path class="cl" d="${arch(60, 66, 92, 54)}"/>` +
    line("M30 12V34M28 34a4 4 0 1 0 4 0M90 12V34M88 34a4 4 0 1 0 4 0") +
    slip(rect(44, 50, 36, 5)) +
    beam("M48 55V66M76 55V66") +
    `<path class="l" d="${circle(80, 50, 6)}"/>` +
    figure(98, 66, { dress: "robe", head: "hood", arm: [60, 100] }, 0.74, true) +
    tripod2() +
    rat(58, 66, 0.6),
  Contingent: () =>
    spread(14, 98, 5, (x, i) =>
      figure(
        x,
        66,
        soldier({
          head: i % 2 ? "helmet" : "crest",
          leg: [26 - i * 2, -4],
          holds: shield(0, 0, 9, i % 2 ? "wine" : "star"),
        }),
        0.9,
      ),
    ) +
    line("M106 66V10") +
    wine("M106 10h12v10h-12Z"),
  Brotherhood: () =>
    moon(60, 14, 9) +
    figure(28, 66, { dress: "robe", head: "hood", arm: [80, 84], lean: 8 }, 1) +
    figure(92, 66, { dress: "robe", head: "hood", arm: [80, 84], lean: 8 }, 1, true) +
    at(60, 34, dagger(180), 1.3) +
    cup(60, 66, 0.8),
  Embassy: () =>
    temple(82, 66, 60, 56, 4) +
    horse(28, 66, "walk", 0.78, false) +
    figure(26, 50, { dress: "robe", head: "wreath", arm: [60, 90], hip: 18, leg: [40, -10], leg2: [30, -20] }, 0.6) +
    dove(50, 14, 0.55),
  Cenotaph: () =>
    stair(60, 66, 84, 3, 6) +
    slip("M40 48V22H80V48ZM36 22H84V17H36ZM44 17L60 8L76 17Z") +
    white("M50 46V32Q60 22 70 32V46Z") +
    shield(60, 40, 6, "star") +
    at(22, 60, sword(0), 1.1) +
    at(98, 60, sword(0), 1.1) +
    cypress(8, 66, 40, 4) +
    cypress(112, 66, 40, 4),
  "Secret Society": () =>
    slip(circle(60, 60, 26)) +
    `<path class="cl" d="${circle(60, 60, 22)}"/>` +
    slip(rect(0, 64, 120, 6)) +
    fire(60, 64, 0.7) +
    figure(24, 66, { dress: "robe", head: "hood", arm: [90, 100] }, 0.94) +
    figure(44, 66, { dress: "robe", head: "hood", arm: [70, 120] }, 0.8) +
    figure(78, 66, { dress: "robe", head: "hood", arm: [70, 120] }, 0.8, true) +
    figure(98, 66, { dress: "robe", head: "hood", arm: [90, 100] }, 0.94, true) +
    stars([
      [60, 14],
      [44, 10],
      [76, 10],
    ]),
  "Slave Market": () =>
    slip(rect(42, 54, 50, 12)) +
    cut("M42 58H92") +
    figure(56, 54, { dress: "loincloth", head: "short", arm: [10, 30], arm2: [6, 30], nod: 12 }, 0.72) +
    figure(76, 54, { dress: "loincloth", head: "beard", arm: [10, 30], arm2: [6, 30], nod: 10 }, 0.72) +
    tied(58) +
    tied(78) +
    figure(22, 66, { dress: "robe", head: "beard", arm: [80, 110], holds: bag() }, 0.9) +
    figure(106, 66, soldier(), 0.86, true),
  Capitol: () =>
    slip("M0 66Q30 44 60 46Q90 44 120 66Z") +
    cut("M12 62Q40 50 60 52Q84 50 108 62") +
    temple(60, 48, 66, 42, 6) +
    cupola(16, 58, 18, 16) +
    cupola(104, 58, 18, 16) +
    stars([
      [20, 16],
      [100, 16],
    ]) +
    wine("M60 6l12 -3l-12 -3Z") +
    line("M60 8V0"),
};

/** The arched front of a house of play. */
function hallFront(): string {
  return (
    slip(rect(22, 18, 76, 48)) +
    cut("M22 22H98M22 38H98") +
    white(arch(60, 66, 20, 26) + arch(36, 60, 9, 16) + arch(84, 60, 9, 16)) +
    slip(arch(60, 66, 13, 21)) +
    slip("M16 18L60 4L104 18Z")
  );
}

function flaskRow(): string {
  return jar(60, 48, 0.4) + cup(38, 48, 0.4);
}

function tripod2(): string {
  return fire(24, 60, 0.5) + slip("M16 60H32L28 66H20Z");
}
