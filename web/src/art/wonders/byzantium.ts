/** The church: nave, half domes, great dome. */
import { arch, circle, cut, faint, rect, slip, white } from "../draw";
import { cypress, waves } from "../parts/nature";
import type { WonderArt } from "./wonder";

export const byzantium: WonderArt = {
  sea: true,
  behind: () => faint(circle(180, 92, 76)),
  stages: [
    slip(rect(66, 128, 228, 48)) +
      cut("M66 135H294M66 170H294") +
      white([86, 114, 142, 218, 246, 274].map((x) => arch(x, 170, 15, 26)).join("") + arch(180, 176, 22, 36)) +
      slip([86, 114, 142, 218, 246, 274].map((x) => arch(x, 170, 9.6, 21)).join("") + arch(180, 176, 15, 30)),
    slip("M92 128Q92 92 132 88V128ZM268 128Q268 92 228 88V128Z") +
      slip(rect(126, 84, 108, 44)) +
      cut("M100 116Q106 100 126 96M260 116Q254 100 234 96M126 90H234") +
      white([146, 163, 180, 197, 214].map((x) => arch(x, 122, 11, 22)).join("")) +
      slip([146, 163, 180, 197, 214].map((x) => arch(x, 122, 6.6, 18)).join("")) +
      slip("M66 128Q70 112 88 110L90 128ZM294 128Q290 112 272 110L270 128Z"),
    slip("M124 84Q126 76 132 74H228Q234 76 236 84Z") +
      white([140, 153, 166.6, 180, 193.4, 207, 220].map((x) => arch(x, 84, 6, 8)).join("")) +
      slip("M130 74Q132 32 180 28Q228 32 230 74Z") +
      cut("M180 30V72M158 34Q148 50 147 72M202 34Q212 50 213 72M170 31Q164 50 163.6 72M190 31Q196 50 196.4 72") +
      slip("M178.6 28V10H181.4V28ZM173 14H187V17H173Z"),
  ],
  before: () => cypress(44, 176, 62, 7) + cypress(318, 176, 62, 7) + waves(-96, 456, 188) + waves(-88, 456, 196),
};
