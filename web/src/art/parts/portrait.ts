/** Heads in profile, as on coins: one face, many hair styles, beards, crowns and dresses. */
import { at, circle, cut, line, over, pale, slip, spread, white, wine } from "../draw";

export type Hair = "curls" | "locks" | "bun" | "bald" | "wig" | "waves" | "none" | "braid";
export type Beard = "none" | "short" | "long" | "curled" | "royal";
export type Gear =
  | "none"
  | "laurel"
  | "diadem"
  | "crown"
  | "crest"
  | "nemes"
  | "double"
  | "tall"
  | "tiara"
  | "turban"
  | "veil"
  | "cap"
  | "lionskin"
  | "mural"
  | "uraeus"
  | "rays"
  | "helmet";

export interface Portrait {
  woman?: boolean;
  hair?: Hair;
  beard?: Beard;
  gear?: Gear;
  /** Wine red cloak, white robe or armor at the shoulders. */
  dress?: "robe" | "cloak" | "armor" | "collar";
  mirror?: boolean;
  /** What the person is known for, drawn beside the head. */
  beside?: string;
}

// About 44 units high, the chin near y = 16; it looks to the right.
const FACE =
  "M-5 30L-7 13Q-15 6 -14 -7Q-12 -22 2 -22Q13 -21 14.4 -11L20 1Q20.4 3.4 16.4 3.8L17.2 7.2L15.4 9L16 12.6Q14.4 17.6 7.4 16.4L8 30Z";
const EAR = "M-4 -2Q-8 -4 -7.4 1Q-6 6 -2.6 4";

const HAIR: Record<Hair, string> = {
  none: "",
  bald: slip("M-14.6 2Q-18 -8 -13 -12Q-10 -8 -8.6 -2Q-9 4 -12 6Z") + cut("M-14 -6q3 2 4 6M-12.6 -10q3 3 3.4 6"),
  curls:
    slip(
      "M-13 8Q-19 2 -17.6 -6Q-19 -14 -13 -18Q-10 -25 -3 -24.6Q4 -28 9 -23.6Q15 -22 15.6 -13Q8 -17.6 2 -14Q-5 -12 -6.6 -4Q-9 2 -8.6 6Z",
    ) +
    cut(
      [
        [-13, -12],
        [-9, -18],
        [-2, -20],
        [5, -20],
        [10.6, -17],
        [-14, -5],
        [-9.6, -11],
        [-12, 2],
      ]
        .map(([x, y]) => circle(x!, y!, 1.9))
        .join(""),
    ),
  waves:
    slip("M-12 9Q-20 3 -17.6 -8Q-15 -25 2 -25Q14.6 -24 15.4 -12Q8 -18 1 -14Q-6 -11 -7 -2Q-7 5 -8.6 9Z") +
    cut("M-14 4Q-17 -6 -11 -13Q-4 -21 8 -19M-11 5Q-13 -4 -8 -10Q-2 -16 8 -16M-16 -4Q-15 -17 -2 -21.6"),
  locks:
    slip(
      "M-9 -6Q-8 14 -13 30Q-25 32 -23 22Q-17 10 -17.6 -6Q-15 -25 2 -25Q14.6 -24 15.4 -12Q8 -18 1 -14Q-7 -11 -9 -6Z",
    ) + cut("M-20 26Q-12 10 -13.6 -6Q-10 -18 4 -20M-16 28Q-9 12 -10.6 -4Q-7 -14 8 -16.6"),
  bun:
    slip("M-8 6Q-15 4 -16 -6Q-15 -25 2 -25Q14.6 -24 15.4 -12Q8 -18 1 -14Q-6 -10 -7 -2Z" + circle(-19, -4, 7)) +
    cut("M-22 -8Q-18 -2 -14 -1M-23 -3Q-19 0 -16 2M-12 -4Q-10 -16 6 -18M-13 -12Q-6 -21 6 -21.6"),
  wig:
    slip("M-12 28Q-20 10 -17.6 -6Q-16 -26 2 -26Q15 -25 15.6 -12Q8 -16 2 -13Q0 4 1 28Z") +
    cut(
      "M-9 27Q-15 6 -12 -8Q-8 -20 6 -20.6M-5 27Q-9 6 -7 -6Q-3 -16 9 -17.4M-1.4 27Q-4 6 -2.6 -8M-14 16H0M-14.6 20H0.4",
    ),
  braid:
    slip(
      "M-9 4Q-16 2 -16.6 -6Q-15 -25 2 -25Q14.6 -24 15.4 -12Q8 -18 1 -14Q-6 -10 -7 -2ZM-16 0Q-22 4 -18 9Q-24 13 -19 18Q-24 23 -18 29L-13 27Q-17 22 -12.6 18Q-17 13 -12.6 9Q-16 5 -11 2Z",
    ) + cut("M-18.6 8.6L-13 8.6M-19 17.6L-13 17.6M-12 -4Q-9 -16 6 -18"),
};

const BEARDS: Record<Beard, string> = {
  none: "",
  short:
    slip("M-5 6Q-1 10 4 7Q9 5 11 8L16.6 7.6Q18 14 14 19Q6 22 0 17Q-5 12 -5 6Z") +
    cut("M0 11Q4 16 10 17M5 9.6Q9 13.6 14 14") +
    cut("M10.4 9.6H15"),
  long:
    slip("M-5 5Q-1 10 4 7Q9 5 11 8L16.8 7.4Q20 17 14 30Q8 32 2 27Q-6 17 -5 5Z") +
    cut("M-1 12Q2 22 8 28M3 10Q6 20 11 27M8 11Q10 18 13 24M12 11Q15 16 15 20M10.4 9.6H15"),
  curled:
    slip("M-5 5Q-1 10 4 7Q9 5 11 8L16.8 7.4Q20 14 16 20Q14 25 8 24Q2 25 -1 19Q-6 14 -5 5Z") +
    cut(
      [
        [0, 12],
        [5, 13],
        [10, 14],
        [14, 12.6],
        [3, 18],
        [8.4, 19.4],
        [13.4, 18],
      ]
        .map(([x, y]) => circle(x!, y!, 1.7))
        .join("") + "M10.4 9H15",
    ),
  royal:
    slip("M-5 5Q-1 10 4 7Q9 5 11 8L17 7.4L17 28H1Q-5 18 -5 5Z") +
    cut("M-2 13H16M-1 17.6H17M0 22.2H17M1 26H17M2 9V27M6 10V27M10 11V27M14 10V27"),
};

const GEAR: Record<Gear, string> = {
  none: "",
  laurel:
    slip(
      spread(-13, 12, 6, (x, i) => {
        const y = [-3, -11, -17, -20.4, -20, -16][i]!;
        return `M${x} ${y}q-2 -7 3 -11q4 6 -3 11Z`;
      }),
    ) +
    white(
      spread(-14, 13, 6, (x, i) => {
        const y = [-4, -11, -16, -18.6, -18.4, -14.6][i]!;
        return `M${x} ${y}q5 -6 9 -3q-2 5 -9 3Z`;
      }),
    ),
  diadem:
    white("M-17 -7Q-8 -19 15 -15.6L15 -12.4Q-6 -15 -15.6 -3Z") +
    white("M-17 -6L-25 4L-22 6L-15.6 -3ZM-17 -4L-21 12L-18 12L-14.6 -2Z"),
  crown:
    pale("M-17 -8L-20.6 -26L-12.4 -19.6L-8 -31L-2 -22L4.6 -33L8 -22.4L15.6 -29L15.4 -13Q-4 -18 -17 -8Z") +
    slip(circle(-8, -31, 1.6) + circle(4.6, -33, 1.6)),
  rays:
    slip("M-16 -8Q-8 -20 15 -16L15 -12.6Q-6 -15 -15.4 -4Z") +
    slip(
      [
        [-15, -12, -28, -20],
        [-9, -18, -18, -32],
        [-1, -20.6, -5, -36],
        [7, -20, 9, -36],
        [13, -17, 23, -30],
      ]
        .map(([x, y, a, b]) => `M${x! - 2} ${y! + 1}L${a} ${b}L${x! + 2.4} ${y! - 1}Z`)
        .join(""),
    ),
  crest:
    slip("M-15 14Q-21 -4 -15 -16Q-8 -28 6 -26Q17 -24 17 -10L20 3L14 4L13 16L7 8L4.6 -4L-3 -1L-5 12Z") +
    cut("M16.6 -10L5 -8M-3 -1L-12 -3M-13 -12Q-8 -22 6 -22") +
    wine("M20 -25Q4 -42 -15 -32Q-33 -20 -28 16Q-23 -4 -18 -10Q-15 -24 1 -27.6Q11 -29 20 -25Z") +
    cut("M13 -28Q0 -36 -13 -28Q-24 -18 -25 0"),
  helmet:
    slip("M-15 13Q-21 -4 -15 -16Q-8 -29 6 -27Q17 -24 17 -10L20 4L14 4L13 15L7 8L4.6 -4L-3 -1L-5 12Z") +
    slip("M-2 -27L1 -37L4 -27Z") +
    cut("M16.6 -10L5 -8M-3 -1L-12 -3M-13 -12Q-8 -22 6 -22M-9 -20Q0 -28 12 -21"),
  nemes:
    pale("M15.6 -12Q8 -17 2 -13Q-2 0 2 28L-10 30Q-19 16 -22 4Q-20 -24 0 -26Q14 -26 15.6 -12Z") +
    line(
      "M-18 8Q-4 2 0 6M-16 14Q-4 8 0.6 12M-13 20Q-4 14 1 18M-11 26Q-4 20 1.6 24M-19 2Q-10 -16 12 -20M-16 -6Q-8 -18 10 -20",
    ) +
    slip("M14 -14Q17 -20 14 -25Q20 -24 18 -14Z"),
  double:
    pale("M-13 -10Q-18 -24 -24 -40Q-10 -30 -9 -22Q-6 -44 4 -44Q10 -36 15 -14Q0 -20 -13 -10Z") +
    wine("M-14 -7Q-20 -22 -24 -40Q-12 -32 -11 -20Q4 -26 14.4 -18L15 -11Q2 -18 -14 -7Z") +
    slip("M14 -14Q17 -20 14 -25Q20 -24 18 -14Z") +
    cut("M14 -16Q0 -20 -12 -11"),
  tall:
    slip("M-9 0Q-14 -8 -15 -18L-27 -40Q-10 -40 5 -36L15.4 -13Q6 -16 1 -13Q-5 -8 -9 0Z") +
    white("M-19 -28Q-8 -30 9.4 -27L11 -23Q-6 -26 -17 -23Z") +
    slip("M14 -14Q17 -20 14 -25Q20 -24 18 -14Z") +
    cut("M-23 -37Q-10 -37 3 -33M-12 -12Q-4 -20 12 -17"),
  tiara:
    slip("M-14 -6Q-18 -20 -13 -34Q-2 -42 10 -34Q15 -24 15.4 -12Q2 -18 -14 -6Z") +
    white("M-15 -10Q0 -21 15 -16.6L15.4 -12.6Q0 -17 -14.4 -6Z") +
    cut("M-12 -30Q-2 -37 9 -30M-12.6 -24Q-2 -31 11 -25M-6 -35V-27M4 -36V-28") +
    white("M-15 -6Q-22 6 -20 20L-15 20Q-16 8 -11 -2Z"),
  turban:
    pale("M-17 -5Q-22 -18 -12 -26Q0 -34 12 -26Q18 -20 15.6 -11Q0 -18 -17 -5Z") +
    line("M-17 -8Q-6 -24 14 -23M-15 -16Q-4 -28 12 -26M-12 -7Q0 -20 15.6 -16") +
    wine(circle(13, -19, 2.6)) +
    slip("M12 -21Q14 -34 20 -36Q19 -27 15 -20Z"),
  veil:
    wine("M15.4 -12Q8 -17 2 -13Q-5 -4 -5 30L-24 33Q-24 4 -18 -10Q-12 -27 4 -26Q14 -25 15.4 -12Z") +
    line("M-19 30Q-18 2 -12 -10Q-6 -20 8 -20M-13 30Q-12 4 -7 -7Q-2 -14 8 -16M-8 30Q-8 8 -4 -4"),
  cap: slip("M-15 -4Q-17 -26 1 -30Q14 -26 15.4 -12Q2 -18 -15 -4Z") + cut("M-14.6 -9Q0 -21 15 -16.4M-9 -22Q0 -27 8 -23"),
  lionskin:
    slip(
      "M-9 30Q-24 18 -21 -4Q-22 -22 -8 -28L-8 -34L-2 -30Q10 -33 19 -24L26 -20Q27 -15 21 -14L15 -13Q6 -17 1 -13Q-6 -8 -6 4Q-5 16 -9 30Z",
    ) +
    white("M14 -13.4l2 5l2 -5.4ZM19 -14l1.4 4.4l1.8 -4.8Z") +
    cut("M12 -22h3.4M22 -19h2M-14 20Q-18 4 -14 -8M-10 18Q-14 4 -10 -8Q-6 -18 4 -20M-16 -10Q-14 -20 -4 -24"),
  mural:
    pale("M-17 -7V-26H-12.6V-22H-8V-28H-2.6V-23H2.4V-28H8V-23H12V-26H16V-12Q-2 -18 -17 -7Z") +
    line("M-16.6 -14Q0 -22 16 -17M-10 -20V-14M0 -22V-16M9 -22V-16"),
  uraeus:
    slip("M-12 28Q-20 10 -17.6 -6Q-16 -26 2 -26Q15 -25 15.6 -12Q8 -16 2 -13Q0 4 1 28Z") +
    cut(
      "M-9 27Q-15 6 -12 -8Q-8 -20 6 -20.6M-5 27Q-9 6 -7 -6Q-3 -16 9 -17.4M-1.4 27Q-4 6 -2.6 -8M-14 16H0M-14.6 20H0.4",
    ) +
    white("M-17 -8Q-6 -22 15 -16.4L15.4 -12.6Q-4 -17 -16 -4Z") +
    slip("M14 -13Q18 -20 15 -26Q21 -25 19 -13Z"),
};

const SHOULDERS = "M-34 46Q-32 30 -10 25L8 25Q28 29 32 46Z";
const DRESS: Record<NonNullable<Portrait["dress"]>, string> = {
  robe:
    slip(SHOULDERS) +
    cut("M-24 46Q-20 34 -8 29M-14 46Q-10 36 0 30M-2 46Q2 36 8 30M12 46Q14 38 16 32M22 46Q22 40 22 35"),
  cloak:
    slip(SHOULDERS) +
    wine("M-34 46Q-32 30 -10 25L-4 25Q6 36 28 38L32 46Z") +
    cut("M-26 46Q-20 34 -8 29M-14 46Q-10 38 -2 32M0 46Q0 42 4 38") +
    white(circle(24, 36, 3)),
  armor:
    slip(SHOULDERS) +
    white("M-12 26L-20 46H-10L-4 27ZM6 27L14 46H24L12 27Z") +
    line("M-17 36H-7M9 36H19") +
    cut("M-4 32Q0 36 6 32M-6 40Q1 44 10 40"),
  collar:
    slip(SHOULDERS) +
    pale("M-22 46Q-18 30 -8 25.6L8 25.6Q20 30 24 46Z") +
    line("M-16 46Q-12 34 -4 29H5Q14 34 18 46M-10 46Q-6 38 0 34Q8 38 11 46") +
    wine("M-19 40L-16 33L-12 36L-15 43ZM21 40L18 33L14 36L17 43Z"),
};

/** A leader's head between two things that tell who it is. */
export const portrait = (who: Portrait): string => {
  const skin = who.woman ? pale : slip;
  const mark = who.woman ? line : cut;
  const gear = who.gear ?? "none";
  const covered = gear === "crest" || gear === "helmet";
  const features = covered
    ? ""
    : mark("M6.4 -7.6Q10 -10.4 14 -8M7 -4Q10.4 -6.6 13.6 -4Q10.4 -2 7 -4M17.4 2.6Q16 1 14.6 2M12.6 8.2H16") +
      (who.woman ? slip(circle(10.6, -4.2, 1.1)) + wine("M12.4 7.4L16.8 7L15.6 9.4L13 9Z") : "");
  const head =
    skin(FACE) +
    features +
    (covered || gear === "nemes" || gear === "uraeus" || gear === "veil" ? "" : mark(EAR)) +
    BEARDS[who.beard ?? "none"] +
    HAIR[who.hair ?? "none"] +
    GEAR[gear];
  const earring = who.woman && gear !== "veil" ? white(circle(-3.6, 7.4, 2)) + line(circle(-3.6, 7.4, 2)) : "";
  return (
    at(
      52,
      33,
      DRESS[who.dress ?? "robe"] + over("M-5 30L-6 20H8L8 30Z").repeat(who.woman ? 0 : 1) + head + earring,
      0.78,
      who.mirror,
    ) + (who.beside ?? "")
  );
};
