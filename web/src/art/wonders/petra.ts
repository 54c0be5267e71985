/** The front cut into the rock: columns, gable, round house. */
import { circle, cut, line, rect, slip, white } from "../draw";
import { columns } from "../parts/buildings";
import type { WonderArt } from "./wonder";

export const petra: WonderArt = {
  sea: false,
  rock: true,
  behind: () =>
    slip(
      "M-200 176V96L-60 84Q-20 82 0 70Q18 64 26 40Q40 30 52 34Q62 10 86 12Q100 -4 130 2H236Q262 -4 276 14Q300 12 312 38Q330 40 338 66Q350 72 360 70Q390 82 420 84L560 96V176Z",
    ) +
    cut(
      "M14 84Q30 76 34 56M20 120Q44 104 46 74M320 120Q312 100 316 74M346 96Q334 84 332 66M30 150Q50 140 56 112M336 146Q318 136 312 114",
    ) +
    `<path class="cl" d="${rect(92, 22, 176, 154)}"/>`,
  stages: [
    slip(rect(92, 168, 176, 8)) +
      columns(108, 252, 6, 112, 168, 12) +
      slip(rect(96, 102, 168, 10)) +
      cut("M98 107H262") +
      slip(rect(166, 124, 28, 44)) +
      white(rect(170, 128, 20, 40)) +
      slip(rect(174, 132, 12, 36)) +
      cut("M92 172H268"),
    slip("M96 102L180 82L264 102Z") +
      white("M118 100L180 86L242 100Z") +
      slip(circle(180, 95, 4)) +
      slip(rect(96, 80, 168, 3)) +
      line("M106 80V66M254 80V66"),
    slip("M98 80V46H130V80ZM230 80V46H262V80Z") +
      slip("M94 46L114 34L130 40V46ZM266 46L246 34L230 40V46Z") +
      slip("M156 80V52H204V80Z") +
      slip("M152 52Q156 34 180 30Q204 34 208 52Z") +
      slip("M174 30Q172 20 180 14Q188 20 186 30Z") +
      cut("M164 56V78M172 56V78M188 56V78M196 56V78M106 52V78M122 52V78M238 52V78M254 52V78M156 48Q180 40 204 48") +
      white("M178 78Q174 66 180 58Q186 66 182 78Z"),
  ],
  before: () =>
    slip(
      "M34 176V166L40 158L46 152L52 158Q56 148 62 158L68 160L74 150L80 150L82 154L76 156L72 168V176H70V168L60 168L56 176H54L54 168L44 168L40 176Z",
    ),
};
