/**
 * People, posed by their joints: shoulders and hips turn, elbows and knees bend, so that no two of them stand alike.
 *
 * A figure is 58 units high, looks to the right and stands with its feet around (0, 0). Angles are in degrees:
 * 0 hangs straight down, positive swings forward.
 */
import { at, circle, cut, limb, line, over, pale, polygon, reach, round, slip, white, wine, type Point } from "../draw";

export type Dress = "loincloth" | "tunic" | "robe" | "armor" | "apron";
export type Head =
  | "short"
  | "long"
  | "bun"
  | "beard"
  | "helmet"
  | "crest"
  | "hood"
  | "cap"
  | "hat"
  | "wreath"
  | "crown"
  | "veil"
  | "bald";

/** An arm or a leg: angle of the upper part, angle of the lower part. */
export type Joint = readonly [upper: number, lower: number];

export interface Pose {
  /** Forward lean of the back. */
  lean?: number;
  /** The arm nearer to the viewer, and the other one. */
  arm?: Joint;
  arm2?: Joint;
  /** The leading leg, and the other one. */
  leg?: Joint;
  leg2?: Joint;
  dress?: Dress;
  head?: Head;
  bearded?: boolean;
  /** Nod of the head, positive looks down. */
  nod?: number;
  /** Women are painted with added white skin, as on the vases. */
  woman?: boolean;
  cloak?: boolean;
  /** Height of the hip above the ground; lower it to sit or kneel. */
  hip?: number;
  /** What is held, drawn at the hand with x along the forearm. */
  holds?: string;
  holds2?: string;
  /** Drawn behind the figure. */
  behind?: string;
}

// Poses are drawn 64 units high; this brings them to the height that fits under the frame of a card.
const HEIGHT = 0.9;

const HAIR: Record<Head, string> = {
  short: slip("M-5.2 -1Q-6.4 -7 -1.4 -8.6Q4.4 -9.2 5.2 -4.4Q1 -5.6 -1.6 -3Q-2 1 -5.2 -1Z"),
  bald: "",
  beard: slip("M-5.2 -1Q-6.4 -7 -1.4 -8.6Q4.4 -9.2 5.2 -4.4Q1 -5.6 -1.6 -3Q-2 1 -5.2 -1Z"),
  long:
    slip("M-4.8 -4Q-4.6 -9.2 0.6 -8.8Q5 -8.4 5.2 -4.6Q1 -5.8 -1.4 -3Q-1.4 2 -3.6 8Q-8.4 10 -8.6 6Q-5.4 3 -5.4 -1Z") +
    cut("M-5.6 5.6Q-3.4 2 -3.4 -2M-4 -6Q-1 -8 3 -6.4"),
  bun:
    slip("M-4.6 -1Q-5.4 -8.8 0.4 -8.8Q5 -8.4 5.2 -4.6Q1.4 -6 -1.4 -3Q-2 0 -4.6 -1Z" + circle(-6, -3.4, 3)) +
    wine("M-4.6 -6.4Q0 -9.4 5 -5.6L4.8 -4.4Q0 -7.8 -4.6 -4.8Z"),
  helmet:
    slip("M-5.6 3.4Q-7 -9.4 0.4 -9.6Q6 -9.2 6 -3.6L7 1.4L4.4 1.8L4 5.4L1.4 2.4L0.6 -1.4L-2 0L-2.4 4.6Z") +
    cut("M5.8 -3.8L1.6 -3.2M-2.2 0L-4.8 -0.6"),
  crest:
    slip("M-5.6 3.4Q-7 -9.4 0.4 -9.6Q6 -9.2 6 -3.6L7 1.4L4.4 1.8L4 5.4L1.4 2.4L0.6 -1.4L-2 0L-2.4 4.6Z") +
    wine("M6.6 -9.6Q1 -15.6 -6 -11.6Q-12.4 -6.4 -10 6Q-8 -1 -6.4 -3.4Q-5 -9 0 -10.2Q3.6 -10.8 6.6 -9.6Z") +
    cut("M5.8 -3.8L1.6 -3.2M-2.2 0L-4.8 -0.6M-5.4 -5.4Q-2.6 -9.4 2 -9.8"),
  hood:
    slip("M-7.6 10Q-9.6 -2 -5.4 -7.4Q-1 -11.4 4.8 -8.4Q7 -6.4 6 -4.6Q2.4 -6.4 0 -3.4Q-2 1 1.4 6L3 10Z") +
    cut("M-5.4 7Q-6.6 -1 -3.2 -6.2M-2 8Q-3.4 2 -1.6 -2.6"),
  cap: slip("M-5.4 -1.6Q-5 -12.6 1.4 -11.8Q5.6 -9.6 5.6 -4.4Q0 -6.4 -5.4 -1.6Z") + cut("M-5 -4Q0 -8 5.4 -6"),
  hat:
    slip(
      "M-5 -1Q-5.6 -6 -3.6 -7.6Q-3.4 -11.6 0.8 -11.6Q4.6 -11.4 4.8 -8L11 -5.4Q3 -6.4 -2 -5.4Q-8.6 -4.4 -10.4 -2.6Q-9.6 -6 -4 -7.4Z",
    ) + cut("M-3.4 -7.6Q0.6 -9.2 4.6 -8"),
  wreath:
    slip("M-5.2 -1Q-6.4 -7 -1.4 -8.6Q4.4 -9.2 5.2 -4.4Q1 -5.6 -1.6 -3Q-2 1 -5.2 -1Z") +
    white("M-5.6 -3.4Q-3 -7.4 5 -6.4L5 -4.9Q-2 -5.6 -4.8 -1.6Z"),
  crown:
    slip("M-5.2 -1Q-6.4 -7 -1.4 -8.6Q4.4 -9.2 5.2 -4.4Q1 -5.6 -1.6 -3Q-2 1 -5.2 -1Z") +
    white("M-5.6 -5L-6.6 -10.4L-3.4 -8.2L-1 -12L1.2 -8.6L4.6 -11.4L5.2 -5.6Q0 -8.4 -5.6 -5Z"),
  veil:
    slip("M-8 13Q-9.4 -1 -5 -7Q-1 -10.6 4.6 -8Q5.8 -6.8 5.2 -5Q1.6 -6.2 -0.4 -3.2Q-2.2 2 -2.6 13Z") +
    cut("M-6 11Q-7 0 -3 -6M-4.2 11Q-4.6 2 -2 -3"),
};

// A Greek profile: forehead and nose in one line, full chin, a long neck behind the jaw.
const FACE =
  "M-1.8 9L-2.6 4.4Q-5.6 1.6 -5.2 -2.6Q-4.2 -8.4 0.8 -8.2Q4.8 -7.8 5.2 -4.2L7.3 0.3Q7.4 1.1 6 1.2L6.2 2.6L5.6 3.3L5.8 4.6Q5 6.4 2.6 5.6L2.4 9Z";
const BEARD =
  slip("M-2 2.6Q0.6 4.6 2.4 2.2Q4.4 3.4 6.2 2.8Q6.8 7 4.8 10.6Q-0.6 9.6 -2 2.6Z") +
  cut("M0.4 4.6Q2.6 7 4.2 9M2.8 3.6Q4 5.6 5 7.6");

const headOf = (neck: Point, pose: Pose): string => {
  const style = pose.head ?? "short";
  const skin = pose.woman ? pale(FACE) : slip(FACE);
  const eye =
    style === "helmet" || style === "crest"
      ? ""
      : pose.woman
        ? line("M2.6 -2.2Q3.8 -3 5 -2") + line("M4.8 3.2H6")
        : cut("M2 -1.8Q3.6 -3.2 5 -1.8Q3.6 -0.8 2 -1.8M4.6 3.4H6");
  const bearded = pose.bearded || style === "beard";
  return at(neck[0], neck[1] - 7.6, skin + eye + (bearded ? BEARD : "") + HAIR[style], 1, false, pose.nod ?? 0);
};

/** A person in a pose, standing at (x, y). */
export const figure = (x: number, y: number, pose: Pose = {}, scale = 1, mirror = false): string => {
  const { lean = 0, dress = "tunic" } = pose;
  const hip: Point = [0, -(pose.hip ?? 29)];
  const neck = reach(hip, 180 - lean, 18.5);
  const alongBack = (share: number, off: number): Point => {
    const p = reach(hip, 180 - lean, 18.5 * share);
    const s = reach([0, 0], 90 - lean, off);
    return [p[0] + s[0], p[1] + s[1]];
  };
  const leg = (joint: Joint, shade: boolean): [string, Point, Point] => {
    const knee = reach([hip[0] + (shade ? -1 : 1), hip[1]], joint[0], 14.6);
    const heel = reach(knee, joint[1], 14);
    const foot = `M${round(heel[0] - 2.4)} ${round(heel[1] + 1.6)}L${round(heel[0] - 1.6)} ${round(heel[1] - 2)}L${round(heel[0] + 1.8)} ${round(heel[1] - 2)}Q${round(heel[0] + 3)} ${round(heel[1])} ${round(heel[0] + 6.4)} ${round(heel[1] + 0.4)}V${round(heel[1] + 1.6)}Z`;
    return [limb([hip[0] + (shade ? -1 : 1), hip[1]], knee, 4.1, 2.7) + limb(knee, heel, 2.8, 1.5) + foot, knee, heel];
  };
  const [legA, kneeA, heelA] = leg(pose.leg ?? [14, -4], false);
  const [legB, , heelB] = leg(pose.leg2 ?? [-14, -16], true);
  const shoulderA = alongBack(0.94, 2.4);
  const shoulderB = alongBack(0.94, -2.6);
  const arm = (from: Point, joint: Joint, held: string | undefined): [string, string] => {
    const elbow = reach(from, joint[0], 10);
    const hand = reach(elbow, joint[1], 9.6);
    return [
      limb(from, elbow, 2.5, 1.8) + limb(elbow, hand, 1.8, 1.3) + circle(hand[0], hand[1], 1.8),
      held ? at(hand[0], hand[1], held) : "",
    ];
  };
  const [armA, heldA] = arm(shoulderA, pose.arm ?? [22, 60], pose.holds);
  const [armB, heldB] = arm(shoulderB, pose.arm2 ?? [-20, 16], pose.holds2);
  const skin = pose.woman ? pale : slip;
  const [sb, sf, wb, wf, hb, hf] = [
    alongBack(0.98, -6.2),
    alongBack(0.98, 5.6),
    alongBack(0.42, -3.8),
    alongBack(0.42, 3.6),
    alongBack(-0.06, -4.8),
    alongBack(-0.06, 4.6),
  ];
  const xy = (p: Point): string => `${round(p[0])} ${round(p[1])}`;
  const torso = `M${xy(sb)}Q${xy(alongBack(1.1, 0))} ${xy(sf)}Q${xy(alongBack(0.7, 7))} ${xy(wf)}L${xy(hf)}H${round(hb[0])}L${xy(wb)}Q${xy(alongBack(0.72, -6.8))} ${xy(sb)}Z`;
  const skirt = (drop: number, flare: number): string => {
    const low = hip[1] + drop;
    const front = Math.max(kneeA[0] + 3, hf[0] + flare);
    return `M${xy(wb)}L${xy(wf)}Q${round(hf[0] + flare * 0.6)} ${round(hip[1] + 2)} ${round(front)} ${round(low)}L${round(front - 3)} ${round(low + 1.6)}L${round(front - 6)} ${round(low - 0.4)}L${round((front + hb[0] - flare) / 2)} ${round(low + 1.6)}L${round(hb[0] - flare + 2)} ${round(low - 0.4)}L${round(hb[0] - flare)} ${round(low + 1)}Q${round(hb[0] - flare * 0.5)} ${round(hip[1] + 2)} ${xy(wb)}Z`;
  };
  const hem = Math.max(heelA[1], heelB[1]) - 1;
  const back = Math.min(heelB[0], hb[0]) - 4;
  const front = Math.max(heelA[0], hf[0]) + 3.6;
  const robe = `M${xy(sb)}Q${xy(alongBack(1.1, 0))} ${xy(sf)}Q${xy(alongBack(0.6, 7.4))} ${xy(wf)}Q${round(Math.max(kneeA[0] + 5, hf[0] + 2))} ${round(kneeA[1] - 4)} ${round(front)} ${round(hem)}L${round((front + back) / 2 + 3)} ${round(hem - 1.8)}L${round((front + back) / 2)} ${round(hem)}L${round((front + back) / 2 - 4)} ${round(hem - 1.6)}L${round(back)} ${round(hem)}Q${round(hb[0] - 3)} ${round(hip[1] + 8)} ${xy(wb)}Q${xy(alongBack(0.7, -7.4))} ${xy(sb)}Z`;
  const folds = [0.2, 0.42, 0.62, 0.82]
    .map(
      (t) =>
        `M${round(wb[0] + (wf[0] - wb[0]) * t)} ${round(hip[1] - 3)}Q${round(wb[0] + (kneeA[0] + 2 - wb[0]) * t)} ${round(kneeA[1] - 6)} ${round(back + (front - back) * t)} ${round(hem - 3)}`,
    )
    .join("");
  const sash = wine(
    `M${xy(sb)}L${xy(alongBack(1, -1))}Q${xy(alongBack(0.5, 2))} ${xy(hf)}L${round(hf[0] + 1)} ${round(hip[1] + 7)}Q${xy(alongBack(0.2, -1))} ${xy(sb)}Z`,
  );
  const clothes: Record<Dress, string> = {
    loincloth:
      slip(torso) +
      cut(
        `M${xy(alongBack(0.72, 4))}Q${xy(alongBack(0.56, 2.4))} ${xy(alongBack(0.66, -3))}M${xy(alongBack(0.5, 1))}L${xy(alongBack(0.24, 1))}`,
      ) +
      wine(skirt(6.4, 2)),
    tunic:
      slip(torso + skirt(11, 3.6)) +
      wine(polygon([alongBack(0.36, -4), alongBack(0.36, 4), alongBack(0.24, 4.2), alongBack(0.24, -4.2)])) +
      cut(
        [0.25, 0.5, 0.75]
          .map(
            (t) =>
              `M${round(wb[0] + (wf[0] - wb[0]) * t)} ${round(hip[1] - 2)}L${round(hb[0] - 2 + (Math.max(kneeA[0] + 2, hf[0] + 3) - hb[0] + 2) * t)} ${round(hip[1] + 9)}`,
          )
          .join("") + `M${xy(alongBack(0.9, 4.4))}L${xy(alongBack(0.5, -1))}`,
      ),
    apron:
      slip(torso + skirt(10, 2)) +
      white(
        `M${xy(alongBack(0.5, 3.4))}L${xy(alongBack(0.4, -1.2))}L${round(hip[0])} ${round(hip[1] + 10)}H${round(Math.max(kneeA[0] + 2, hf[0] + 2))}Z`,
      ),
    armor:
      slip(torso + skirt(7, 2.4)) +
      white(
        `M${xy(alongBack(0.34, -4.2))}L${xy(alongBack(0.34, 4.2))}L${round(hf[0] + 2.6)} ${round(hip[1] + 6)}H${round(hb[0] - 1.6)}Z`,
      ) +
      line(
        [0.2, 0.4, 0.6, 0.8]
          .map(
            (t) =>
              `M${round(wb[0] + (wf[0] - wb[0]) * t)} ${round(hip[1] - 5)}L${round(hb[0] - 1.6 + (hf[0] - hb[0] + 4) * t)} ${round(hip[1] + 6)}`,
          )
          .join(""),
      ) +
      cut(
        `M${xy(alongBack(0.86, 4.6))}Q${xy(alongBack(0.58, 2))} ${xy(alongBack(0.84, -4.6))}M${xy(alongBack(0.6, 1))}L${xy(alongBack(0.4, 0.6))}`,
      ),
    robe:
      slip(robe) + cut(folds + `M${xy(alongBack(0.9, 5))}Q${xy(alongBack(0.6, 1))} ${xy(alongBack(0.4, -4))}`) + sash,
  };
  const cloak = pose.cloak
    ? slip(
        `M${xy(sb)}L${xy(sf)}Q${round(sb[0] - 3)} ${round(sb[1] + 9)} ${round(sb[0] - 13)} ${round(hip[1] + 13)}L${round(sb[0] - 9)} ${round(hip[1] + 12)}L${round(sb[0] - 7)} ${round(hip[1] + 17)}Q${round(sb[0] + 1)} ${round(hip[1])} ${xy(wb)}Z`,
      ) +
      cut(
        `M${round(sb[0])} ${round(sb[1] + 5)}Q${round(sb[0] - 3)} ${round(hip[1])} ${round(sb[0] - 9)} ${round(hip[1] + 9)}`,
      )
    : "";
  const legs = dress === "robe" ? "" : cut(`M${round(kneeA[0] - 1.4)} ${round(kneeA[1] - 1)}q1.8 1.4 3 -0.4`);
  const neckline = limb(neck, [neck[0], neck[1] - 3], 2.2, 2);
  return at(
    x,
    y,
    (pose.behind ?? "") +
      cloak +
      skin(armB) +
      heldB +
      skin(legB + legA) +
      legs +
      clothes[dress] +
      skin(neckline) +
      headOf(neck, pose) +
      (pose.woman ? pale : over)(armA) +
      heldA,
    scale * HEIGHT,
    mirror,
  );
};
