/** Animals and vehicles. Four-legged ones are posed like people: a neck, a back and four legs that bend. */
import { at, beam, circle, cut, limb, line, pale, reach, slip, spread, white, wine, type Point } from "../draw";
import { wheel } from "./objects";

type Legs = readonly [
  readonly [number, number],
  readonly [number, number],
  readonly [number, number],
  readonly [number, number],
];
const WALK: Legs = [
  [10, -4],
  [-12, -8],
  [12, -10],
  [-10, 4],
];
const GALLOP: Legs = [
  [62, 40],
  [40, 10],
  [-40, -62],
  [-22, -50],
];
const STAND: Legs = [
  [2, 0],
  [-4, -2],
  [4, -6],
  [-4, 2],
];

const legs = (front: Point, back: Point, pose: Legs, length: number, thick: number): string =>
  pose
    .map(([upper, lower], i) => {
      const hip: Point = i < 2 ? [front[0] + (i ? -2 : 1), front[1]] : [back[0] + (i === 3 ? -2 : 1), back[1]];
      const knee = reach(hip, upper, length * 0.52);
      const heel = reach(knee, lower, length * 0.48);
      return (
        limb(hip, knee, thick, thick * 0.55) +
        limb(knee, heel, thick * 0.5, thick * 0.36) +
        `M${heel[0] - 1.4} ${heel[1] + 1}h4.4l-1.4 -3h-2Z`
      );
    })
    .join("");

const POSES = { walk: WALK, gallop: GALLOP, stand: STAND };

/** A horse that looks to the right. */
export const horse = (
  x: number,
  y: number,
  pose: keyof typeof POSES = "walk",
  size = 1,
  mirror = false,
  rider = "",
): string =>
  at(
    x,
    y,
    slip(
      legs([12, -22], [-14, -22], POSES[pose], 24, 3.6) +
        "M-20 -30Q-16 -36 -6 -33Q6 -31 12 -35L20 -52Q21 -57 25 -57L26 -60L28 -57Q32 -55 36 -47Q36 -43 32 -43L27 -46Q23 -40 20 -26Q16 -17 8 -19Q-6 -21 -12 -19Q-20 -20 -20 -30Z",
    ) +
      slip("M-19 -33Q-30 -30 -27 -10Q-24 -22 -18 -27Z") +
      wine("M13 -37L20 -55L24 -59Q23 -50 16 -36Z") +
      cut(
        "M28 -52h2M33 -45.4l2 1M24 -48Q26 -44 28 -46M-14 -28Q-10 -22 -8 -21M14 -30Q18 -26 16 -21M30 -56Q27 -50 32 -43",
      ) +
      rider,
    size,
    mirror,
  );

export const ox = (x: number, y: number, size = 1, mirror = false): string =>
  at(
    x,
    y,
    slip(
      legs([12, -18], [-16, -18], WALK, 19, 3.8) +
        "M-22 -28Q-18 -34 -4 -32Q8 -36 16 -34Q20 -34 24 -32L34 -22Q36 -18 32 -17L25 -19Q23 -13 20 -16L16 -14Q4 -12 -14 -15Q-23 -16 -22 -28Z",
    ) +
      slip("M24 -32Q24 -40 32 -41Q28 -37 28 -30ZM21 -32Q17 -39 22 -43Q21 -37 25 -32Z") +
      line("M-22 -27Q-28 -22 -26 -10") +
      slip("M-28 -10q2 -3 4 0v5h-4Z") +
      cut("M26 -26h2M31 -19.4h2M12 -32Q15 -24 12 -16M-14 -26Q-10 -20 -12 -16"),
    size,
    mirror,
  );

export const camel = (x: number, y: number, size = 1, mirror = false, load = ""): string =>
  at(
    x,
    y,
    slip(
      legs([11, -24], [-13, -24], WALK, 25, 3) +
        "M-18 -32Q-16 -38 -9 -37Q-6 -48 0 -48Q6 -48 8 -37Q13 -36 16 -30Q20 -30 22 -42Q22 -50 27 -51Q33 -52 37 -47Q38 -43 33 -44L28 -44Q28 -28 20 -22Q10 -20 -12 -21Q-19 -22 -18 -32Z",
    ) +
      line("M-18 -31Q-23 -26 -21 -18") +
      cut("M29 -48h2M-3 -44Q0 -46 3 -44M20 -27Q24 -32 25 -42") +
      load,
    size,
    mirror,
  );

export const donkey = (x: number, y: number, size = 1, mirror = false, load = ""): string =>
  at(
    x,
    y,
    slip(
      legs([10, -18], [-12, -18], WALK, 19, 3) +
        "M-17 -26Q-12 -30 0 -29Q8 -29 12 -30L17 -38L15 -48Q19 -46 20 -40L22 -48Q25 -44 23 -39L30 -31Q30 -27 26 -28L21 -31Q18 -22 14 -16Q4 -14 -10 -16Q-18 -17 -17 -26Z",
    ) +
      line("M-17 -26Q-22 -22 -20 -12") +
      cut("M22 -36h2M15 -30Q17 -24 13 -18") +
      load,
    size,
    mirror,
  );

export const dog = (x: number, y: number, size = 1, mirror = false): string =>
  at(
    x,
    y,
    slip(
      legs([9, -13], [-10, -13], STAND, 14, 2.4) +
        "M-14 -19Q-8 -22 4 -21L11 -27Q14 -30 17 -28L24 -24L23 -21L16 -20Q13 -13 9 -11Q0 -15 -9 -11Q-15 -12 -14 -19Z",
    ) +
      line("M-14 -18Q-21 -22 -20 -29") +
      cut("M17 -25h1.6") +
      slip("M12 -27l-3 -4l6 2Z") +
      wine("M9 -24l4 4l-1.6 1.6l-4 -4Z"),
    size,
    mirror,
  );

export const elephant = (x: number, y: number, size = 1, mirror = false): string =>
  at(
    x,
    y,
    slip(
      "M-28 -24Q-28 -44 -6 -44Q6 -46 14 -42Q24 -46 31 -38Q34 -32 34 -20Q34 -6 42 -8Q40 0 34 -2Q28 -6 28 -20Q26 -24 22 -22V0H12V-16Q0 -13 -12 -16V0H-22V-16Q-28 -18 -28 -24Z",
    ) +
      pale("M29 -24Q34 -18 42 -19Q34 -15 27 -20Z") +
      cut("M27 -35h2M14 -40Q8 -30 14 -24Q20 -22 22 -32M-12 -16V-24M12 -16V-22") +
      line("M-28 -28Q-32 -20 -30 -10"),
    size,
    mirror,
  );

export const lion = (x: number, y: number, size = 1, mirror = false): string =>
  at(
    x,
    y,
    slip(
      legs([12, -16], [-14, -16], WALK, 17, 3.4) +
        "M-20 -26Q-12 -30 4 -28Q6 -38 16 -39Q25 -38 26 -31L30 -26Q29 -22 24 -22Q20 -14 12 -13Q-4 -17 -12 -13Q-22 -14 -20 -26Z",
    ) +
      cut("M20 -31h2.6M27 -25.6h2M8 -34Q12 -30 9 -26Q14 -22 12 -16M13 -37Q16 -32 14 -27Q18 -22 16 -16") +
      line("M-20 -25Q-30 -26 -28 -38Q-26 -42 -23 -40"),
    size,
    mirror,
  );

/** A dove in flight. */
export const dove = (x: number, y: number, size = 1, mirror = false): string =>
  at(
    x,
    y,
    pale(
      "M20 -2Q16 -8 11 -5Q8 -3 4 -4Q2 -14 -8 -20Q-8 -12 -5 -6L-9 -4Q-16 -10 -24 -8Q-18 -3 -14 1Q-6 8 4 5Q12 4 15 -1Z",
    ) +
      line("M-14 -7L-20 -5M-3 -7Q-2 -12 -5 -16M0 -5Q1 -9 -1 -13") +
      slip(circle(15.4, -4, 0.9)),
    size,
    mirror,
  );

export const pigeon = (x: number, y: number, size = 1, mirror = false): string =>
  at(
    x,
    y,
    slip("M12 -15L16 -13L12 -11.6Q12 -4 4 -3L-12 2Q-8 -6 -2 -9Q4 -12 5 -16Q9 -19 12 -15Z") +
      cut("M9.6 -14.6h.6M-4 -5Q1 -5 4 -9") +
      line("M3 -3V0M6 -3V0"),
    size,
    mirror,
  );

export const owl = (x: number, y: number, size = 1): string =>
  at(
    x,
    y,
    slip("M-9 -28Q-5 -25 0 -26Q5 -25 9 -28Q11 -22 9 -18Q12 -8 5 -2L3 0H-3L-5 -2Q-12 -8 -9 -18Q-11 -22 -9 -28Z") +
      white(circle(-4, -20, 3.2) + circle(4, -20, 3.2)) +
      slip(circle(-4, -20, 1.4) + circle(4, -20, 1.4)) +
      cut("M-1.4 -16L0 -13L1.4 -16M-5 -10l1.6 2l1.6 -2M2 -10l1.6 2l1.6 -2M-2 -6l2 2l2 -2"),
    size,
  );

export const snake = (x: number, y: number, size = 1): string =>
  at(x, y, beam("M-6 0Q6 -4 0 -9Q-8 -14 0 -19Q8 -24 2 -30") + slip("M2 -33Q8 -34 9 -30Q6 -27 1 -28Z"), size);
export const dolphin = (x: number, y: number, size = 1, mirror = false): string =>
  at(
    x,
    y,
    slip(
      "M22 4Q16 -10 2 -11L-2 -17Q-6 -13 -5 -9Q-14 -4 -18 5L-26 6L-20 10L-19 17L-14 10Q-4 2 8 2L10 8L14 3Q18 5 22 4Z",
    ) + cut("M15 -3h1.4M4 -6Q-6 -4 -12 4"),
    size,
    mirror,
  );
export const rat = (x: number, y: number, size = 1, mirror = false): string =>
  at(
    x,
    y,
    slip("M-9 0Q-10 -8 0 -8Q6 -8 12 -2L10 0Z" + circle(4, -7, 2)) + line("M-9 -1Q-16 0 -17 -6") + cut("M8 -3h.6"),
    size,
    mirror,
  );

/** A two-wheeled chariot behind (left of) its horse. */
export const chariot = (x: number, y: number, size = 1, mirror = false, driver = ""): string =>
  at(
    x,
    y,
    driver +
      slip("M-34 -10Q-36 -26 -26 -28L-24 -14H-12V-10Z") +
      cut("M-31 -14Q-32 -22 -27 -25") +
      line("M-12 -12L12 -26") +
      wheel(-22, -8, 8) +
      horse(22, 0, "gallop", 0.92),
    size,
    mirror,
  );

/** A loaded cart. */
export const cart = (x: number, y: number, size = 1, load = ""): string =>
  at(
    x,
    y,
    load +
      slip("M-24 -18H22V-13H-24Z") +
      line("M22 -15H38M-24 -18V-24M-12 -18V-24M0 -18V-24M12 -18V-24M22 -18V-24M-24 -24H22") +
      wheel(-12, -8, 8) +
      wheel(12, -8, 8),
    size,
  );

/** A galley, a hundred units long, its keel at (x, y). */
export const ship = (x: number, y: number, size = 1, mirror = false): string =>
  at(
    x,
    y,
    slip("M-50 -8L-58 -3L-46 -3Q-40 6 -20 7H24Q40 6 46 -10Q50 -22 42 -26Q52 -28 53 -16Q52 6 30 12H-24Q-44 12 -50 -1Z") +
      slip("M-50 -8Q-47 -16 -44 -20L-41 -19Q-40 -10 -34 -6H34V-3H-40Z") +
      slip("M-1.4 -52H1.4V-2H-1.4ZM-30 -50H30V-47.5H-30Z") +
      white("M-27 -47Q-16 -40 -26 -18Q0 -10 26 -18Q16 -40 27 -47Z") +
      line(
        "M-27 -47Q-16 -40 -26 -18Q0 -10 26 -18Q16 -40 27 -47M-9 -46Q-6 -32 -9 -15M9 -46Q6 -32 9 -15M-21 -34Q0 -29 21 -34M0 -52L-46 -12M0 -52L44 -22",
      ) +
      line(spread(-32, 27, 9, (at) => `M${at} 4l-7 15`)) +
      cut("M-44 2Q-10 9 30 4M-46 -3H34") +
      white("M-46 -1Q-42 -5 -37 -1Q-42 3 -46 -1Z") +
      slip(circle(-41.6, -1, 1.3)),
    size,
    mirror,
  );

/** A small boat with its sail down. */
export const boat = (x: number, y: number, size = 1, mirror = false): string =>
  at(
    x,
    y,
    slip("M-30 -8Q-26 -16 -28 -20Q-20 -14 -18 -6H18Q26 -8 30 -18Q32 -4 22 4H-20Q-28 0 -30 -8Z") +
      cut("M-24 -3H24") +
      beam("M0 -6V-40") +
      line("M0 -40L-24 -10M0 -40L26 -12") +
      slip("M-14 -38H14V-34Q0 -31 -14 -34Z"),
    size,
    mirror,
  );
