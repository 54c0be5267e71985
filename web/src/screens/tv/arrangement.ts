/** How the cities stand on a TV. Pure. */
import type { SeatFigures } from "../../api/messages";

/** How many times as large everything is drawn: the page is designed for 1920 by 1080. */
export const tvScale = (width: number, height: number): number =>
  Math.round(Math.min(width / 1920, height / 1080) * 1000) / 1000;

/** Columns of the cities; up to three stand in one row, more in two. */
export const columnsFor = (cities: number): number => (cities <= 3 ? cities : Math.ceil(cities / 2));

/** The seats in reading order, so that neighbors sit side by side around the screen, clockwise. */
export function aroundScreen(figures: readonly SeatFigures[]): number[] {
  const clockwise = [figures[0]!.seat];
  while (clockwise.length < figures.length) {
    const last = clockwise.at(-1);
    clockwise.push(figures.find(({ seat }) => seat === last)!.left);
  }
  const columns = columnsFor(figures.length);
  return [...clockwise.slice(0, columns), ...clockwise.slice(columns).reverse()];
}

/** Who leads the running score, partners together; nobody where it is hidden or equal for all. */
export function leaders(figures: readonly SeatFigures[], free: number | null): number[] {
  const seats = figures.filter(({ seat }) => seat !== free);
  const points = (each: SeatFigures): number =>
    (each.points ?? 0) + (each.partner === null ? 0 : (figures.find(({ seat }) => seat === each.partner)?.points ?? 0));
  if (seats.some((each) => each.points === null)) return [];
  const best = Math.max(...seats.map(points));
  const found = seats.filter((each) => points(each) === best).map(({ seat }) => seat);
  return found.length === seats.length ? [] : found;
}
