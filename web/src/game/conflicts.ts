/** The conflicts of one city, as the server tells them: as they ended, or as they would end now. Pure. */
import type { Conflict } from "../api/messages";

export type Side = "left" | "right";

/** What a conflict brings: a victory, nothing, or a defeat. */
export type Standing = "ahead" | "level" | "behind";

/** A conflict of one city: against whom, on which side, and the tokens that it takes. */
export interface OwnConflict {
  readonly side: Side;
  readonly other: number;
  readonly mine: number;
  readonly theirs: number;
  readonly tokens: readonly number[];
  readonly standing: Standing;
  /** In a team game: one token is taken instead of two, by diplomacy. */
  readonly single: boolean;
}

/** What tokens are worth together. */
export const sum = (tokens: readonly number[]): number => tokens.reduce((all, token) => all + token, 0);

/** Whether these are the tokens of a victory: a defeat may lie among them. */
export const won = (tokens: readonly number[]): boolean => tokens.some((token) => token > 0);

function own(side: Side, { seat, left, shields, left_shields, tokens, left_tokens, diplomats }: Conflict): OwnConflict {
  const [mine, theirs] = side === "left" ? [tokens, left_tokens] : [left_tokens, tokens];
  return {
    side,
    other: side === "left" ? left : seat,
    mine: side === "left" ? shields : left_shields,
    theirs: side === "left" ? left_shields : shields,
    tokens: mine,
    standing: won(mine) ? "ahead" : won(theirs) ? "behind" : "level",
    single: Boolean(diplomats.length),
  };
}

/** The conflicts of a city, the left one first. */
export const ownConflicts = (pairs: readonly Conflict[], city: number | null): OwnConflict[] => [
  ...pairs.filter(({ seat }) => seat === city).map((pair) => own("left", pair)),
  ...pairs.filter(({ left }) => left === city).map((pair) => own("right", pair)),
];

/**
 * The conflict to show beside a neighbor: the one with it, or, if it stays out, with the city behind it.
 * Two cities that are left over meet once; where they are neighbors, it is shown between them.
 */
export function conflictBeside(
  pairs: readonly Conflict[],
  city: number,
  side: Side,
  neighbors: Readonly<Record<Side, number>>,
): OwnConflict | null {
  const found = ownConflicts(pairs, city);
  const opposite = neighbors[side === "left" ? "right" : "left"];
  return (
    found.find(({ other }) => other === neighbors[side]) ??
    found.find((each) => each.side === side && each.other !== opposite) ??
    null
  );
}

/** The conflict beside a neighbor, for the screen. */
export interface War {
  /** As it would end now; null: none is fought here. */
  readonly now: OwnConflict | null;
  /** Why none is fought: one of the two stays out, or they are partners. */
  readonly calm?: "peace" | "partner" | null;
  /** Who is met behind a neighbor that stays out. */
  readonly past?: string | null;
  /** As it would end after the move that is looked at; null: not at all, by diplomacy. */
  readonly then?: OwnConflict | null | undefined;
}
