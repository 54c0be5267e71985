/** The temple of the huntress: steps, columns, roof. */
import { circle, cut, faint, line, rect, slip } from "../draw";
import { columns } from "../parts/buildings";
import { cypress } from "../parts/nature";
import type { WonderArt } from "./wonder";

export const ephesus: WonderArt = {
  sea: false,
  behind: () =>
    faint(circle(292, 52, 20)) +
    faint(
      "M-300 176Q-120 150 -20 160Q40 132 84 150Q110 120 150 140L220 140Q260 118 300 146Q330 136 360 150Q460 140 660 176Z",
    ),
  stages: [
    slip(rect(74, 168, 212, 8) + rect(82, 160, 196, 8) + rect(90, 152, 180, 8)) +
      cut("M74 168H286M82 160H278M110 168V176M150 168V176M190 168V176M230 168V176M128 160V168M172 160V168M216 160V168"),
    columns(100, 260, 8, 86, 152, 11),
    slip(rect(90, 76, 180, 10)) +
      slip("M86 76H274V72L180 34L86 72Z") +
      cut("M94 80.5H266") +
      cut(Array.from({ length: 15 }, (_, i) => `M${100 + i * 11.4} 77V85`).join("")) +
      `<path class="w" d="M108 70L180 41L252 70Z"/>` +
      slip("M172 70Q170 60 176 55Q174 49 180 46Q186 49 184 55Q190 60 188 70Z") +
      slip("M150 70Q152 62 160 62L166 58L165 64Q166 68 164 70ZM210 70Q208 62 200 62L194 58L195 64Q194 68 196 70Z") +
      slip("M176 34Q174 26 180 22Q186 26 184 34Z") +
      slip("M84 72Q82 64 88 62L92 70ZM276 72Q278 64 272 62L268 70Z"),
  ],
  before: () =>
    cypress(40, 176, 58, 7) +
    cypress(58, 176, 42, 6) +
    cypress(318, 176, 52, 7) +
    slip(
      "M300 176V160L306 156L320 158Q324 150 321 144L318 140L326 142L330 140L330 147L326 152Q330 160 328 164V176H326V166L322 163L308 164L303 168V176Z",
    ) +
    line("M322 142L318 130M320 136L314 134M327 141L331 130M329 136L335 134"),
};
