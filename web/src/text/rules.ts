/** The texts of the rules: marks in them, names, and the search. */
import type { CardData, RuleChapter, RuleParagraph } from "../api/messages";
import type { Rulebook } from "../game/rulebook";
import type { IconName } from "../icons/icons";
import { folded } from "./format";
import { iconOf } from "./signs";

/** A piece of a paragraph. */
export type Piece =
  | { readonly is: "text"; readonly text: string; readonly strong: boolean }
  | { readonly is: "card"; readonly key: string; readonly name: string }
  | { readonly is: "wonder"; readonly key: string; readonly name: string }
  | { readonly is: "sign"; readonly icon: IconName };

/** The pieces of a line: names in brackets, signs between colons, stress between stars. */
export function pieces(line: string, book: Rulebook): Piece[] {
  const found: Piece[] = [];
  let strong = false;
  for (const part of line.split(/(\*\*|\[[^\]]+\]|:[a-z-]+:(?!\S))/)) {
    if (part === "**") strong = !strong;
    else if (/^\[.+\]$/.test(part)) {
      const key = part.slice(1, -1);
      found.push({ is: book.hasCard(key) ? "card" : "wonder", key, name: book.name(key) });
    } else if (/^:[a-z-]+:$/.test(part)) found.push({ is: "sign", icon: iconOf(part.slice(1, -1)) });
    else if (part) found.push({ is: "text", text: part, strong });
  }
  return found;
}

/** A paragraph as plain words. */
export const wordsOf = ({ text }: RuleParagraph, book: Rulebook): string =>
  text
    .split("\n")
    .flatMap((line) => pieces(line, book))
    .map((piece) => (piece.is === "text" ? piece.text : piece.is === "sign" ? "" : piece.name))
    .join("");

/** A text cut into parts that are searched for and parts that are not. */
export function marked(text: string, searched: string): { readonly text: string; readonly hit: boolean }[] {
  const wanted = folded(searched.trim());
  if (!wanted) return [{ text, hit: false }];
  // Folding letter by letter keeps the places of the letters.
  const letters = Array.from(text);
  const flat = letters.map((letter) => folded(letter));
  const found: { text: string; hit: boolean }[] = [];
  let rest = "";
  for (let at = 0; at < letters.length;) {
    let end = at;
    let read = "";
    while (end < letters.length && read.length < wanted.length) read += flat[end++];
    if (read === wanted) {
      if (rest) found.push({ text: rest, hit: false });
      found.push({ text: letters.slice(at, end).join(""), hit: true });
      rest = "";
      at = end;
    } else rest += letters[at++];
  }
  if (rest) found.push({ text: rest, hit: false });
  return found;
}

/** Everything about a card that a search looks at. */
export const textOf = ({ card, name, effects }: CardData): string =>
  folded([name, card, ...effects.map((effect) => effect.text)].join(" "));

export interface Hits {
  /** Paragraphs that have the text, by chapter. */
  readonly chapters: ReadonlyMap<string, number>;
  readonly cards: readonly string[];
  readonly wonders: readonly string[];
}

/** Where a text occurs: chapters by hits, cards, wonders. */
export function search(text: string, chapters: readonly RuleChapter[], book: Rulebook): Hits {
  const wanted = folded(text.trim());
  if (!wanted) return { chapters: new Map(), cards: [], wonders: [] };
  const counted = chapters
    .map(({ id, title, paragraphs }): [string, number] => [
      id,
      [title, ...paragraphs.map((each) => wordsOf(each, book))].filter((each) => folded(each).includes(wanted)).length,
    ])
    .filter(([, hits]) => hits > 0);
  return {
    chapters: new Map(counted),
    cards: [...book.data.cards, ...book.data.leaders]
      .filter((card) => textOf(card).includes(wanted))
      .map((card) => card.card),
    wonders: book.data.boards
      .filter((board) =>
        folded(
          [
            board.name,
            board.title,
            ...board.sides.flatMap((side) => side.stages.flatMap((stage) => stage.effects.map((each) => each.text))),
          ].join(" "),
        ).includes(wanted),
      )
      .map((board) => board.wonder),
  };
}

/** Chapters about what only one edition has; all others are about both. */
const ONLY: Record<string, "first" | "second"> = {
  "two-players": "first",
  teams: "first",
  "eight-players": "first",
  cities: "first",
  leaders: "first",
  "manneken-pis": "first",
  "second-edition": "second",
};
/** The chapters for an edition, and the one that is read in any case. */
export const chaptersFor = (
  edition: "first" | "second",
  chapters: readonly RuleChapter[],
  read: string,
): readonly RuleChapter[] => chapters.filter(({ id }) => id === read || (ONLY[id] ?? edition) === edition);

/** A place in the rules: chapter and paragraph. */
export interface RulePlace {
  readonly chapter: string;
  readonly paragraph: string;
}
const rule = (address: string): RulePlace => {
  const [chapter = "", paragraph = ""] = address.split("#");
  return { chapter, paragraph };
};
export const ruleAddress = ({ chapter, paragraph }: RulePlace): string =>
  `/rules/${chapter}${paragraph ? `#${paragraph}` : ""}`;

const EFFECT_RULES: Record<string, string> = {
  price: "trade#cheaper",
  rebate: "cities#dock",
  loss: "cities#loss",
  diplomacy: "cities#diplomacy",
  mask: "cities#masks",
  produce_again: "cities#warehouse",
  produce_missing: "cities#market",
  stages_without_resources: "cities#cabinet",
};
const COLOR_RULES: Record<string, string> = {
  brown: "costs#resources",
  gray: "costs#resources",
  blue: "score#civilian",
  green: "science#lead",
  yellow: "score#commerce",
  red: "conflicts#shields",
  purple: "guilds#lead",
  black: "cities#lead",
  white: "leaders#lead",
};

/** The rule that says most about a card. */
export function ruleOfCard({ color, effects }: Pick<CardData, "color" | "effects">): RulePlace {
  const special = effects.map(({ kind }) => EFFECT_RULES[kind]).find(Boolean);
  const yields = color === "yellow" && effects.some(({ kind }) => kind === "produce") ? "costs#resources" : undefined;
  return rule(special ?? yields ?? COLOR_RULES[color] ?? "quick");
}

const WONDER_RULES: Record<string, string> = {
  Babylon: "wonders#babylon",
  Olympia: "wonders#olympia",
  Halicarnassus: "wonders#halicarnassus",
  Alexandria: "wonders#alexandria",
  Rome: "leaders#rome",
  "Manneken Pis": "manneken-pis",
};
export const ruleOfWonder = (wonder: string): RulePlace => rule(WONDER_RULES[wonder] ?? "wonders");
