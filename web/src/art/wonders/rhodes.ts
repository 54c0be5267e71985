/** The bronze giant over the harbor: plinth and legs, body and cloak, torch and crown. */
import { circle, cut, faint, rays, round, slip, white, wine } from "../draw";
import { waves } from "../parts/nature";
import { ship } from "../parts/animals";
import type { WonderArt } from "./wonder";

export const rhodes: WonderArt = {
  sea: true,
  behind: () => faint(circle(180, 46, 38)) + faint(rays(180, 46, 44, 70, 28)),
  stages: [
    slip("M138 176V160H222V176ZM146 160V150H214V160Z") +
      cut("M138 168H222M160 160V168M182 160V168M204 160V168M150 168V176M172 168V176M194 168V176") +
      slip(
        "M171 150L168 124Q166 112 172 102H180L181 118Q179 132 181 143L185 150ZM189 150Q192 138 190 124Q190 112 186 102H178Q180 118 186 128Q184 140 182 146Q180 150 180 150Z",
      ) +
      cut("M174 124Q177 127 179 124M185 126Q188 128 190 125"),
    slip("M160 54Q180 48 200 54Q198 74 190 90L191 105Q180 110 169 105L170 90Q162 74 160 54Z") +
      cut("M164 60Q172 68 180 62Q188 68 196 60M180 62V88M172 78Q180 82 188 78M170 92Q180 97 190 92") +
      wine("M169 96Q180 101 191 96L192 108Q180 113 168 108Z") +
      cut("M174 99V109M180 100V110M186 99V109") +
      slip("M199 56L222 100Q226 128 216 142Q212 120 206 112Q206 90 192 72Z") +
      cut("M204 74Q216 102 214 126M199 72Q210 96 210 112"),
    slip("M175 54V46Q171 42 171 35Q172 26 181 26Q190 27 189 36L191 40L188.6 41.6Q188.8 47 184.6 47.6V54Z") +
      cut("M173 36Q180 32 188 36M184 39h2.4M178 47Q182 50 185 47.6") +
      slip(
        [-62, -38, -14, 10, 34, 58]
          .map((a) => {
            const t = ((a - 90 + 4) * Math.PI) / 180;
            const c: [number, number] = [180.4 + 9 * Math.cos(t), 35 + 9 * Math.sin(t)],
              p: [number, number] = [180.4 + 21 * Math.cos(t), 35 + 21 * Math.sin(t)],
              q: [number, number] = [-Math.sin(t) * 2.2, Math.cos(t) * 2.2];
            return `M${round(c[0] + q[0])} ${round(c[1] + q[1])}L${round(p[0])} ${round(p[1])}L${round(c[0] - q[0])} ${round(c[1] - q[1])}Z`;
          })
          .join(""),
      ) +
      slip("M163 55Q152 50 144 40Q138 32 138 22L144 20Q146 30 152 36Q160 42 170 52Z") +
      slip("M135 22H147L144 13H138Z") +
      wine("M141 -4Q149 4 145.6 10Q144 13 141 13Q138 13 136.4 10Q133 4 141 -4Z") +
      white("M141 4Q144 8 142.8 11H139.2Q138 8 141 4Z"),
  ],
  before: () =>
    slip("M0 176Q30 160 66 164L74 150H96L104 164Q120 166 126 176Z") +
    cut("M76 154H94M72 160H98") +
    slip("M234 176Q246 160 262 164L270 146H294L300 162Q330 160 360 176Z") +
    cut("M272 150H292M268 157H298") +
    waves(-96, 456, 188) +
    waves(-88, 456, 196),
  ships: () => ship(52, 164, 0.6) + ship(318, 168, 0.5, true),
};
