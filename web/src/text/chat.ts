/** What is said at a table: quick phrases and lines. */
import type { ChatLine } from "../api/messages";
import * as m from "../paraglide/messages.js";

export const PHRASES = [
  "hello",
  "good-luck",
  "well-played",
  "thanks",
  "oops",
  "hurry",
  "wow",
  "one-moment",
  "good-game",
] as const;
export type Phrase = (typeof PHRASES)[number];

const WORDS: Record<Phrase, () => string> = {
  hello: m.phrase_hello,
  "good-luck": m.phrase_good_luck,
  "well-played": m.phrase_well_played,
  thanks: m.phrase_thanks,
  oops: m.phrase_oops,
  hurry: m.phrase_hurry,
  wow: m.phrase_wow,
  "one-moment": m.phrase_one_moment,
  "good-game": m.phrase_good_game,
};
export const phraseWords = (phrase: Phrase): string => WORDS[phrase]();

/** The text of a line; a phrase of a newer server is shown by its key. */
export const lineWords = ({ text, phrase }: Pick<ChatLine, "text" | "phrase">): string =>
  text ?? (phrase ? ((WORDS as Record<string, (() => string) | undefined>)[phrase]?.() ?? phrase) : "");
