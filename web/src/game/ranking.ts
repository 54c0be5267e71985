/** Who came where: cities alone, or partners together, the winners first. */
import type { Result, TableSummary } from "../api/messages";

/** One city, or the two of a team. */
export interface Ranked {
  readonly seats: readonly number[];
  readonly total: number;
  readonly place: number;
  readonly won: boolean;
}

/** Coins break a tie, and only the server knows them: who won stands before an equal who did not. */
function inOrder(sides: readonly Pick<Ranked, "seats" | "total">[], winners: readonly number[]): Ranked[] {
  const told = sides.map((side) => ({ ...side, won: side.seats.some((seat) => winners.includes(seat)) }));
  const before = (a: (typeof told)[number], b: (typeof told)[number]): number =>
    b.total - a.total || Number(b.won) - Number(a.won);
  return [...told]
    .sort((a, b) => before(a, b) || (a.seats[0] ?? 0) - (b.seats[0] ?? 0))
    .map((side) => ({ ...side, place: 1 + told.filter((other) => before(other, side) < 0).length }));
}

/** The places of a game. The Free City, which is nobody's, has points and no place. */
export const ranked = (
  { scores, teams, winners }: Pick<Result, "scores" | "teams" | "winners">,
  free: number | null = null,
): Ranked[] =>
  inOrder(
    teams ?? scores.filter(({ seat }) => seat !== free).map(({ seat, total }) => ({ seats: [seat], total })),
    winners,
  );

/** The same for a finished game in a list, where the Free City has no seat. */
export function rankedIn({
  seats,
  totals,
  teams,
  winners,
}: Pick<TableSummary, "seats" | "totals" | "teams" | "winners">): Ranked[] {
  if (!totals || !winners) return [];
  const each = totals.slice(0, seats.length).map((total, seat) => ({ seats: [seat], total }));
  return inOrder(teams ?? each, winners);
}

/** How close it was: what lies between the winners and the next ones, or, for a seat that lost, between it and them. */
export interface Margin {
  readonly points: number;
  /** Whose points they are compared with. */
  readonly others: readonly Ranked[];
  /** The seat that is told of it lost. */
  readonly behind: boolean;
}

export function marginFor(sides: readonly Ranked[], seat: number | null | undefined): Margin | null {
  const best = sides[0]?.total ?? 0;
  const mine = placeOf(sides, seat);
  if (mine && !mine.won) {
    return { points: best - mine.total, others: sides.filter((side) => side.won), behind: true };
  }
  const next = sides.find((side) => !side.won);
  return next ? { points: best - next.total, others: [next], behind: false } : null;
}

/** Where a seat came. */
export const placeOf = (sides: readonly Ranked[], seat: number | null | undefined): Ranked | undefined =>
  sides.find((side) => side.seats.includes(seat ?? -1));
