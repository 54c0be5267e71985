/** Pictures of brown and gray cards: people at work where the goods come from. */
import { beam, circle, cut, line, pale, rect, slip, wine } from "../draw";
import { cart, ox } from "../parts/animals";
import { figure } from "../parts/figure";
import { bush, fire, reeds, smoke, stump, tree } from "../parts/nature";
import {
  anvil,
  axe,
  basket,
  block,
  bricks,
  flask,
  hammer,
  jar,
  kiln,
  logs,
  loomFrame,
  pick,
  roll,
  saw,
  tableTop,
} from "../parts/objects";
import type { Pictures } from "./pictures";

const rock = (x: number, y: number, w: number, h: number): string =>
  slip(
    `M${x} ${y}L${x + w * 0.08} ${y - h * 0.6}L${x + w * 0.3} ${y - h}L${x + w * 0.62} ${y - h * 0.86}L${x + w * 0.9} ${y - h * 0.5}L${x + w} ${y}Z`,
  ) +
  cut(
    `M${x + w * 0.3} ${y - h}L${x + w * 0.42} ${y - h * 0.5}L${x + w * 0.2} ${y - h * 0.2}M${x + w * 0.42} ${y - h * 0.5}L${x + w * 0.7} ${y - h * 0.4}L${x + w * 0.8} ${y}`,
  );
const vein = (d: string): string => pale(d);

export const goods: Pictures = {
  "Lumber Yard": () =>
    tree(18, 66, 1.05) +
    tree(40, 66, 0.82) +
    stump(54, 66) +
    figure(
      76,
      66,
      {
        lean: 12,
        arm: [130, 150],
        arm2: [110, 140],
        leg: [24, -6],
        leg2: [-20, -24],
        dress: "loincloth",
        head: "beard",
        holds: axe(-40),
      },
      1,
      true,
    ) +
    logs(98, 66, 0.9),
  "Stone Pit": () =>
    rock(-6, 66, 48, 54) +
    rock(20, 66, 34, 26) +
    figure(
      70,
      66,
      {
        lean: 16,
        arm: [140, 120],
        arm2: [120, 110],
        leg: [30, -10],
        leg2: [-24, -30],
        dress: "loincloth",
        head: "cap",
        holds: pick(-30),
      },
      1,
      true,
    ) +
    block(86, 66, 24, 12) +
    block(90, 54, 15, 9),
  "Clay Pool": () =>
    slip("M2 66Q8 54 30 56Q52 50 72 58Q84 60 88 66Z") +
    cut("M12 62Q30 57 46 61M40 58Q58 55 74 62") +
    reeds(14, 58, 0.8) +
    figure(46, 62, {
      lean: 44,
      arm: [30, 14],
      arm2: [10, 20],
      leg: [20, -24],
      leg2: [-4, -30],
      dress: "loincloth",
      head: "short",
      hip: 26,
    }) +
    figure(
      98,
      66,
      { arm: [40, 150], arm2: [30, 146], head: "bun", woman: true, dress: "robe", holds: jar(0, 2, 0.5) },
      0.9,
      true,
    ),
  "Ore Vein": () =>
    rock(-10, 66, 70, 60) +
    vein("M8 54L16 46L24 48L32 36L40 34L36 41L28 46L22 54L14 54Z") +
    figure(
      68,
      66,
      {
        lean: 6,
        arm: [150, 168],
        arm2: [130, 160],
        leg: [22, -8],
        leg2: [-20, -22],
        dress: "loincloth",
        head: "cap",
        bearded: true,
        holds: pick(-20),
      },
      1,
      true,
    ) +
    basket(98, 66, 1) +
    vein(circle(94, 51, 3) + circle(100, 50, 3.4) + circle(97, 47, 2.6)),
  "Tree Farm": () =>
    tree(16, 66, 0.6) +
    tree(34, 66, 0.74) +
    tree(56, 66, 0.9) +
    figure(
      80,
      66,
      {
        lean: 26,
        arm: [40, 30],
        arm2: [30, 20],
        leg: [24, -12],
        leg2: [-16, -22],
        dress: "tunic",
        head: "hat",
        holds: line("M-8 -10L6 14") + slip("M4 12l6 2l-3 6l-5 -3Z"),
      },
      0.94,
      true,
    ) +
    bush(102, 66, 0.8) +
    jar(112, 66, 0.6),
  Excavation: () =>
    slip("M0 66V40H18V48H34V56H50V66Z") +
    cut("M0 48H18M18 56H34M9 40V48M26 48V56M42 56V66M10 48V66") +
    figure(
      42,
      56,
      {
        lean: 30,
        arm: [46, 30],
        arm2: [30, 30],
        leg: [20, -10],
        leg2: [-16, -26],
        dress: "loincloth",
        head: "cap",
        holds: pick(70),
      },
      0.78,
      true,
    ) +
    figure(
      70,
      66,
      { lean: 8, arm: [150, 110], arm2: [150, 120], dress: "loincloth", head: "beard", holds: basket(4, 4, 0.6) },
      0.92,
    ) +
    bricks(86, 66, 3),
  "Clay Pit": () =>
    slip("M0 66V52Q20 44 34 54Q44 62 60 62V66Z") +
    cut("M4 56Q20 50 34 60") +
    line("M38 66V20L52 12V66") +
    line("M45 16V46") +
    basket(45, 58, 0.7) +
    figure(
      70,
      66,
      {
        lean: -12,
        arm: [112, 130],
        arm2: [100, 124],
        leg: [26, 0],
        leg2: [-8, -26],
        dress: "loincloth",
        head: "short",
      },
      0.95,
      true,
    ) +
    jar(98, 66, 1.1) +
    rock(104, 66, 16, 14),
  "Timber Yard": () =>
    logs(24, 66, 1.2) +
    beam("M48 66L58 44M68 66L58 44") +
    slip(rect(34, 40, 52, 5)) +
    figure(
      98,
      66,
      {
        lean: 18,
        arm: [70, 84],
        arm2: [50, 80],
        leg: [26, -10],
        leg2: [-22, -26],
        dress: "apron",
        head: "cap",
        holds: saw(0),
      },
      0.95,
      true,
    ) +
    tree(10, 40, 0.5),
  "Forest Cave": () =>
    rock(34, 66, 84, 58) +
    `<path class="cl" d="M62 66Q60 40 78 38Q94 40 92 66Z"/>` +
    figure(78, 66, { arm: [60, 120], dress: "tunic", head: "hood", holds: fire(0, 0, 0.5) }, 0.66) +
    tree(14, 66, 1) +
    tree(36, 66, 0.76) +
    vein("M98 50l5 -7l6 2l-4 7Z"),
  Mine: () =>
    rock(-8, 66, 76, 62) +
    `<path class="cl" d="${rect(20, 34, 28, 32)}"/>` +
    beam("M20 66V34H48V66") +
    figure(
      36,
      66,
      { lean: 20, arm: [70, 80], arm2: [60, 80], leg: [26, 0], leg2: [-20, -26], dress: "loincloth", head: "cap" },
      0.62,
    ) +
    cart(
      78,
      66,
      0.8,
      pale(circle(-14, -22, 6) + circle(-3, -23, 7) + circle(9, -22, 6)) + line("M-12 -24l4 3M0 -26l4 4M8 -24l3 3"),
    ),
  Sawmill: () =>
    beam("M20 66V28M74 66V28") +
    slip(rect(12, 30, 76, 8)) +
    pale(circle(88, 34, 4)) +
    line(circle(88, 34, 1.8)) +
    figure(
      48,
      30,
      {
        lean: 18,
        arm: [20, 10],
        arm2: [30, 20],
        leg: [24, -10],
        leg2: [-18, -24],
        dress: "loincloth",
        head: "beard",
        hip: 24,
      },
      0.6,
    ) +
    figure(44, 66, { lean: -6, arm: [150, 172], arm2: [160, 176], dress: "loincloth", head: "short" }, 0.62) +
    slip("M53 12H57V58H53Z") +
    cut("M53 16l2 2-2 2 2 2-2 2 2 2-2 2 2 2-2 2 2 2-2 2 2 2-2 2 2 2-2 2 2 2-2 2") +
    logs(100, 66, 0.8),
  Quarry: () =>
    slip("M0 66V24H22V36H40V50H54V66Z") +
    cut("M0 36H22M22 50H40M11 24V36M6 36V50M16 36V50M0 50H22M30 36V50M47 50V66M28 50V66M10 50V66") +
    ox(100, 66, 0.62) +
    slip(rect(56, 60, 26, 3)) +
    block(58, 60, 22, 14) +
    line("M82 58H88") +
    figure(
      66,
      45,
      { lean: 14, arm: [130, 110], dress: "loincloth", head: "cap", holds: hammer(-30), hip: 26 },
      0.6,
      true,
    ),
  Brickyard: () =>
    kiln(34, 66, 0.92) +
    smoke(36, 18, 0.7) +
    figure(
      74,
      66,
      { lean: 20, arm: [50, 80], arm2: [40, 76], leg: [24, -8], leg2: [-16, -24], dress: "apron", head: "short" },
      0.9,
    ) +
    wine(rect(88, 42, 11, 6)) +
    line(rect(88, 42, 11, 6)) +
    bricks(84, 66, 3),
  Foundry: () =>
    kiln(24, 66, 0.86) +
    smoke(26, 18, 0.6) +
    anvil(66, 66, 1) +
    figure(
      88,
      66,
      {
        lean: 10,
        arm: [150, 120],
        arm2: [50, 66],
        leg: [22, -8],
        leg2: [-18, -22],
        dress: "apron",
        head: "beard",
        holds: hammer(-40),
      },
      1,
      true,
    ) +
    fire(66, 52, 0.35) +
    slip(rect(104, 52, 10, 14)) +
    cut("M104 57H114"),
  Loom: () =>
    loomFrame(40, 66, 1) +
    figure(
      92,
      66,
      {
        lean: 6,
        arm: [96, 110],
        arm2: [60, 100],
        woman: true,
        dress: "robe",
        head: "bun",
        holds: slip("M-7 -1.4H7V1.4H-7Z"),
      },
      1,
      true,
    ),
  Glassworks: () =>
    kiln(20, 66, 0.74) +
    figure(
      62,
      66,
      {
        lean: 4,
        arm: [104, 76],
        arm2: [80, 84],
        leg: [16, 0],
        dress: "apron",
        head: "cap",
        bearded: true,
        nod: 6,
        holds: line("M-10 -4L26 10") + pale("M26 5Q37 5 37 13Q34 21 27 18Q21 12 26 5Z"),
      },
      0.98,
    ) +
    flask(104, 66, 0.8) +
    flask(90, 66, 0.55),
  Press: () =>
    tableTop(46, 66, 58, 20) +
    slip("M20 46V12H26V46ZM66 46V12H72V46ZM16 16H76V21H16Z") +
    beam("M46 21V34") +
    slip(rect(30, 34, 32, 5)) +
    pale(rect(32, 40, 28, 5)) +
    figure(
      92,
      66,
      {
        lean: 16,
        arm: [110, 96],
        arm2: [90, 90],
        leg: [24, -8],
        leg2: [-16, -26],
        dress: "tunic",
        head: "short",
        holds: beam("M-2 0H-18"),
      },
      0.96,
      true,
    ) +
    roll(18, 66, 0.9) +
    roll(24, 60, 0.7) +
    reeds(110, 66, 0.7),
};
