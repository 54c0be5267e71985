/** The sheet as a picture to share. */
import { shareCanvas } from "../browser/share";
import { type Game, resultOf, rowsOf } from "./games";
import { type Category, winners } from "./score";
import { playerName, rowWord, verdict } from "./words";

const SCALE = 2;
const NAMES = 170;
const COLUMN = 104;
const ROW = 40;
const HEAD = 128;
export const COLORS: Record<Category, string> = {
  military: "#ab2038",
  treasury: "#75581a",
  wonder: "#e08a4c",
  civilian: "#2454ae",
  commerce: "#ecb63c",
  guilds: "#6a3c96",
  science: "#17705a",
  cities: "#5b4c40",
  leaders: "#f6ebd7",
};
export const SERIF = "'Palatino Linotype', Palatino, Georgia, 'DejaVu Serif Condensed', serif";
export const SANS = "system-ui, 'Segoe UI', 'DejaVu Sans Condensed', Arial, sans-serif";

/** Draws the sheet; null where the browser cannot. */
export function drawSheet(game: Game, language: string): HTMLCanvasElement | null {
  const result = resultOf(game);
  const rows = rowsOf(game);
  const won = winners(result.sides);
  const teams = game.teams ? ROW + 8 : 0;
  const width = NAMES + COLUMN * game.players.length + 32;
  const foot = HEAD + ROW * rows.length;
  const height = foot + 66 + teams + 60;
  const canvas = document.createElement("canvas");
  canvas.width = width * SCALE;
  canvas.height = height * SCALE;
  const c = canvas.getContext("2d");
  if (!c) return null;
  c.scale(SCALE, SCALE);
  const write = (text: string, x: number, y: number, font: string, color: string, most?: number): void => {
    c.font = font;
    c.fillStyle = color;
    c.fillText(text, x, y, most);
  };
  c.fillStyle = "#120c08";
  c.fillRect(0, 0, width, height);
  c.fillStyle = "#231911";
  c.fillRect(12, 64, width - 24, foot + 66 + teams - 64);
  c.fillStyle = "rgb(184 214 124 / 0.14)";
  for (const seat of won) c.fillRect(16 + NAMES + COLUMN * seat, 64, COLUMN, foot + 66 + teams - 64);
  c.textBaseline = "middle";
  const date = new Intl.DateTimeFormat(language, { dateStyle: "medium" }).format(game.date);
  write(game.title || "Heptapolis", 20, 26, `700 22px ${SERIF}`, "#f6ebd7", width - 40);
  write(game.title ? `Heptapolis · ${date}` : date, 20, 50, `500 13px ${SANS}`, "#d3bfa2", width - 40);
  const middle = (seat: number): number => 16 + NAMES + COLUMN * seat + COLUMN / 2;
  c.textAlign = "center";
  for (const [seat] of game.players.entries())
    write(playerName(game, seat), middle(seat), 98, `700 17px ${SERIF}`, "#f6ebd7", COLUMN - 8);
  for (const [at, row] of rows.entries()) {
    const y = HEAD + ROW * at + ROW / 2;
    c.fillStyle = "#4a3626";
    c.fillRect(12, y - ROW / 2, width - 24, 1);
    c.fillStyle = COLORS[row];
    c.fillRect(24, y - 10, 20, 20);
    c.textAlign = "left";
    write(rowWord(row), 54, y, `600 15px ${SANS}`, "#f6ebd7", NAMES - 46);
    c.textAlign = "center";
    for (const [seat, score] of result.scores.entries()) {
      const value = score[row];
      const text = value < 0 ? `\u2212${-value}` : String(value);
      write(text, middle(seat), y, `700 17px ${SANS}`, value < 0 ? "#ff9a86" : "#f6ebd7");
    }
  }
  c.fillStyle = "#e08a4c";
  c.fillRect(12, foot, width - 24, 2);
  c.textAlign = "left";
  write(rowWord("total"), 24, foot + 34, `700 17px ${SANS}`, "#f6ebd7", NAMES - 20);
  c.textAlign = "center";
  for (const [seat, { total }] of result.scores.entries())
    write(String(total), middle(seat), foot + 34, `800 24px ${SANS}`, won.includes(seat) ? "#b8d67c" : "#f6ebd7");
  if (game.teams)
    for (const { seats, total, place } of result.sides) {
      const x = (middle(seats[0]!) + middle(seats[1]!)) / 2;
      write(String(total), x, foot + 66 + teams / 2 - 6, `800 26px ${SANS}`, place === 1 ? "#b8d67c" : "#f6ebd7");
    }
  c.textAlign = "left";
  const { who, how } = verdict(game, result);
  write(how ? `${who}, ${how}` : who, 20, height - 28, `600 15px ${SANS}`, "#f6ebd7", width - 40);
  return canvas;
}

/** Hands the sheet to the phone's share sheet, or saves it where there is none. */
export async function sharePicture(game: Game, language: string): Promise<void> {
  const canvas = drawSheet(game, language);
  if (canvas) await shareCanvas(canvas, "heptapolis-score.png");
}
