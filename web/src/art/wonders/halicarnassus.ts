/** The great tomb: podium, colonnade, stepped roof with its chariot. */
import { circle, cut, faint, rect, slip, white } from "../draw";
import { columns } from "../parts/buildings";
import { cypress } from "../parts/nature";
import type { WonderArt } from "./wonder";

export const halicarnassus: WonderArt = {
  sea: false,
  behind: () =>
    faint(
      "M-300 176V162Q-100 140 0 152Q40 130 80 150Q120 140 140 150H240Q280 134 310 148Q340 138 360 152Q460 140 660 164V176Z",
    ) + faint(circle(70, 60, 20)),
  stages: [
    slip(rect(104, 168, 152, 8) + rect(112, 128, 136, 40) + rect(106, 122, 148, 6)) +
      cut("M112 134H248M112 162H248M104 168H256") +
      white(
        Array.from(
          { length: 8 },
          (_, i) =>
            `M${122 + i * 16} 160Q${120 + i * 16} 148 ${124 + i * 16} 146Q${122 + i * 16} 141 ${126 + i * 16} 139Q${130 + i * 16} 141 ${128 + i * 16} 146Q${132 + i * 16} 148 ${130 + i * 16} 160Z`,
        ).join(""),
      ),
    columns(120, 240, 9, 80, 122, 9) + slip(rect(110, 72, 140, 8)) + cut("M112 76H248") + slip(rect(118, 80, 124, 2)),
    slip(
      "M114 72V66H246V72ZM124 66V60H236V66ZM134 60V54H226V60ZM144 54V48H216V54ZM154 48V42H206V48ZM163 42V37H197V42Z",
    ) +
      cut("M114 66H246M124 60H236M134 54H226M144 48H216M154 48H206M163 42H197") +
      slip(
        "M172 37V28Q168 22 160 24L156 37H153L156 22Q152 18 148 20L143 17L149 11L154 12Q162 14 172 18Q178 12 182 18V22H190Q198 24 198 37H186V28H180V37Z",
      ) +
      white(circle(191, 31, 6)) +
      slip(circle(191, 31, 4.2)) +
      white(circle(191, 31, 1.4)) +
      slip("M181 20V10Q179 6 182.4 4Q186 6 184 10L187 20Z"),
  ],
  before: () => cypress(62, 176, 66, 8) + cypress(84, 176, 46, 6) + cypress(282, 176, 54, 7) + cypress(302, 176, 72, 8),
};
