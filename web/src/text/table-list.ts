/** Tables of a list, as people read them. */
import * as m from "../paraglide/messages.js";
import type { TableSummary } from "../api/messages";
import { placeOf, rankedIn } from "../game/ranking";
import { nameOf } from "../game/seats";
import { roman } from "./format";

/** Whose table it is. */
export function tableWord({ host, seats }: Pick<TableSummary, "host" | "seats">): string {
  const owner = seats.find((seat) => seat.person && seat.person.id === host);
  return owner ? m.table_of({ name: nameOf(owner) }) : m.table();
}

/** Who sits there. */
export const peopleAt = ({ seats }: Pick<TableSummary, "seats">): string =>
  seats
    .filter((seat) => seat.person || seat.bot)
    .map((seat) => nameOf(seat))
    .join(", ");

/** The state of the table. */
export function stateWord(table: TableSummary): string {
  if (table.status === "open") return table.free ? m.seats_free({ count: table.free }) : m.seats_full();
  if (table.status === "over")
    return table.you != null && table.winners?.includes(table.you) ? m.you_won() : m.finished();
  return table.your_turn ? m.your_turn() : table.age ? m.age_name({ age: roman(table.age) }) : m.running();
}

/** The time that is left for a decision, in its largest two units. */
export function timeLeft(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  const hours = Math.floor(minutes / 60);
  if (hours >= 24) return m.days_and_hours({ days: Math.floor(hours / 24), hours: hours % 24 });
  if (hours) return m.daily_hours({ hours, minutes: minutes % 60 });
  return m.minutes_left({ minutes: Math.max(1, minutes) });
}

/** How a game went: the viewer's place and points, and who won. */
export function outcomeWords(table: TableSummary): string[] {
  const sides = rankedIn(table);
  const mine = placeOf(sides, table.you);
  const winners = sides.filter((side) => side.won);
  const own = table.totals?.[table.you ?? -1];
  const names = winners.map((side) => side.seats.map((seat) => nameOf(table.seats[seat])).join(" + ")).join(", ");
  const points = winners[0]?.total ?? 0;
  return [
    ...(mine ? [m.place_of({ place: mine.place, total: sides.length })] : []),
    ...(own === undefined ? [] : [m.points_count({ count: own })]),
    ...(winners.length && !mine?.won
      ? [(table.options.mode === "teams" ? m.won_team : m.won_with)({ names, points })]
      : []),
  ];
}
