/** What a bubble says, point by point, and what each point speaks of. */

export interface Point {
  /** Words between stars are stressed. */
  readonly text: string;
  /** A selector of the thing meant, where there is one. */
  readonly at?: string | undefined;
}

/** The lines of a text with the things that they speak of. */
export const pointsOf = (text: string, at: readonly string[]): Point[] =>
  text.split("\n").map((line, i) => ({ text: line, at: at[i] }));

/** A line cut at its stars. */
export const stressed = (text: string): { readonly text: string; readonly strong: boolean }[] =>
  text
    .split("**")
    .map((part, i) => ({ text: part, strong: i % 2 === 1 }))
    .filter((part) => part.text);

export const plain = (points: readonly Point[]): string =>
  points.map(({ text }) => text.replaceAll("**", "")).join(" ");
