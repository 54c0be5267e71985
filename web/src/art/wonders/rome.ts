/** The arena: three tiers of arches. */
import { arch, cut, faint, line, slip, white, wine } from "../draw";
import { cypress } from "../parts/nature";
import type { WonderArt } from "./wonder";

export const rome: WonderArt = {
  sea: false,
  behind: () => faint("M-300 176V164Q-100 138 0 148Q40 126 90 146H270Q320 122 360 146Q460 134 660 164V176Z"),
  stages: [
    slip("M70 176L72 138H288L290 176Z") +
      cut("M72 142H288") +
      white([90, 115, 140, 165, 190, 215, 240, 265].map((x) => arch(x + 2.5, 176, 16, 28)).join("")) +
      slip([90, 115, 140, 165, 190, 215, 240, 265].map((x) => arch(x + 2.5, 176, 11.4, 24)).join("")),
    slip("M72 138L75 100H285L288 138Z") +
      cut("M74 104H286M73 134H287") +
      white([93, 117, 141, 165, 189, 213, 237, 261].map((x) => arch(x + 3, 134, 15, 25)).join("")) +
      slip([93, 117, 141, 165, 189, 213, 237, 261].map((x) => arch(x + 3, 134, 10.4, 21)).join("")),
    slip("M75 100L78 62Q110 52 150 50H196L206 64L214 66L220 80L282 82L285 100Z") +
      cut("M76 92H284M78 68Q120 58 200 58") +
      white([100, 124, 148, 172, 196].map((x) => arch(x, 92, 11, 18)).join("")) +
      slip([100, 124, 148, 172, 196].map((x) => arch(x, 92, 7, 15)).join("")) +
      line("M90 62V44M120 55V38M150 51V34M180 50V34") +
      wine("M90 44l12 4l-12 4ZM120 38l12 4l-12 4ZM150 34l12 4l-12 4ZM180 34l12 4l-12 4Z"),
  ],
  before: () =>
    cypress(40, 176, 60, 7) +
    slip("M318 176V124H328V176ZM314 124H332V119H314Z") +
    slip("M318 119Q318 108 323 104Q328 108 328 119Z") +
    cut("M318 136L328 132M318 146L328 142M318 156L328 152M318 166L328 162") +
    cypress(344, 176, 46, 6),
};
