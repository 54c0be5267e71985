/** What follows from a reveal: the order of its moves, where cards go, who has more coins. Pure. */
import type { Play, Reveal, RevealedMove } from "../api/messages";

/** The moves as one looks around the table: the own city first, then to the left. */
export function inOrder(moves: readonly RevealedMove[], you: number | null, seats: number): RevealedMove[] {
  const from = you ?? 0;
  const place = (move: RevealedMove): number => (move.seat - from + seats) % seats;
  return moves
    .map((move, i) => ({ move, i }))
    .sort((a, b) => place(a.move) - place(b.move) || a.i - b.i)
    .map(({ move }) => move);
}

/** What a city did in a turn, and how its coins changed by it. */
export interface Deeds {
  readonly seat: number;
  readonly moves: readonly RevealedMove[];
  readonly coins: number;
}

/** The reveals of the last turn: the play and whatever followed from it, such as a dig or a debt. */
function ofLastTurn(reveals: readonly Reveal[]): readonly Reveal[] {
  if (!reveals.length) return [];
  let from = reveals.length - 1;
  const together = (earlier: Reveal | undefined, here: Reveal): boolean =>
    here.phase !== "play" &&
    earlier?.age === here.age &&
    earlier.turn === here.turn &&
    !["side", "draft"].includes(earlier.phase);
  while (together(reveals[from - 1], reveals[from]!)) from -= 1;
  return reveals.slice(from);
}

/** The last turn city by city; its key stays the same while more of it is revealed. */
export function lastTurn(reveals: readonly Reveal[]): { readonly key: number; readonly deeds: readonly Deeds[] } {
  const turn = ofLastTurn(reveals);
  const moves = turn.flatMap((reveal) => reveal.moves);
  const deeds = [...new Set(moves.map((move) => move.seat))]
    .sort((a, b) => a - b)
    .map((seat) => ({
      seat,
      moves: moves.filter((move) => move.seat === seat),
      coins: turn.reduce((all, reveal) => all + (reveal.gained[seat] ?? 0), 0),
    }));
  return { key: turn[0]?.seq ?? 0, deeds };
}

/** Where the card of a move goes; some moves have none. */
export const goal = (move: RevealedMove): "city" | "wonder" | "pile" | null => {
  switch (move.action) {
    case "build":
    case "dig":
    case "recruit":
    case "copy":
      return move.card ? "city" : null;
    case "wonder":
      return "wonder";
    case "discard":
      return "pile";
    default:
      return null;
  }
};

/** Whose coins became more or fewer, and by how many. */
export const coinChanges = (reveals: readonly Reveal[]): { seat: number; coins: number }[] =>
  (reveals[0]?.gained ?? [])
    .map((_, seat) => ({ seat, coins: reveals.reduce((sum, reveal) => sum + (reveal.gained[seat] ?? 0), 0) }))
    .filter(({ coins }) => coins !== 0);

const handOf = (play: Play | null): readonly string[] => {
  const seat = play?.you == null ? undefined : play.view.seats[play.you];
  const hand = play?.view.phase === "draft" ? seat?.draft_hand : seat?.hand;
  return Array.isArray(hand) ? (hand as readonly string[]) : [];
};

/** Where the viewer's hand went and the new one came from: a neighbor, the other player of two, or the pile of the age. */
export function passing(before: Play | null, now: Play): "left" | "right" | "swap" | "deal" | null {
  const [old, fresh] = [handOf(before), handOf(now)];
  if (!fresh.length || old.join() === fresh.join()) return null;
  if (!before || !old.length || before.view.age !== now.view.age) return "deal";
  if (before.view.phase === "draft" && now.view.phase !== "draft") return "deal";
  return before.help.passes;
}

/** What a city took on as debt since. */
export const debtTaken = (before: Play | null, now: Play): { seat: number; count: number }[] =>
  now.view.seats
    .map((each, seat) => ({ seat, count: each.debt - (before?.view.seats[seat]?.debt ?? 0) }))
    .filter(({ count }) => before !== null && count > 0);
