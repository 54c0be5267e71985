/** What a player writes on the score pad and what the rules make of it. The pad works without a server, so the engine
 * cannot do these sums; `tests/library/test_score_pad.py` compares them with the engine's. */

export const SYMBOLS = ["compass", "gear", "tablet"] as const;
export type Symbols = readonly [compass: number, gear: number, tablet: number];

/** The conflict tokens that a city can have. */
export const TOKENS = [-1, 1, 3, 5] as const;
export type Tokens = readonly [defeats: number, ones: number, threes: number, fives: number];

/** What one player has at the end. */
export interface Entry {
  /** How many of each of the `TOKENS`. */
  readonly tokens: Tokens;
  readonly coins: number;
  readonly debt: number;
  readonly wonder: number;
  readonly civilian: number;
  readonly commerce: number;
  readonly guilds: number;
  readonly cities: number;
  readonly leaders: number;
  /** On green cards, which masks of neighbors can copy. */
  readonly symbols: Symbols;
  /** On leaders. */
  readonly leaderSymbols: Symbols;
  /** Symbols of the player's choice. */
  readonly any: number;
  readonly masks: number;
  /** Has the leader who adds points to each set. */
  readonly aristotle: boolean;
}

/** The rows of the sheet in the order of the paper one. */
export const CATEGORIES = [
  "military",
  "treasury",
  "wonder",
  "civilian",
  "commerce",
  "guilds",
  "science",
  "cities",
  "leaders",
] as const;
export type Category = (typeof CATEGORIES)[number];
export type Score = Readonly<Record<Category | "total", number>>;

const COINS_PER_POINT = 3;
const SET_POINTS = 7;
const ARISTOTLE = 3;

export interface Science {
  readonly points: number;
  /** All symbols, those of the player's choice and those under masks placed at their best. */
  readonly placed: Symbols;
  readonly sets: number;
}

/** The best use of a player's symbols; `copied` are those of the neighbors that masks may copy. */
export function science(entry: Entry, copied: Symbols): Science {
  const bonus = entry.aristotle ? ARISTOTLE : 0;
  const own = SYMBOLS.map((_, i) => entry.symbols[i]! + entry.leaderSymbols[i]!);
  let best: Science = { points: 0, placed: [0, 0, 0], sets: 0 };
  let most = -1;
  for (const masked of spread(entry.masks, copied))
    for (const chosen of spread(entry.any, [entry.any, entry.any, entry.any])) {
      const placed = own.map((count, i) => count + masked[i]! + chosen[i]!) as unknown as Symbols;
      const sets = Math.min(...placed);
      const points = placed.reduce((sum, count) => sum + count * count, SET_POINTS * sets);
      if (points + bonus * sets > most) {
        most = points + bonus * sets;
        best = { points, placed, sets };
      }
    }
  return best;
}

/** All ways to give up to `count` symbols to the three kinds, at most `limits` to each. */
function spread(count: number, limits: Symbols): Symbols[] {
  const ways: Symbols[] = [];
  for (let a = 0; a <= Math.min(count, limits[0]); a++)
    for (let b = 0; b <= Math.min(count - a, limits[1]); b++)
      // One more symbol never lowers the points.
      ways.push([a, b, Math.min(count - a - b, limits[2])]);
  return ways;
}

/** The symbols on the green cards of a seat's two neighbors. Between two players sits the Free City. */
export function neighborSymbols(entries: readonly Entry[], seat: number, free: Symbols): Symbols {
  const ring = [...entries.map(({ symbols }) => symbols), ...(entries.length === 2 ? [free] : [])];
  const left = ring[(seat + ring.length - 1) % ring.length]!;
  const right = ring[(seat + 1) % ring.length]!;
  return [left[0] + right[0], left[1] + right[1], left[2] + right[2]];
}

export const tokenPoints = (tokens: Tokens): number =>
  TOKENS.reduce<number>((sum, value, i) => sum + value * tokens[i]!, 0);

export const coinPoints = ({ coins, debt }: Pick<Entry, "coins" | "debt">): number =>
  Math.floor(coins / COINS_PER_POINT) - debt;

/** The sheet: every player's points by category. Players stand in the order in which they sit. */
export function scores(entries: readonly Entry[], free: Symbols): Score[] {
  return entries.map((entry, seat) => {
    const { points, sets } = science(entry, neighborSymbols(entries, seat, free));
    const score = {
      military: tokenPoints(entry.tokens),
      treasury: coinPoints(entry),
      wonder: entry.wonder,
      civilian: entry.civilian,
      commerce: entry.commerce,
      guilds: entry.guilds,
      science: points,
      cities: entry.cities,
      leaders: entry.leaders + (entry.aristotle ? ARISTOTLE * sets : 0),
    };
    return { ...score, total: Object.values(score).reduce((sum, each) => sum + each, 0) };
  });
}

/** A player, or the two of a team. */
export interface Side {
  readonly seats: readonly number[];
  readonly total: number;
  readonly coins: number;
  readonly place: number;
}

/** Sides by place: most points, then most coins, else the place is shared. Partners sit next to each other. */
export function ranking(entries: readonly Entry[], totals: readonly number[], teams: boolean): Side[] {
  const size = teams ? 2 : 1;
  const sides = Array.from({ length: entries.length / size }, (_, at) => {
    const seats = teams ? [2 * at, 2 * at + 1] : [at];
    const sum = (of: (seat: number) => number): number => seats.reduce((all, seat) => all + of(seat), 0);
    return { seats, total: sum((seat) => totals[seat]!), coins: sum((seat) => entries[seat]!.coins) };
  });
  const before = (a: (typeof sides)[number], b: (typeof sides)[number]): number =>
    b.total - a.total || b.coins - a.coins;
  return [...sides]
    .sort((a, b) => before(a, b) || a.seats[0]! - b.seats[0]!)
    .map((side) => ({ ...side, place: 1 + sides.filter((other) => before(other, side) < 0).length }));
}

export const winners = (sides: readonly Side[]): number[] =>
  sides.filter(({ place }) => place === 1).flatMap(({ seats }) => seats);
