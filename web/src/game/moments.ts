/** What deserves a moment in a reveal: small feats of the cities, and who pays whom. Pure. */
import type { Play, Reveal, RevealedMove, Science, SeatFigures } from "../api/messages";
import type { Rulebook } from "./rulebook";

export type Feat = "wonder" | "guild" | "set" | "science" | "chain";

export interface Moment {
  readonly feat: Feat;
  readonly seat: number;
}

/** How many sets of three different symbols a city has; one that counts as any stands in for what is missing. */
export function scienceSets({ compass, gear, tablet, any }: Science): number {
  let sets = 0;
  while ([compass, gear, tablet].reduce((short, each) => short + Math.max(0, sets + 1 - each), 0) <= any) sets += 1;
  return sets;
}

/** Less is not called a lead: one pair of equal symbols. */
const LEAD = 4;

/** The city that is ahead of all others in science. */
function leader(figures: readonly SeatFigures[]): number | null {
  const points = figures.map((each) => each.science.points);
  const most = Math.max(...points);
  return most >= LEAD && points.filter((each) => each === most).length === 1 ? points.indexOf(most) : null;
}

/** The feats of the last turn, at most one a city: the rarest. */
export function moments(news: readonly Reveal[], before: Play | null, now: Play, book: Rulebook): Moment[] {
  if (!before) return [];
  const moves = news.flatMap((reveal) => reveal.moves);
  const ahead = leader(now.help.figures);
  const earlier = leader(before.help.figures);
  return now.view.seats.flatMap((seat, at): Moment[] => {
    const own = moves.filter((move) => move.seat === at);
    const total = book.side(seat.wonder, seat.side).stages.length;
    const science = now.help.figures[at]?.science;
    const was = before.help.figures[at]?.science;
    const feat: Feat | null =
      total > 0 && seat.stages === total && (before.view.seats[at]?.stages ?? total) < total
        ? "wonder"
        : own.some((move) => move.card && move.action !== "discard" && book.card(move.card).color === "purple")
          ? "guild"
          : science && was && scienceSets(science) > scienceSets(was)
            ? "set"
            : ahead === at && earlier !== at
              ? "science"
              : own.some((move) => move.chained)
                ? "chain"
                : null;
    return feat ? [{ feat, seat: at }] : [];
  });
}

export interface Payment {
  readonly from: number;
  readonly to: number;
  readonly coins: number;
}

/** What a move pays to neighbors. */
export function payments({ seat, pay }: RevealedMove, figures: readonly SeatFigures[]): Payment[] {
  const city = figures[seat];
  if (!pay || !city) return [];
  return [
    { from: seat, to: city.left, coins: pay.left },
    { from: seat, to: city.right, coins: pay.right },
  ].filter(({ coins }) => coins > 0);
}
