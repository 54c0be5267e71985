/** Statistics over the games of a pad. */
import { type Game, resultOf, type Wonder } from "./games";

export interface PersonStatistics {
  readonly name: string;
  readonly games: number;
  readonly wins: number;
  readonly mean: number;
  readonly best: number;
}

export interface WonderStatistics {
  readonly wonder: Wonder;
  readonly games: number;
  readonly wins: number;
  readonly mean: number;
}

interface Played {
  readonly name: string;
  readonly board: Wonder | null;
  readonly total: number;
  readonly won: boolean;
}

const played = (games: readonly Game[]): Played[] =>
  games.flatMap((game) => {
    const { scores, sides } = resultOf(game);
    const winners = sides.filter(({ place }) => place === 1).flatMap(({ seats }) => seats);
    return game.players.map(({ name, board }, seat) => ({
      name: name.trim(),
      board,
      total: scores[seat]!.total,
      won: winners.includes(seat),
    }));
  });

const grouped = <Key>(all: readonly Played[], key: (each: Played) => Key | null): Map<Key, Played[]> => {
  const groups = new Map<Key, Played[]>();
  for (const each of all) {
    const name = key(each);
    if (name === null || name === "") continue;
    groups.set(name, [...(groups.get(name) ?? []), each]);
  }
  return groups;
};

const sums = (all: readonly Played[]) => ({
  games: all.length,
  wins: all.filter(({ won }) => won).length,
  mean: all.reduce((sum, { total }) => sum + total, 0) / all.length,
});

/** People with a name, those who won most first. */
export const people = (games: readonly Game[]): PersonStatistics[] =>
  [...grouped(played(games), ({ name }) => name)]
    .map(([name, all]) => ({ name, ...sums(all), best: Math.max(...all.map(({ total }) => total)) }))
    .sort((a, b) => b.wins - a.wins || b.mean - a.mean || a.name.localeCompare(b.name));

/** Wonders, the one with the highest mean first. */
export const wonders = (games: readonly Game[]): WonderStatistics[] =>
  [...grouped(played(games), ({ board }) => board)]
    .map(([wonder, all]) => ({ wonder, ...sums(all) }))
    .sort((a, b) => b.mean - a.mean || a.wonder.localeCompare(b.wonder));
