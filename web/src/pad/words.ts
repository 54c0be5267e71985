/** What the pad calls the rows of its sheet. */
import * as m from "../paraglide/messages.js";
import { type Game, type Result, resultOf } from "./games";
import type { Category } from "./score";

const ROWS: Record<Category | "total", () => string> = {
  military: m.pad_row_military,
  treasury: m.pad_row_treasury,
  wonder: m.pad_row_wonder,
  civilian: m.pad_row_civilian,
  commerce: m.pad_row_commerce,
  guilds: m.pad_row_guilds,
  science: m.pad_row_science,
  cities: m.pad_row_cities,
  leaders: m.pad_row_leaders,
  total: m.pad_row_total,
};
const HINTS: Record<Category, () => string> = {
  military: m.pad_hint_military,
  treasury: m.pad_hint_treasury,
  wonder: m.pad_hint_wonder,
  civilian: m.pad_hint_civilian,
  commerce: m.pad_hint_commerce,
  guilds: m.pad_hint_guilds,
  science: m.pad_hint_science,
  cities: m.pad_hint_cities,
  leaders: m.pad_hint_leaders,
};
export const rowWord = (row: Category | "total"): string => ROWS[row]();
export const rowHint = (row: Category): string => HINTS[row]();

export const playerName = (game: Game, seat: number): string =>
  game.players[seat]!.name.trim() || m.pad_player({ number: seat + 1 });

/** "Anna", or "Anna + Jonas" for a team. */
export const sideName = (game: Game, seats: readonly number[]): string =>
  seats.map((seat) => playerName(game, seat)).join(" + ");

/** Who won and how close it was. */
export function verdict(game: Game, result: Result = resultOf(game)): { who: string; how: string } {
  const first = result.sides.filter(({ place }) => place === 1);
  const points = first[0]!.total;
  const next = result.sides.find(({ place }) => place > 1);
  if (first.length > 1) {
    const names = first.map(({ seats }) => sideName(game, seats)).join(", ");
    return { who: m.pad_share_win({ names, points }), how: "" };
  }
  const name = sideName(game, first[0]!.seats);
  const who = game.teams ? m.pad_win_together({ names: name, points }) : m.pad_wins({ name, points });
  if (!next) return { who, how: "" };
  const other = sideName(game, next.seats);
  const how =
    next.total === points
      ? m.coins_decide({ name: other })
      : m.ahead_count({ count: points - next.total, name: other });
  return { who, how };
}
