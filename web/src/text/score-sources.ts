/** Where points come from, in the reader's words. */
import * as m from "../paraglide/messages.js";
import type { Rulebook } from "../game/rulebook";
import type { ScoreSource } from "../api/messages";
import { capital, coinsWord, roman } from "./format";

const times = (words: string, count: number): string => (count > 1 ? `${words} ×${count}` : words);

type Words = (source: ScoreSource, book: Rulebook) => string;
const side = (source: ScoreSource, left: () => string, right: () => string): string =>
  times(source.name === "left" ? left() : right(), source.number);

const WORDS: Record<ScoreSource["kind"], Words> = {
  card: ({ name }, book) => book.name(name),
  leader: ({ name }, book) => book.name(name),
  "copied-leader": ({ name }, book) => m.source_copied({ name: book.name(name) }),
  "copied-guild": ({ name }, book) => m.source_copied({ name: book.name(name) }),
  stage: ({ number }) => m.stage_name({ number: roman(number) }),
  victories: (source) => side(source, m.source_victories_left, m.source_victories_right),
  defeats: (source) => side(source, m.source_defeats_left, m.source_defeats_right),
  coins: ({ number }) => coinsWord(number),
  debt: ({ number }) => capital(m.debt_count({ count: number })),
  family: ({ name, number }, book) => times(capital(book.word(`science.${name}`)), number),
  sets: ({ number }) => times(m.source_sets(), number),
  "set-bonus": ({ name, number }, book) => times(m.source_set_bonus({ name: book.name(name) }), number),
};

/** What one entry of the score sheet's reasons says. */
export const sourceWords: Words = (source, book) => WORDS[source.kind](source, book);

/** Every kind of source, for tests. */
export const SOURCE_KINDS = Object.keys(WORDS) as ScoreSource["kind"][];
