/** Pictures of green cards: people who find things out. */
import { beam, circle, cut, line, pale, rect, slip, white } from "../draw";
import { column, cupola, house, temple } from "../parts/buildings";
import { owl, snake } from "../parts/animals";
import { figure } from "../parts/figure";
import { fire, moon, olive, smoke, stars } from "../parts/nature";
import {
  amphora,
  bust,
  compasses,
  flask,
  gearWheel,
  hammer,
  jar,
  mortar,
  roll,
  scroll,
  shelf,
  staff,
  stylus,
  tableTop,
  tablet,
  tripod,
} from "../parts/objects";
import type { Pictures } from "./pictures";

const globe = (x: number, y: number, r: number): string =>
  pale(circle(x, y, r)) +
  line(
    `M${x - r} ${y}H${x + r}M${x} ${y - r}V${y + r}M${x - r * 0.5} ${y - r * 0.86}Q${x - r * 0.9} ${y} ${x - r * 0.5} ${y + r * 0.86}M${x + r * 0.5} ${y - r * 0.86}Q${x + r * 0.9} ${y} ${x + r * 0.5} ${y + r * 0.86}`,
  );

export const science: Pictures = {
  Apothecary: () =>
    tableTop(54, 66, 56, 24) +
    mortar(54, 42, 0.9) +
    flask(36, 42, 0.6) +
    flask(72, 42, 0.46) +
    figure(98, 66, { lean: 6, arm: [84, 112], arm2: [60, 90], dress: "robe", woman: true, head: "bun" }, 0.98, true) +
    line("M8 10H66M20 10V22M34 10V20M48 10V24") +
    slip("M20 34q-6 -7 0 -13q6 6 0 13ZM34 31q-5 -6 0 -12q5 6 0 12ZM48 36q-6 -7 0 -13q6 6 0 13Z") +
    jar(14, 66, 1),
  Workshop: () =>
    gearWheel(28, 44, 20) +
    gearWheel(54, 56, 9.6) +
    tableTop(94, 66, 34, 16) +
    figure(
      76,
      66,
      { lean: 10, arm: [120, 80], arm2: [40, 60], dress: "apron", head: "cap", bearded: true, holds: hammer(50) },
      0.96,
    ) +
    slip(rect(92, 44, 12, 6)),
  Scriptorium: () =>
    scroll(60, 58, 1.1) +
    slip(rect(36, 58, 48, 4)) +
    beam("M42 62L38 66M78 62L82 66") +
    figure(
      16,
      66,
      { lean: 12, arm: [70, 96], arm2: [40, 60], dress: "robe", head: "beard", nod: 12, holds: stylus() },
      1,
    ) +
    amphora(102, 66, 0.74),
  Dispensary: () =>
    house(60, 66, 70, 52, false) +
    white(rect(48, 36, 24, 30)) +
    snake(60, 64, 0.86) +
    figure(18, 66, { arm: [80, 104], dress: "robe", head: "beard", holds: flask(4, 4, 0.44) }, 0.92) +
    figure(
      103,
      66,
      { lean: 16, arm: [70, 50], arm2: [20, 50], dress: "tunic", head: "short", holds: staff(40, 16) },
      0.86,
      true,
    ),
  Laboratory: () =>
    tripod(34, 66, 1.1) +
    fire(34, 60, 0.5) +
    flask(34, 38, 0.72) +
    smoke(34, 20, 0.6) +
    tableTop(88, 66, 46, 20) +
    flask(104, 46, 0.7) +
    flask(90, 46, 0.5) +
    jar(76, 46, 0.56) +
    figure(58, 66, { lean: 4, arm: [70, 110], arm2: [50, 90], dress: "robe", head: "cap", bearded: true }, 0.96, true),
  Library: () =>
    shelf(86, 66, 44, 46) +
    figure(
      44,
      66,
      { lean: -4, arm: [110, 120], arm2: [60, 100], dress: "robe", head: "long", woman: true, nod: -6 },
      1,
    ) +
    scroll(20, 66, 0.7) +
    owl(86, 16, 0.5) +
    roll(58, 66, 0.7),
  School: () =>
    tablet(60, 62, 1.3) +
    slip(rect(42, 62, 36, 4)) +
    figure(18, 66, { arm: [90, 100], dress: "robe", head: "beard", holds: staff(26, 6) }, 1) +
    figure(92, 66, { arm: [40, 110], dress: "tunic", head: "short", nod: -10 }, 0.68, true) +
    figure(108, 66, { arm: [150, 160], dress: "tunic", head: "short", nod: -10 }, 0.62, true),
  Lodge: () => house(60, 66, 56, 50) + compasses(16, 66, 1.05) + compasses(104, 66, 1.05) + owl(60, 17, 0.44),
  Observatory: () =>
    stars([
      [18, 14],
      [38, 8],
      [98, 24],
      [108, 10],
      [28, 30],
    ]) +
    moon(86, 16, 8) +
    cupola(58, 66, 60, 42) +
    white("M50 34L66 30L67 36L52 40Z") +
    slip("M56 32L84 10L90 17L60 40Z") +
    cut("M63 33L85 15") +
    figure(22, 66, { lean: -6, arm: [140, 150], dress: "robe", head: "beard", nod: -20 }, 0.8) +
    globe(102, 50, 9) +
    beam("M102 60V66M96 66H108"),
  University: () =>
    temple(60, 66, 58, 52, 4) +
    figure(14, 66, { arm: [70, 120], dress: "robe", head: "beard" }, 0.86) +
    figure(34, 66, { arm: [40, 90], dress: "robe", head: "short", nod: 8 }, 0.74, true) +
    figure(88, 66, { arm: [60, 100], dress: "robe", head: "bald", bearded: true }, 0.86) +
    figure(108, 66, { arm: [30, 96], dress: "robe", head: "wreath" }, 0.76, true),
  Academy: () =>
    olive(20, 66, 1.3) +
    column(102, 16, 66, 9) +
    slip("M94 16H110L107 9H97Z") +
    figure(
      52,
      66,
      { lean: -2, arm: [86, 120], dress: "robe", head: "bald", bearded: true, hip: 21, leg: [76, 0], leg2: [70, -8] },
      0.92,
      false,
    ) +
    slip(rect(40, 52, 16, 14)) +
    figure(84, 66, { arm: [60, 130], dress: "robe", head: "short", hip: 21, leg: [76, 4], leg2: [68, -4] }, 0.8, true) +
    slip(rect(78, 55, 14, 11)) +
    line("M58 62l8 0l-4 -6Z" + circle(70, 60, 3.4)),
  Study: () =>
    tableTop(46, 66, 60, 26) +
    globe(28, 30, 9.4) +
    roll(48, 40, 0.8) +
    roll(56, 34, 0.6) +
    bust(66, 40, 0.6) +
    figure(
      94,
      66,
      {
        lean: 14,
        arm: [70, 90],
        arm2: [40, 80],
        dress: "robe",
        head: "beard",
        hip: 22,
        leg: [78, 0],
        leg2: [70, -6],
        nod: 10,
        holds: stylus(),
      },
      0.98,
      true,
    ) +
    slip(rect(92, 46, 16, 20)) +
    moon(104, 14, 7) +
    gearWheel(46, 56, 7),
};
