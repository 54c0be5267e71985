/** What a move would do: figures before and after, goods bought and produced, chains opened. Pure. */
import type { Rulebook } from "./rulebook";
import { ownConflicts, type OwnConflict, type Standing } from "./conflicts";
import type { MovePreview, Move, Play } from "../api/messages";

/** A figure that changes. */
export interface Change {
  readonly before: number;
  readonly after: number;
}

/** How a conflict with a city stands; peace: the two do not meet. */
export type Met = Standing | "peace";

export interface Outlook {
  /** The city it is for. */
  readonly city: number;
  /** Treasuries that change, by seat; the deciding city first. */
  readonly coins: readonly (Change & { readonly seat: number })[];
  readonly shields: Change | null;
  /** Conflicts whose standing changes, by the city that is met. */
  readonly conflicts: readonly { readonly seat: number; readonly before: Met; readonly after: Met }[];
  readonly diplomacy: Change | null;
  /** What the symbols are worth. */
  readonly science: Change | null;
  readonly points: Change | null;
  /** Goods bought from the bank. */
  readonly bank: readonly string[];
  /** Goods that the city makes from the next turn on. */
  readonly makes: readonly (readonly string[])[];
  /** Prices that fall, by neighbor and class of goods. */
  readonly prices: readonly (Change & {
    readonly side: "left" | "right";
    readonly goods: "raw" | "manufactured";
  })[];
  /** What others lose, by seat. */
  readonly losses: readonly { readonly seat: number; readonly coins: number }[];
  /** Cards that become free by a chain. */
  readonly opens: readonly string[];
}

/** Whether two moves decide the same. */
export const sameMove = (a: Move, b: Move): boolean =>
  a.action === b.action &&
  a.card === b.card &&
  (a.using ?? null) === (b.using ?? null) &&
  (a.copy ?? null) === (b.copy ?? null) &&
  (a.city ?? null) === (b.city ?? null) &&
  (["left", "right", "bank"] as const).every((side) => (a.pay?.[side] ?? 0) === (b.pay?.[side] ?? 0));

const change = (before: number, after: number): Change | null => (before === after ? null : { before, after });

/** Moves that put the card itself into the city. */
const LAYS: readonly Move["action"][] = ["build", "dig"];

/** Whether a card can still come into a hand. */
const comes = (book: Rulebook, card: string, age: number): boolean =>
  Object.keys(book.card(card).ages).some((each) => Number(each) >= age);

export function outlook(play: Play, book: Rulebook, { move, ...then }: MovePreview): Outlook {
  const city = move.city ?? move.player;
  const { seats } = play.view;
  const [own, now] = [seats[city]!, play.help.figures[city]!];
  const [met, meets] = [ownConflicts(play.view.conflicts, city), ownConflicts(then.conflicts, city)];
  const against = (found: readonly OwnConflict[], seat: number): Met =>
    found.find(({ other }) => other === seat)?.standing ?? "peace";
  const owned = [...own.built, ...own.leaders];
  const card = LAYS.includes(move.action) && move.card ? book.card(move.card) : undefined;
  return {
    city,
    coins: seats
      .map(({ coins: before }, seat) => ({ seat, before, after: then.coins[seat]! }))
      .filter(({ before, after }) => before !== after)
      .sort((a, b) => Number(b.seat === city) - Number(a.seat === city)),
    shields: change(now.shields, then.shields),
    conflicts: [...new Set([...met, ...meets].map(({ other }) => other))]
      .map((seat) => ({ seat, before: against(met, seat), after: against(meets, seat) }))
      .filter(({ before, after }) => before !== after),
    diplomacy: change(own.diplomacy, then.diplomacy),
    science: change(now.science.points, then.science.points),
    points: now.points != null && then.points != null ? change(now.points, then.points) : null,
    bank: then.bought.bank,
    makes: then.makes,
    prices: (["left", "right"] as const).flatMap((side) =>
      (["raw", "manufactured"] as const).flatMap((goods) => {
        const found = change(now.prices[side][goods], then.prices[side][goods]);
        return found ? [{ side, goods, ...found }] : [];
      }),
    ),
    losses: then.losses.map((coins, seat) => ({ seat, coins })).filter(({ coins }) => coins > 0),
    opens: (card?.chain_to ?? []).filter((each) => !owned.includes(each) && comes(book, each, play.view.age)),
  };
}

/** The goods that a city sells in a move. */
export function soldBy(play: Play, preview: MovePreview | undefined, seat: number): readonly string[] {
  if (!preview) return [];
  const city = preview.move.city ?? preview.move.player;
  const buyer = play.help.figures.find((each) => each.seat === city);
  return (["left", "right"] as const).flatMap((side) => (buyer?.[side] === seat ? preview.bought[side] : []));
}

/** Assigns bought goods to units: for each unit the good it gives, or null. */
export function taken(units: readonly (readonly string[])[], bought: readonly string[]): (string | null)[] {
  const found = units.map((): string | null => null);
  const place = (at: number): boolean => {
    const good = bought[at];
    if (good === undefined) return true;
    // Units without a choice first.
    const order = units.map((_, unit) => unit).sort((a, b) => units[a]!.length - units[b]!.length);
    for (const unit of order) {
      if (found[unit] !== null || !units[unit]!.includes(good)) continue;
      found[unit] = good;
      if (place(at + 1)) return true;
      found[unit] = null;
    }
    return false;
  };
  place(0);
  return found;
}
