/** How a reveal is shown: in which order, what goes where, and when. Pure: durations come from one table and one factor. */
import type { Play, Reveal, RevealedMove } from "../api/messages";

/** Milliseconds at the normal pace. Everything that moves on the table takes its time from here. */
const BEATS = {
  /** A card turns over beside its city. */
  turn: 300,
  /** It can be read. */
  hold: 420,
  /** It goes to its place. */
  land: 380,
  /** From one city to the next. */
  next: 90,
  /** Coins come and go. */
  coins: 1300,
  /** The hand goes to the neighbor. */
  pass: 420,
  /** From one card of the hand to the next. */
  card: 26,
  /** A line of the story, where it goes on by itself. */
  story: 3200,
  /** A small thing appears. */
  appear: 220,
} as const;
export type Beat = keyof typeof BEATS;

/** How long something takes at a pace; nothing moves at pace 0. */
export const lasting = (beat: Beat, pace: number): number => BEATS[beat] * pace;

export interface Schedule {
  /** When each city's card starts to turn over, and when it has landed. */
  readonly starts: readonly number[];
  readonly landed: readonly number[];
  /** When the hands begin to pass. */
  readonly passes: number;
  readonly ends: number;
}

/** When what happens in a reveal of so many moves; null where nothing moves. */
export function schedule(moves: number, pace: number): Schedule | null {
  if (pace <= 0) return null;
  const starts = Array.from({ length: moves }, (_, i) => lasting("next", pace) * i);
  const one = lasting("turn", pace) + lasting("hold", pace) + lasting("land", pace);
  const landed = starts.map((start) => start + one);
  // The hands go when the last card leaves for its place: one has been seen, the other not yet waited for.
  const passes = moves ? (landed.at(-1) ?? 0) - lasting("land", pace) : 0;
  const coins = moves ? (landed.at(-1) ?? 0) + lasting("coins", pace) : 0;
  return { starts, landed, passes, ends: Math.max(passes + lasting("pass", pace) * 2, coins) };
}

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
    .map((each, seat) => ({ seat, count: (each.debt ?? 0) - (before?.view.seats[seat]?.debt ?? 0) }))
    .filter(({ count }) => before !== null && count > 0);
