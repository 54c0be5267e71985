/** A recorded game as the replay shows it: what a moment looks like, what a seat did, where ages begin. Pure. */
import type { Play, Replay, ReplayMoment, Reveal, RevealedMove, View, ViewSeat } from "../api/messages";

/** The part of a game that a moment belongs to: before the first age, an age, or the end. */
export type Part = "start" | 1 | 2 | 3 | "end";

export function partOf({ view }: ReplayMoment): Part {
  if (view.phase === "over") return "end";
  if (view.phase === "side" || view.phase === "draft") return "start";
  return view.age as 1 | 2 | 3;
}

/** Parts of the game in order, each with its first moment and how many it has. */
export function partsOf(moments: readonly ReplayMoment[]): { part: Part; from: number; count: number }[] {
  const parts: { part: Part; from: number; count: number }[] = [];
  moments.forEach((moment, at) => {
    const part = partOf(moment);
    const last = parts.at(-1);
    if (last?.part === part) last.count += 1;
    else parts.push({ part, from: at, count: 1 });
  });
  return parts;
}

/** The moment at which the part before or after begins; going back first leads to the beginning of the present one. */
export function otherPart(moments: readonly ReplayMoment[], at: number, way: 1 | -1): number {
  const starts = partsOf(moments).map(({ from }) => from);
  if (way > 0) return starts.find((from) => from > at) ?? moments.length - 1;
  return starts.filter((from) => from < at).at(-1) ?? 0;
}

/** What a seat decided at a moment: for its own city, else for the Free City. */
export const moveOf = ({ moves }: ReplayMoment, seat: number): RevealedMove | undefined =>
  moves.find((move) => move.seat === seat) ?? moves.find((move) => move.player === seat);

/** Whether the card of a move lies face up, so that everybody knew it. */
const FACE_UP: readonly string[] = ["build", "dig", "copy", "recruit"];

/** A move as a seat saw it: cards of others that lie face down are left out. */
export function seenBy(move: RevealedMove, seat: number, partner: number | null, open: boolean): RevealedMove {
  if (open || FACE_UP.includes(move.action) || move.player === seat) return move;
  if (move.action === "draft" && move.player === partner) return move;
  const { card: _, ...rest } = move;
  return rest;
}

/** A view with everything that is no secret any more. */
function opened({ view, cards, discard }: ReplayMoment): View {
  const seats = view.seats.map((seat, at): ViewSeat => {
    const all = cards[at]!;
    return {
      ...seat,
      hand: Array.isArray(seat.hand) || !all.hand.length ? seat.hand : all.hand,
      leader_hand: all.leader_hand,
      draft_hand: all.draft_hand,
      buried: all.buried.filter((card) => card !== null),
    };
  });
  return { ...view, seats, discard };
}

/** The game at a moment, as the table scene wants it. */
export function playAt(replay: Replay, at: number, open: boolean): Play {
  const moment = replay.moments[at]!;
  return {
    moment: at,
    view: open ? opened(moment) : moment.view,
    help: moment.help,
    you: replay.seat,
    waiting: [],
    deadline: null,
    patience_until: null,
    since: 0,
    again: [],
    result: null,
  };
}

/** What had been revealed when a moment began. */
export const revealsBefore = (replay: Replay, at: number): Reveal[] =>
  replay.moments.slice(0, at).flatMap(({ reveal }) => reveal ?? []);

/** The running points of a city at every moment. */
export const pointsOf = (replay: Replay, seat: number): number[] =>
  replay.moments.map(({ help }) => help.figures.find((each) => each.seat === seat)?.points ?? 0);
