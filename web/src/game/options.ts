/** What a table plays: which choices go together, and who sits where. */
import type { Choices, Combination, Options } from "../api/messages";

export type Level = Options["clock_level"];
export type Box = Options["expansions"][number];
export type BoardSide = NonNullable<Options["sides"][number]>;

export const DEFAULTS: Options = {
  edition: "first",
  expansions: [],
  mode: "standard",
  seats: 4,
  boards: [],
  sides: [],
  clock: "none",
  public: false,
  show_scores: true,
  clock_level: "normal",
  coach: false,
  rated: false,
};

/** The same with everything that a rated table needs: public, a clock, no advice, wonders by chance. */
export const rated = (options: Options): Options => ({
  ...options,
  rated: true,
  public: true,
  coach: false,
  boards: [],
  clock: options.clock === "none" ? "90s" : options.clock,
});

const sameBoxes = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((each) => b.includes(each));

/** The combination that options name, if there is one. */
export const combinationOf = (options: Options, choices: Choices): Combination | undefined =>
  choices.combinations.find(
    (each) =>
      each.edition === options.edition && each.mode === options.mode && sameBoxes(each.expansions, options.expansions),
  );

/** Boxes that an edition has. */
export const boxesOf = (edition: string, choices: Choices): Box[] => [
  ...new Set(choices.combinations.filter((each) => each.edition === edition).flatMap((each) => each.expansions)),
];

/** Modes that an edition and its boxes allow; the Free City only joins a table of its size. */
export const modesOf = (options: Options, choices: Choices): Combination["mode"][] =>
  choices.combinations
    .filter((each) => each.edition === options.edition && sameBoxes(each.expansions, options.expansions))
    .filter((each) => each.mode !== "free-city" || each.seats.includes(options.seats))
    .map((each) => each.mode);

/** The sides that boards have, the plainer one first. */
export const sidesOf = (options: Options, choices: Choices): BoardSide[] => [
  ...(combinationOf(options, choices)?.sides ?? []),
];

/** Table sizes over all modes. */
export const sizesOf = (options: Options, choices: Choices): number[] =>
  [
    ...new Set(
      choices.combinations
        .filter((each) => each.edition === options.edition && sameBoxes(each.expansions, options.expansions))
        .flatMap((each) => each.seats),
    ),
  ].sort((a, b) => a - b);

/** The nearest options that go together: what was just changed stays, the rest follows. */
export function fit(options: Options, choices: Choices, changed: keyof Options = "seats"): Options {
  const boxes = boxesOf(options.edition, choices);
  let next: Options = { ...options, expansions: options.expansions.filter((box) => boxes.includes(box)) };
  const possible = choices.combinations.filter(
    (each) => each.edition === next.edition && sameBoxes(each.expansions, next.expansions),
  );
  if (!possible.length) return next.expansions.length ? fit({ ...next, expansions: [] }, choices, changed) : next;
  let at = possible.find((each) => each.mode === next.mode);
  if (!at || (changed === "seats" && !at.seats.includes(next.seats)))
    at = possible.find((each) => each.seats.includes(next.seats)) ?? at ?? possible[0]!;
  const seats = at.seats.includes(next.seats)
    ? next.seats
    : at.seats.reduce((best, each) => (Math.abs(each - next.seats) < Math.abs(best - next.seats) ? each : best));
  next = { ...next, mode: at.mode, seats };
  const boards = next.boards.map((board) => (board && at.boards.includes(board) ? board : null)).slice(0, seats);
  const [alike] = next.sides;
  // Where all play the same side, they go on doing so at a table of another size or edition.
  if (alike && next.sides.every((side) => side === alike))
    return { ...withSides(next, at.sides.find((side) => isPlain(side) === isPlain(alike)) ?? null), boards };
  const sides = next.sides.map((side) => (side && at.sides.includes(side) ? side : null)).slice(0, seats);
  return { ...next, boards, sides };
}

/** Whether it is the plainer side of a board. */
const isPlain = (side: BoardSide): boolean => side === "A" || side === "day";

/** All seats on the same side of their boards; null leaves it to chance or to the owners. */
export const withSides = (options: Options, side: BoardSide | null): Options => ({
  ...options,
  sides: side === null ? [] : Array<typeof side>(options.seats).fill(side),
});

/** The address of a table in what somebody typed or pasted: a link or its last part. */
export const tableIn = (text: string): string | null =>
  /(?:^|\/)([A-Za-z0-9_-]{22})(?:$|[/?#\s])/.exec(text.trim())?.[1] ?? null;

/** Whether somebody typed the short code of a lobby: six letters, perhaps with spaces or dashes. */
export const isCode = (text: string): boolean => /^[A-Za-z]{6}$/.test(text.replace(/[\s-]/g, ""));
