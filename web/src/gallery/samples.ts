/** Samples made by the real rules (scripts/samples.py). */
import { Book } from "../lib/book";
import type { Play, Reveal, RulebookData } from "../lib/messages";
import overData from "../samples/over.json";
import playData from "../samples/play.json";
import rulebook from "../samples/rulebook.json";
import second from "../samples/rulebook-second.json";

interface Sample {
  names: string[];
  play: Play;
  reveal: Reveal;
  conflict: Reveal;
}

export const book = new Book(rulebook as unknown as RulebookData);
export const secondBook = new Book(second as unknown as RulebookData);
export const sample = playData as unknown as Sample;
export const over = overData as unknown as Pick<Sample, "names" | "play">;
