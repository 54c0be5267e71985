/** The gardens: three planted terraces. */
import { arch, circle, cut, faint, rect, slip, white } from "../draw";
import { battlements } from "../parts/buildings";
import { cypress, palm, waves } from "../parts/nature";
import type { WonderArt } from "./wonder";

export const babylon: WonderArt = {
  sea: true,
  behind: () => faint(circle(74, 50, 22)),
  stages: [
    slip(rect(70, 138, 220, 38)) +
      cut("M70 145H290") +
      white([96, 124, 152, 180, 208, 236, 264].map((x) => arch(x, 176, 16, 24)).join("")) +
      slip([96, 124, 152, 208, 236, 264].map((x) => arch(x, 176, 10, 20)).join("")) +
      cut("M82 150V176M110 150V176M138 150V176M166 150V176M194 150V176M222 150V176M250 150V176M278 150V176") +
      slip("M70 138Q76 128 84 138Q92 126 102 138ZM258 138Q266 126 274 138Q284 128 290 138Z") +
      slip(
        "M73 138q-7 10 -2 22q3 -10 5 -21ZM88 138q-2 9 1 15q3 -7 2 -15ZM284 138q7 10 3 22q-4 -10 -5 -21ZM270 138q3 9 -1 15q-2 -7 -2 -15Z",
      ),
    slip(rect(104, 98, 152, 40)) +
      cut("M104 105H256M104 132H256") +
      white([126, 153, 180, 207, 234].map((x) => arch(x, 132, 14, 20)).join("")) +
      slip([126, 153, 207, 234].map((x) => arch(x, 132, 8.6, 16)).join("")) +
      slip("M104 98Q110 86 118 98Q124 88 132 98ZM228 98Q236 86 242 98Q250 88 256 98Z") +
      slip(
        "M106 98q-8 12 -3 26q4 -12 6 -25ZM120 98q-3 9 1 16q3 -8 2 -16ZM254 98q8 12 3 26q-4 -12 -6 -25ZM240 98q3 9 -1 16q-3 -8 -2 -16Z",
      ) +
      palm(92, 138, 34, 0.8) +
      palm(266, 138, 34, 0.8),
    slip(rect(136, 62, 88, 36)) +
      cut("M136 69H224M136 92H224") +
      white([158, 202].map((x) => arch(x, 92, 13, 18)).join("") + arch(180, 98, 14, 24)) +
      slip(arch(180, 98, 8.6, 19)) +
      slip(battlements(136, 225, 62, 5, 6.3)) +
      slip("M138 62q-9 12 -3 27q4 -12 6 -26ZM222 62q9 12 3 27q-4 -12 -6 -26Z") +
      palm(158, 58, 32, 0.8) +
      palm(178, 58, 40, 0.9) +
      palm(202, 58, 30, 0.8) +
      cypress(118, 98, 26, 4) +
      cypress(242, 98, 26, 4),
  ],
  before: () =>
    palm(40, 176, 64, 1.2) +
    palm(322, 176, 58, 1.1) +
    palm(300, 176, 38, 0.8) +
    waves(-96, 456, 188) +
    waves(-88, 456, 196),
};
