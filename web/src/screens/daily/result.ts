/** My result of the daily deal as a picture or as text, without anything that would spoil the deal. */
import type { DailyMonthDay, DailyResult } from "../../api/messages";
import type { Category } from "../../game/categories";
import { COLORS, SANS, SERIF } from "../../pad/picture";
import { dayWords } from "../../text/format";
import { rowWord } from "../../pad/words";
import * as m from "../../paraglide/messages.js";

const SQUARES: Record<Category, string> = {
  military: "🟥",
  treasury: "🟤",
  wonder: "🟧",
  civilian: "🟦",
  commerce: "🟨",
  guilds: "🟪",
  science: "🟩",
  cities: "⬛",
  leaders: "⬜",
};
/** Points that one square stands for. */
const SQUARE = 5;

export interface Shared {
  readonly day: string;
  readonly seats: number;
  readonly streak: number;
  readonly mine: DailyResult;
  readonly rows: readonly Category[];
  readonly categories: readonly string[];
}

const pointsOf = ({ mine, categories }: Shared, row: Category): number => mine.categories[categories.indexOf(row)] ?? 0;

/** "54 points, place 2 of 4". */
export const outcome = ({ mine, seats }: Pick<Shared, "mine" | "seats">): string =>
  [m.points_count({ count: mine.points }), m.place_of({ place: mine.place, total: seats })].join(", ");

/** How I have played a day: "16 November 2026: 54 points, rank 3". */
export function dayResult({ day, points, rank, state }: DailyMonthDay, language: string): string {
  const said = dayWords(day, language);
  if (points !== null && rank !== null) return m.daily_day_ranked({ day: said, points, rank });
  if (points !== null) return m.daily_day_played({ day: said, points });
  return state === "new" ? m.daily_day_not({ day: said }) : m.daily_day_open({ day: said });
}

/** A day and the six before it, the first one first. */
export const lastDays = (day: string): string[] =>
  [6, 5, 4, 3, 2, 1, 0].map((back) => new Date(new Date(day).getTime() - back * 86_400_000).toISOString().slice(0, 10));

/** The replay of a game of the daily deal, in which everybody has the first seat. */
export const replayLink = (table: string): string => `/game/${table}/replay?seat=0&moment=0`;

/** A few lines of text: colored squares for the points of each row. */
export function asText(shared: Shared, language: string, link: string): string {
  const squares = shared.rows
    .map((row) => SQUARES[row].repeat(Math.round(Math.max(0, pointsOf(shared, row)) / SQUARE)))
    .join("");
  return [
    `Heptapolis · ${dayWords(shared.day, language)}`,
    outcome(shared),
    squares,
    ...(shared.streak > 1 ? [`${m.daily_streak()}: ${m.daily_days({ count: shared.streak })}`] : []),
    link,
  ].join("\n");
}

const WIDTH = 600;
const HEIGHT = 400;
const FLOOR = 318;
const TALLEST = 168;

/** Columns, one for each row of the score sheet; null where the browser cannot draw. */
export function asPicture(shared: Shared, language: string): HTMLCanvasElement | null {
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH * 2;
  canvas.height = HEIGHT * 2;
  const c = canvas.getContext("2d");
  if (!c) return null;
  c.scale(2, 2);
  const write = (text: string, x: number, y: number, font: string, color = "#f6ebd7", most?: number): void => {
    c.font = font;
    c.fillStyle = color;
    c.fillText(text, x, y, most);
  };
  c.fillStyle = "#120c08";
  c.fillRect(0, 0, WIDTH, HEIGHT);
  c.fillStyle = "#231911";
  c.fillRect(12, 88, WIDTH - 24, HEIGHT - 100);
  c.textBaseline = "middle";
  write(`Heptapolis · ${m.daily_title()}`, 24, 30, `700 24px ${SERIF}`, undefined, WIDTH - 48);
  write(`${dayWords(shared.day, language)} · ${outcome(shared)}`, 24, 62, `600 16px ${SANS}`, "#d3bfa2", WIDTH - 48);
  const most = Math.max(10, ...shared.rows.map((row) => pointsOf(shared, row)));
  const step = (WIDTH - 48) / shared.rows.length;
  c.textAlign = "center";
  for (const [at, row] of shared.rows.entries()) {
    const points = pointsOf(shared, row);
    const height = (Math.max(0, points) / most) * TALLEST;
    const x = 24 + step * at;
    c.fillStyle = COLORS[row];
    c.fillRect(x + 8, FLOOR - height, step - 16, height);
    c.fillStyle = "#e08a4c";
    c.fillRect(x + 2, FLOOR, step - 4, 2);
    write(points < 0 ? `\u2212${-points}` : String(points), x + step / 2, FLOOR - height - 14, `800 17px ${SANS}`);
    write(rowWord(row), x + step / 2, FLOOR + 20, `600 12px ${SANS}`, "#d3bfa2", step - 4);
  }
  c.textAlign = "left";
  if (shared.streak > 1)
    write(`${m.daily_streak()}: ${m.daily_days({ count: shared.streak })}`, 24, 366, `600 15px ${SANS}`, "#b8d67c");
  c.textAlign = "right";
  write(String(shared.mine.points), WIDTH - 28, 364, `800 30px ${SANS}`, "#b8d67c");
  return canvas;
}
