/** The fountain boy of a northern town, here in one of his festive coats: basin, niche with its shell, the boy with his jug. */
import { circle, cut, faint, line, rect, slip, white, wine } from "../draw";
import { column } from "../parts/buildings";
import { bush, cypress } from "../parts/nature";
import type { WonderArt } from "./wonder";

export const mannekenPis: WonderArt = {
  sea: false,
  behind: () =>
    faint("M20 176V96L44 84V72H58V86L70 92V176ZM290 176V92L302 84V66H316V82L340 94V176Z") + faint(circle(180, 60, 60)),
  stages: [
    slip("M96 176V168H264V176ZM110 168Q112 150 132 146H228Q248 150 250 168ZM124 146V140H236V146Z") +
      cut("M112 160H248M128 150Q180 158 232 150") +
      slip("M154 140V112H206V140ZM148 112H212V106H148Z") +
      cut("M154 118H206M162 134H198") +
      white(circle(180, 126, 7)) +
      slip("M174 126Q176 120 180 122Q184 120 186 126Q184 133 180 133Q176 133 174 126Z") +
      line("M180 130Q180 140 178 146M182 130Q184 140 184 146"),
    column(130, 44, 140, 12) +
      column(230, 44, 140, 12) +
      slip(rect(114, 34, 132, 10)) +
      cut("M118 39H242") +
      slip("M118 34Q122 4 180 0Q238 4 242 34Z") +
      white("M134 32Q140 12 180 8Q220 12 226 32Z") +
      line("M180 32V9M166 32L156 12M194 32L204 12M150 32L140 20M210 32L220 20"),
    slip("M170 106L168 88Q166 78 172 72H188Q194 78 192 88L190 106H183L181 90H179L177 106Z") +
      wine("M166 90Q164 66 172 60H188Q196 66 194 90Q180 96 166 90Z") +
      cut("M180 62V92M172 70Q174 82 171 90M188 70Q186 82 189 90") +
      slip(circle(180, 50, 10)) +
      cut("M175.6 50.4h2.6M182.2 50.4h2.6M180 51v2.6M177 56.4Q180 58.6 183 56.4") +
      slip("M168 46Q166 34 180 33Q194 34 192 46Q186 40 180 41Q174 40 168 46Z") +
      white("M170 45Q180 38 190 45L190 47Q180 41 170 47Z") +
      slip("M190 64Q202 66 204 74L200 78Q196 72 188 72Z") +
      white("M198 74H210L207 88H201Z") +
      line("M198 74H210L207 88H201Z") +
      line("M210 76Q226 78 230 110T232 144") +
      slip("M170 64Q160 70 160 80L165 82Q168 74 174 72Z"),
  ],
  before: () =>
    cypress(60, 176, 54, 7) +
    cypress(300, 176, 54, 7) +
    bush(84, 176, 1) +
    bush(278, 176, 1) +
    line("M236 150q4 6 8 0M220 152q4 6 8 0"),
};
