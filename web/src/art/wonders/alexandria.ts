/** The lighthouse: base, second tier, lantern with its fire. */
import { arch, cut, faint, rays, slip, white, wine } from "../draw";
import { battlements } from "../parts/buildings";
import { bird, waves } from "../parts/nature";
import { ship } from "../parts/animals";
import type { WonderArt } from "./wonder";

export const alexandria: WonderArt = {
  sea: true,
  behind: () =>
    faint(
      rays(180, 26, 20, 118, 22, Math.PI * 0.02, Math.PI * 0.98 * 1) + rays(180, 26, 20, 60, 14, Math.PI, Math.PI * 2),
    ),
  stages: [
    slip("M132 176L139 112H221L228 176Z") +
      slip("M135 112V106H225V112Z") +
      slip(battlements(135, 226, 106, 5, 6)) +
      cut("M137 131H223M135.4 150H225M133.6 166H227") +
      cut(
        "M160 112V131M180 112V131M200 112V131M150 131V150M170 131V150M190 131V150M210 131V150M160 150V166M180 150V166M200 150V166",
      ) +
      white(arch(180, 176, 14, 20)) +
      slip(arch(180, 176, 8, 15)) +
      slip(battlements(131, 138, 106, 11, 6)),
    slip("M152 106L158 64H202L208 106Z") +
      slip("M154 64V59H206V64Z") +
      slip(battlements(154, 207, 59, 4, 4.6)) +
      cut("M170 64L168 106M190 64L192 106M156.6 78H203.4M154.6 92H205.4") +
      white(arch(180, 88, 7, 12)),
    slip("M168 58V36H192V58Z") +
      slip("M164 36V32.4H196V36Z") +
      cut("M174 40V56M180 40V56M186 40V56") +
      slip("M170 32L173 27H187L190 32Z") +
      wine("M180 4Q190 14 186 21Q184 27 180 27Q176 27 174 21Q170 14 180 4Z") +
      white("M180 14Q184.6 19 182.6 23Q181.6 25.6 180 25.6Q178.4 25.6 177.4 23Q175.4 19 180 14Z"),
  ],
  before: () =>
    slip("M96 176Q104 164 122 166Q134 160 150 172L210 172Q230 160 244 168Q258 166 268 176Z") +
    waves(-96, 456, 188) +
    waves(-88, 456, 196) +
    bird(262, 62) +
    bird(284, 50, 0.7) +
    bird(98, 70, 0.8),
  ships: () => ship(56, 160, 0.86) + ship(322, 164, 0.56, true),
};
