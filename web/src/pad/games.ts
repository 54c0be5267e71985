/** Games on the score pad: what one is, and how it is kept in the browser, exported and imported. */
import { CATEGORIES, type Category, type Entry, ranking, type Score, scores, type Side, type Symbols } from "./score";
import WONDER_NAMES from "./wonders.json";

export const WONDERS = Object.keys(WONDER_NAMES) as (keyof typeof WONDER_NAMES)[];
export type Wonder = (typeof WONDERS)[number];
export const wonderName = (wonder: Wonder, language: keyof (typeof WONDER_NAMES)["Giza"]): string =>
  WONDER_NAMES[wonder][language];

export const BOXES = ["leaders", "cities"] as const;
export type Box = (typeof BOXES)[number];
export const MOST_PLAYERS = 8;
export const FEWEST_PLAYERS = 2;
export const LONGEST_NAME = 24;
export const LONGEST_TITLE = 60;

export interface Player extends Entry {
  readonly name: string;
  /** The wonder of the board. */
  readonly board: Wonder | null;
  /** The categories that were written for this player. */
  readonly written: readonly Category[];
}

export interface Game {
  readonly id: string;
  /** Milliseconds. */
  readonly date: number;
  readonly title: string;
  readonly boxes: readonly Box[];
  readonly teams: boolean;
  readonly players: readonly Player[];
  /** Symbols on the green cards of the Free City, which sits between two players. */
  readonly free: Symbols;
}

/** Everything that the browser keeps. */
export interface Pad {
  readonly game: Game;
  readonly history: readonly Game[];
}

export const EMPTY: Entry = {
  tokens: [0, 0, 0, 0],
  coins: 0,
  debt: 0,
  wonder: 0,
  civilian: 0,
  commerce: 0,
  guilds: 0,
  cities: 0,
  leaders: 0,
  symbols: [0, 0, 0],
  leaderSymbols: [0, 0, 0],
  any: 0,
  masks: 0,
  aristotle: false,
};

export const newPlayer = (name = ""): Player => ({ ...EMPTY, name, board: null, written: [] });

/** `crypto.randomUUID` exists on secure pages only. */
const newId = (): string => `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;

/** A new game: the same people and boxes as in the last one. */
export const newGame = (last?: Game): Game => ({
  id: newId(),
  date: Date.now(),
  title: last?.title ?? "",
  boxes: last?.boxes ?? [],
  teams: last?.teams ?? false,
  players: last?.players.map(({ name }) => newPlayer(name)) ?? Array.from({ length: 4 }, () => newPlayer()),
  free: [0, 0, 0],
});

export const teamsPossible = (players: number): boolean => players >= 4 && players % 2 === 0;

/** With another number of players; those who stay keep their points. */
export const withPlayers = (game: Game, count: number): Game => ({
  ...game,
  teams: game.teams && teamsPossible(count),
  players: Array.from({ length: count }, (_, at) => game.players[at] ?? newPlayer()),
});

/** The same game without points. */
export const cleared = (game: Game): Game => ({
  ...game,
  players: game.players.map((player) => ({ ...player, ...EMPTY, written: [] })),
  free: [0, 0, 0],
});

export const isEmpty = (game: Game): boolean => game.players.every(({ written }) => written.length === 0);

/** The rows of the sheet for the boxes in use. */
export const rowsOf = ({ boxes }: Game): Category[] =>
  CATEGORIES.filter((row) => (row !== "cities" && row !== "leaders") || boxes.includes(row));

/** What belongs to a box that is not in use does not count. */
const counted = ({ boxes }: Game, player: Player): Player => ({
  ...player,
  ...(boxes.includes("cities") ? {} : { cities: 0, debt: 0, masks: 0 }),
  ...(boxes.includes("leaders") ? {} : { leaders: 0, leaderSymbols: [0, 0, 0] as const, aristotle: false }),
});

export interface Result {
  readonly entries: readonly Player[];
  readonly scores: readonly Score[];
  readonly sides: readonly Side[];
}

export function resultOf(game: Game): Result {
  const entries = game.players.map((player) => counted(game, player));
  const found = scores(entries, game.free);
  const totals = found.map(({ total }) => total);
  return { entries, scores: found, sides: ranking(entries, totals, game.teams) };
}

// -- reading what may be broken or hostile

class Unreadable extends Error {}

type Json = Readonly<Record<string, unknown>>;
const object = (value: unknown): Json => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Unreadable();
  return value as Json;
};
const list = (value: unknown, most: number): readonly unknown[] => {
  if (!Array.isArray(value) || value.length > most) throw new Unreadable();
  return value;
};
const whole = (value: unknown, least = 0, most = 999): number => {
  if (typeof value !== "number" || !Number.isInteger(value) || value < least || value > most) throw new Unreadable();
  return value;
};
const text = (value: unknown, longest: number): string => {
  if (typeof value !== "string" || value.length > longest) throw new Unreadable();
  return value;
};
const truth = (value: unknown): boolean => {
  if (typeof value !== "boolean") throw new Unreadable();
  return value;
};
const among = <T extends string>(value: unknown, all: readonly T[]): T => {
  if (!all.includes(value as T)) throw new Unreadable();
  return value as T;
};
/** Symbols of the player's choice are placed by trying every way, so there may not be many. */
const FEW = 20;
const counts = <T>(value: unknown, length: number): T => {
  const found = list(value, length);
  if (found.length !== length) throw new Unreadable();
  return found.map((each) => whole(each, 0, 99)) as T;
};

function readPlayer(value: unknown): Player {
  const from = object(value);
  return {
    name: text(from["name"], LONGEST_NAME),
    board: from["board"] === null ? null : among(from["board"], WONDERS),
    written: [...new Set(list(from["written"], CATEGORIES.length).map((each) => among(each, CATEGORIES)))],
    tokens: counts(from["tokens"], 4),
    coins: whole(from["coins"]),
    debt: whole(from["debt"]),
    wonder: whole(from["wonder"]),
    civilian: whole(from["civilian"]),
    commerce: whole(from["commerce"]),
    guilds: whole(from["guilds"]),
    cities: whole(from["cities"]),
    leaders: whole(from["leaders"]),
    symbols: counts(from["symbols"], 3),
    leaderSymbols: counts(from["leaderSymbols"], 3),
    any: whole(from["any"], 0, FEW),
    masks: whole(from["masks"], 0, FEW),
    aristotle: truth(from["aristotle"]),
  };
}

/** A game of unknown origin.
 * @throws Unreadable */
export function readGame(value: unknown): Game {
  const from = object(value);
  const players = list(from["players"], MOST_PLAYERS).map(readPlayer);
  const teams = truth(from["teams"]);
  if (players.length < FEWEST_PLAYERS || (teams && !teamsPossible(players.length))) throw new Unreadable();
  return {
    id: text(from["id"], 40),
    date: whole(from["date"], 0, 8.64e15),
    title: text(from["title"], LONGEST_TITLE),
    boxes: [...new Set(list(from["boxes"], BOXES.length).map((each) => among(each, BOXES)))],
    teams,
    players,
    free: counts(from["free"], 3),
  };
}

const FORMAT = "heptapolis-pad/1";
export const MOST_GAMES = 5000;

export const writeGames = (games: readonly Game[]): string => JSON.stringify({ format: FORMAT, games }, null, 1);

/** The games of an exported file; null where it is none. */
export function readGames(file: string): Game[] | null {
  try {
    const from = object(JSON.parse(file));
    if (from["format"] !== FORMAT) return null;
    return list(from["games"], MOST_GAMES).map(readGame);
  } catch {
    return null;
  }
}

/** Everything that was kept; null where there is nothing or it cannot be read. */
export function readPad(kept: string | null): Pad | null {
  try {
    const from = object(JSON.parse(kept ?? ""));
    return { game: readGame(from["game"]), history: list(from["history"], MOST_GAMES).map(readGame) };
  } catch {
    return null;
  }
}

/** History with imported games: the newest first, none twice. */
export function merged(history: readonly Game[], more: readonly Game[]): Game[] {
  const known = new Set(history.map(({ id }) => id));
  const fresh = more.filter(({ id }) => !known.has(id) && known.add(id));
  return [...history, ...fresh].sort((a, b) => b.date - a.date).slice(0, MOST_GAMES);
}
