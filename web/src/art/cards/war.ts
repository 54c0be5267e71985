/** Pictures of red cards: walls, weapons and drill. */
import { at, beam, circle, cut, line, pale, rect, slip, spread, white, wine } from "../draw";
import { banner, gate, house, masonry, tower, wall } from "../parts/buildings";
import { chariot, horse } from "../parts/animals";
import { figure, type Pose } from "../parts/figure";
import { cypress } from "../parts/nature";
import { bow, crate, shield, spear, sword, target, wheel } from "../parts/objects";
import type { Pictures } from "./pictures";

const hoplite = (pose: Pose = {}): Pose => ({
  dress: "armor",
  head: "crest",
  arm: [70, 110],
  arm2: [30, 80],
  holds2: spear(58, 24),
  holds: shield(0, 0, 10),
  leg: [20, -2],
  leg2: [-18, -22],
  ...pose,
});
const tent = (x: number, y: number, size = 1): string =>
  at(
    x,
    y,
    slip("M-20 0L0 -34L20 0Z") +
      white("M-6 0L0 -14L6 0Z") +
      wine("M-20 0L0 -34L-2 -34L-24 0ZM20 0L0 -34L2 -34L24 0Z") +
      line("M0 -34V-40"),
    size,
  );

export const war: Pictures = {
  Stockade: () =>
    spread(6, 114, 16, (x, i) =>
      slip(`M${x - 3.2} 66V${30 + (i % 3) * 1.6}L${x} ${22 + (i % 3) * 1.6}L${x + 3.2} ${30 + (i % 3) * 1.6}V66Z`),
    ) +
    cut("M2 40H118M2 54H118") +
    figure(60, 34, hoplite({ hip: 29 }), 0.5) +
    slip(rect(50, 60, 20, 6)),
  Barracks: () =>
    house(60, 66, 88, 44, false) +
    white(spread(32, 88, 4, (x) => rect(x - 4, 46, 8, 20))) +
    slip(spread(32, 88, 4, (x) => rect(x - 2.6, 49, 5.2, 17))) +
    figure(12, 66, hoplite(), 0.82) +
    figure(107, 66, hoplite({ head: "helmet" }), 0.82, true) +
    banner(60, 22, 16),
  "Guard Tower": () =>
    tower(60, 66, 32, 44) +
    figure(20, 66, hoplite({ arm: [50, 100] }), 0.96) +
    figure(100, 66, hoplite({ lean: -4, head: "helmet" }), 0.96, true) +
    banner(60, 12, 8),
  Walls: () =>
    wall(0, 120, 66, 26, 3) +
    tower(22, 66, 26, 40, false) +
    tower(98, 66, 26, 40, false) +
    gate(60, 66, 30, 34) +
    banner(22, 17, 12) +
    banner(98, 17, 12, true),
  "Training Ground": () =>
    figure(
      36,
      66,
      {
        lean: 18,
        arm: [96, 92],
        arm2: [-60, -20],
        leg: [52, 4],
        leg2: [-40, -46],
        dress: "loincloth",
        head: "short",
        holds: sword(84),
      },
      1,
    ) +
    beam("M84 66V16M70 30H98") +
    slip(circle(84, 13, 6)) +
    pale("M72 26H96L92 48H76Z") +
    line("M76 32L92 42M92 32L76 42") +
    shield(104, 58, 8, "eye"),
  Stables: () =>
    house(66, 66, 100, 58, false) +
    `<path class="cl" d="${rect(26, 34, 80, 32)}"/>` +
    beam("M66 34V66") +
    horse(46, 66, "stand", 0.68) +
    horse(88, 66, "stand", 0.68, true) +
    line("M26 54H106") +
    figure(10, 66, { arm: [70, 100], dress: "tunic", head: "cap" }, 0.7),
  "Archery Range": () =>
    figure(
      30,
      66,
      {
        lean: -4,
        arm: [88, 90],
        arm2: [80, 92],
        leg: [24, 2],
        leg2: [-26, -22],
        dress: "tunic",
        head: "cap",
        holds: bow(),
      },
      1,
    ) +
    target(100, 42, 14) +
    line("M66 24H86M92 38H102") +
    slip("M86 22L92 24L86 26Z") +
    cypress(10, 66, 26, 3),
  Fortifications: () =>
    slip("M0 66V52H120V66Z") +
    masonry(0, 54, 120, 12, 2) +
    wall(10, 110, 52, 18, 2) +
    tower(60, 52, 34, 34) +
    tower(22, 52, 20, 24, false) +
    tower(98, 52, 20, 24, false) +
    banner(60, 9, 8),
  Circus: () =>
    slip(rect(0, 60, 120, 6)) +
    chariot(
      58,
      60,
      0.92,
      false,
      figure(-24, -10, { lean: 10, arm: [86, 96], arm2: [80, 92], dress: "robe", head: "short" }, 0.7),
    ) +
    line("M38 26L76 22") +
    slip("M108 60L111 12L114 60Z"),
  Arsenal: () =>
    slip(rect(6, 14, 108, 4)) +
    line("M20 18V62M32 18V62M44 18V62") +
    slip("M17 22L20 12L23 22ZM29 22L32 12L35 22ZM41 22L44 12L47 22Z") +
    shield(70, 34, 13) +
    shield(100, 34, 11, "eye") +
    at(88, 62, sword(0), 1.2) +
    crate(64, 66, 1) +
    at(106, 60, slip("M-6 4Q-8 -10 0 -10Q8 -10 7 0L8 6L4 6L3 1L0 6Z") + wine("M-8 -6Q0 -18 9 -8Q2 -12 -8 -6Z"), 1.1) +
    slip(rect(4, 62, 112, 4)),
  "Siege Workshop": () =>
    slip("M14 54H92V59H14Z") +
    wheel(28, 58, 8) +
    wheel(80, 58, 8) +
    slip("M48 54L56 26H62L70 54Z") +
    cut("M54 38H64M52 46H68") +
    slip("M22 42L60 28L98 6L100 10L62 33L24 47Z") +
    slip("M96 2Q106 2 106 11Q100 14 94 10Z") +
    slip("M14 38h14v14h-14Z") +
    cut("M14 45H28") +
    line("M58 54L24 44") +
    figure(106, 66, { lean: 14, arm: [80, 110], dress: "apron", head: "cap", bearded: true }, 0.76, true) +
    pale(circle(6, 62, 4) + circle(13, 62, 4) + circle(9.6, 55.6, 4)),
  Castrum: () =>
    tent(28, 62, 0.9) +
    tent(92, 62, 0.9) +
    tent(60, 62, 1.16) +
    wine("M60 14l14 4l-14 4Z") +
    spread(2, 118, 20, (x) => slip(`M${x - 2.4} 66V58L${x} 53L${x + 2.4} 58V66Z`)) +
    cut("M0 62H120"),
};
