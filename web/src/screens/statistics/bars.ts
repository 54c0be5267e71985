/** What the bars of the statistics show: lengths, ticks and words, from the numbers of the server. */
import type { BoardShare, Profile, Share } from "../../api/messages";
import type { GamesQuery } from "../../api/messages";
import type { Mark } from "../../game/analysis";
import type { Category } from "../../game/categories";
import * as m from "../../paraglide/messages.js";
import { boxWord } from "../../text/boxes";
import { sideWords } from "../../text/format";

/** From this many games on a share says something. */
export const ENOUGH = 5;

export type Topic = NonNullable<GamesQuery["topic"]>;

/** The games behind a bar. */
export interface Behind {
  readonly topic: Topic;
  readonly key: string;
  readonly what: string;
}

export interface WonderShare {
  readonly wonder: string;
  readonly games: number;
  readonly won: number;
  readonly chance: number;
  readonly sides: readonly BoardShare[];
}

/** Both sides of each wonder together, the one played most first. */
export function byWonder(boards: readonly BoardShare[]): WonderShare[] {
  const wonders = [...new Set(boards.map(({ wonder }) => wonder))];
  return wonders
    .map((wonder) => {
      const sides = boards.filter((board) => board.wonder === wonder).sort((a, b) => a.side.localeCompare(b.side));
      const sum = (of: (board: BoardShare) => number): number => sides.reduce((total, each) => total + of(each), 0);
      const games = sum((each) => each.games);
      return {
        wonder,
        games,
        won: sum((each) => each.won),
        chance: sum((each) => each.chance * each.games) / games,
        sides,
      };
    })
    .sort((a, b) => b.won / b.games - a.won / a.games || b.games - a.games);
}

export const WAYS: Record<string, { word: () => string; category: Category }> = {
  science: { word: m.way_science, category: "science" },
  blue: { word: m.way_blue, category: "civilian" },
  guilds: { word: m.way_guilds, category: "guilds" },
  war: { word: m.way_war, category: "military" },
};

export const wayWord = (way: string): string => WAYS[way]?.word() ?? way;

/** Best first. */
export const bestFirst = (shares: readonly Share[]): Share[] =>
  [...shares].sort((a, b) => b.won / b.games - a.won / a.games || b.games - a.games);

/** The boxes of a sum, joined by plus signs, in words; without any it is the base game. */
export const boxesWord = (boxes: string): string =>
  boxes ? boxes.split("+").map(boxWord).join(" + ") : m.rating_base();

export const editionWord = (edition: string): string => boxWord(`base-${edition}`);

/** What a person plays most and best: the wonder and the way with most games. */
export function favorites({ boards, ways }: Pick<Profile, "boards" | "ways">): { wonder: string; way: string } | null {
  const wonder = byWonder(boards).sort((a, b) => b.games - a.games)[0];
  const way = [...ways].sort((a, b) => b.games - a.games)[0];
  return wonder && way ? { wonder: wonder.wonder, way: way.key } : null;
}

/** Round numbers for the lines of a scale, from below the least to above the most. */
export function scaleLines(least: number, most: number, count = 4): number[] {
  const rough = Math.max(1, (most - least) / count);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough)!;
  const lines: number[] = [];
  for (let at = Math.floor(least / step) * step; at < most + step; at += step) lines.push(at);
  return lines;
}

/** Hours and minutes. */
export function lengthWords(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60));
  return minutes < 60
    ? m.host_minutes({ minutes })
    : m.host_hours({ hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

/** Who loses less a turn plays better than the level `hard`, who loses more plays worse than a greedy bot. */
const LITTLE = 0.6;
const MUCH = 1.5;
/** The mark of the points lost a turn in a game; none for a good game. */
export const lostMark = (lost: number): Mark | null => (lost < LITTLE ? null : lost < MUCH ? "slip" : "blunder");

/** A line through values; a difference of a few points stays a small one. */
export function sparkPath(values: readonly number[], width: number, height: number): string {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const range = Math.max(12, most - least);
  const middle = (least + most) / 2;
  const edge = 2;
  const x = (at: number): number => edge + (at * (width - 2 * edge)) / Math.max(1, values.length - 1);
  const y = (value: number): number => height / 2 - ((value - middle) / range) * (height - 2 * edge);
  return values.map((value, at) => `${at ? "L" : "M"}${x(at).toFixed(1)} ${y(value).toFixed(1)}`).join("");
}

export const KINDS = ["base", "expansions", "teams"] as const;
export const kindWord = (kind: (typeof KINDS)[number]): string =>
  ({ base: m.rating_base, expansions: m.rating_expansions, teams: m.rating_teams })[kind]();

/** The names of all wonders are in the rulebook with all boxes. */
export const ALL_BOXES = { edition: "first", expansions: ["leaders", "cities", "manneken-pis"] } as const;

/** A side where there is little room: its letter, or the name that the second edition gives it. */
export const sideShort = (side: string): string => (side.length === 1 ? side : sideWords(side));
