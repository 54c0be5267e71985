/** Numbers and names as people write them. */
import * as m from "../paraglide/messages.js";

/** I, II, III, IV for ages and stages. */
export const roman = (value: number): string => ["", "I", "II", "III", "IV", "V"][value] ?? String(value);

/** A number with its sign, with a real minus. */
export const signed = (value: number): string => (value > 0 ? `+${value}` : value < 0 ? `\u2212${-value}` : "0");

/** "1 coin", "3 coins". */
export const coinsWord = (count: number): string => m.coins_count({ count });

/** "1 shield", "3 shields". */
export const shieldsWord = (count: number): string => m.shields_count({ count });

/** "1 textile", "2 textiles"; `word` knows the words of the game. */
export const goodsWord = (count: number, good: string, word: (key: string) => string): string =>
  `${count} ${word(`${count === 1 ? "resource" : "resources"}.${good}`)}`;

/** Minutes and seconds that are left. */
export const minutes = (milliseconds: number): string => {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};

/** The length of a name's longest line when it is set in at most two lines. */
export const longestLine = (name: string): number => {
  const words = name.split(/[ \u00ad]/);
  return Math.min(
    ...words.map((_, at) => Math.max(words.slice(0, at + 1).join(" ").length, words.slice(at + 1).join(" ").length)),
  );
};

/** The first letter large, as at the start of a line. */
export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** With its capital and its full stop. */
export const sentence = (text: string): string => capital(/[.!?]$/.test(text) ? text : `${text}.`);

/** A day and a time of day as the reader's language writes them. */
export const dateWords = (at: number, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(at);

/** A day such as `2026-11-16` as the reader's language writes it. */
export const dayWords = (day: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(new Date(day));

/** The day of the week of a day such as `2026-11-16`. */
export const weekdayWord = (day: string, language: string, length: "short" | "narrow"): string =>
  new Intl.DateTimeFormat(language, { weekday: length, timeZone: "UTC" }).format(new Date(day));

/** The name of a side of a wonder board. */
export const sideWords = (side: string | null | undefined): string =>
  side === "day" ? m.side_day_name() : side === "night" ? m.side_night_name() : m.side_of({ side: side ?? "" });

/** A format is slow to make, so one is kept for each language. */
const formats = new Map<string, Intl.NumberFormat>();
function format(language: string, style: "decimal" | "percent"): Intl.NumberFormat {
  const digits = style === "decimal" ? 1 : 0;
  const known = formats.get(language + style);
  if (known) return known;
  const made = new Intl.NumberFormat(language, { style, minimumFractionDigits: digits, maximumFractionDigits: digits });
  formats.set(language + style, made);
  return made;
}

/** A number with one decimal, as the reader's language writes it; negative with a real minus. */
export const tenths = (value: number, language: string): string =>
  format(language, "decimal").format(value).replace("-", "\u2212");

/** A share of one in percent. */
export const percent = (share: number, language: string): string => format(language, "percent").format(share);

/** A text without case and accents, for comparing. */
export const folded = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLocaleLowerCase();
