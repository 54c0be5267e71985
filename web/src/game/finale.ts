/** The end of an age and of the game, step by step: the wars around the table, then the count. Pure. */
import type { Conflict, Result, Reveal, Score, SeatFigures } from "../api/messages";
import { sum } from "./conflicts";
import type { Category } from "./categories";

/** What lies between two cities that sit side by side. */
export interface Border {
  /** The city on the left of the picture, and the one on its right. */
  readonly left: number;
  readonly right: number;
  /** The war of the city on the right toward the left; null: none is fought here. */
  readonly conflict: Conflict | null;
  /** Why none is fought. */
  readonly calm: "peace" | "partner" | null;
  /** The city that is met behind a neighbor who stays out. */
  readonly past: number | null;
}

/** The seats as one walks around the table to the right, from the left neighbor of a city on. */
export function ringFrom(figures: readonly SeatFigures[], middle: number): number[] {
  const at = (seat: number): SeatFigures => figures.find((each) => each.seat === seat)!;
  const ring = [at(middle).left];
  while (ring.length < figures.length) ring.push(at(ring.at(-1)!).right);
  return ring;
}

/** The border to the left of a city. */
export function borderOf(
  seat: number,
  { conflicts, peace }: Pick<Reveal, "conflicts" | "peace">,
  figures: readonly SeatFigures[],
): Border {
  const own = figures.find((each) => each.seat === seat)!;
  const conflict = conflicts.find((each) => each.seat === seat) ?? null;
  const calm = own.partner === own.left ? "partner" : peace.includes(seat) || peace.includes(own.left) ? "peace" : null;
  return {
    left: own.left,
    right: seat,
    conflict,
    calm: conflict ? null : calm,
    past: conflict && conflict.left !== own.left ? conflict.left : null,
  };
}

/** The soldiers that are drawn for shields, those behind first; 0 stands at the border. */
export const soldiersFor = (shields: number, most: number): number[] =>
  Array.from({ length: Math.min(most, shields) }, (_, i) => i).reverse();

/** What the wars of an age brought a city. */
export const broughtTo = (seat: number, conflicts: readonly Conflict[]): number =>
  conflicts.reduce(
    (all, each) => all + (each.seat === seat ? sum(each.tokens) : 0) + (each.left === seat ? sum(each.left_tokens) : 0),
    0,
  );

export type FinaleStep =
  | { readonly at: "wars" }
  /** The first `counted` categories are on the columns. */
  | { readonly at: "count"; readonly counted: number }
  | { readonly at: "winner" };

/** Categories that bring points to somebody, in the order of the sheet. */
export const categoriesToCount = (rows: readonly Category[], scores: readonly Score[]): Category[] =>
  rows.filter((row) => scores.some((score) => score[row] !== 0));

/** The steps of the end: wars if there are any, a step for each category, the winner. */
export const finaleSteps = (wars: boolean, categories: number): FinaleStep[] => [
  ...(wars ? [{ at: "wars" } as const] : []),
  ...Array.from({ length: categories }, (_, i) => ({ at: "count", counted: i + 1 }) as const),
  { at: "winner" },
];

/** One city, or the two of a team, while points are counted. */
export interface Counted {
  readonly seats: readonly number[];
  readonly total: number;
  readonly place: number | null;
}

/** Points so far and the place that they mean; equal points share a place. The Free City has none. */
export function countedSoFar(
  { scores, teams }: Pick<Result, "scores" | "teams">,
  rows: readonly Category[],
  free: number | null,
): Counted[] {
  const points = (seat: number): number => {
    const score = scores.find((each) => each.seat === seat)!;
    return rows.reduce((all, row) => all + score[row], 0);
  };
  const sides = (teams?.map(({ seats }) => seats) ?? scores.map(({ seat }) => [seat])).map((seats) => ({
    seats,
    total: seats.reduce((all, seat) => all + points(seat), 0),
    placed: !seats.includes(free ?? -1),
  }));
  return sides.map(({ seats, total, placed }) => ({
    seats,
    total,
    place: placed ? 1 + sides.filter((other) => other.placed && other.total > total).length : null,
  }));
}

/** Who takes the most points in a category; several where they are equal. */
export function bestIn(row: Category, scores: readonly Score[]): { seats: number[]; points: number } {
  const points = Math.max(...scores.map((score) => score[row]));
  return { seats: scores.filter((score) => score[row] === points).map(({ seat }) => seat), points };
}

/** Whether coins decided between equal totals. */
export const coinsDecided = (
  { scores, teams, winners }: Pick<Result, "scores" | "teams" | "winners">,
  free: number | null,
): boolean => {
  const sides =
    teams ?? scores.filter(({ seat }) => seat !== free).map(({ seat, total }) => ({ seats: [seat], total }));
  const best = Math.max(...sides.map(({ total }) => total));
  return sides.some(({ seats, total }) => total === best && !seats.some((seat) => winners.includes(seat)));
};
