/** Names of seats and bot levels. */
import * as m from "../paraglide/messages.js";
import type { Rulebook } from "./rulebook";
import type { ListedSeat, View } from "../api/messages";

/** Names of bots, by seat. */
const BOT_NAMES = ["Talos", "Kalypso", "Orion", "Daphne", "Kadmos", "Medea", "Zephyros", "Ariadne"];

/** The server's name for somebody who has deleted the account. */
const GONE = "-";

/** The name of a seat; a bot that sits in for somebody goes by the owner's. */
export const nameOf = (seat: ListedSeat | undefined): string =>
  seat?.person
    ? seat.person.name === GONE
      ? m.somebody_gone()
      : seat.person.name
    : seat?.bot
      ? (BOT_NAMES[seat.seat] ?? m.bot())
      : m.seat_free();

/** The seat of the Free City: the last one, also while nobody decides for it yet; nothing at other tables. */
export const freeCityOf = (view: View): number | undefined =>
  view.free_city?.seat ?? (view.mode === "free-city" ? view.seats.length - 1 : undefined);

/** Names of all cities of a game, by seat; the Free City has no owner. */
export const namesOf = (seats: readonly ListedSeat[], view: View, book: Rulebook): string[] =>
  view.seats.map((_, at) => (at === freeCityOf(view) ? book.word("game.free-city") : nameOf(seats[at])));

/** Whether a bot plays here now. */
export const isBot = (seat: ListedSeat | undefined): boolean => Boolean(seat?.bot);

export const LEVELS: Record<string, () => string> = {
  easy: m.level_easy,
  normal: m.level_normal,
  hard: m.level_hard,
  expert: m.level_expert,
  sage: m.level_sage,
};
const LEVEL_NOTES: Record<string, () => string> = {
  easy: m.level_easy_note,
  normal: m.level_normal_note,
  hard: m.level_hard_note,
  expert: m.level_expert_note,
  sage: m.level_sage_note,
};
export const levelWord = (level: string | null | undefined): string => (level && LEVELS[level]?.()) || (level ?? "");
/** One sentence on how a level plays. */
export const levelNote = (level: string): string => LEVEL_NOTES[level]?.() ?? "";
