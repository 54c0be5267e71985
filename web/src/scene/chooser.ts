/** Where the choices of a scene go. */
import type { AdviceMessage, MovePreview, Move } from "../api/messages";
import type { SentChoice } from "../game/card-uses";

/** Whom the viewer may ask what to choose. */
export interface Coach {
  readonly state: "silent" | "thinking" | "ready" | "failed" | "offline";
  /** What was answered for the present moment. */
  readonly advice: AdviceMessage | null;
  ask(): void;
}

export interface Chooser {
  readonly sent: SentChoice | null;
  /** What moves would do, by `previewKey`, as far as it was asked for. */
  readonly previews: Readonly<Record<string, readonly MovePreview[]>>;
  /** Why the last choice was refused, as text; empty: it was not. */
  readonly refusal: string;
  choose(move: Move): void;
  withdraw(): void;
  /** Reveals at once a choice that could still be undone. */
  hurry?(): void;
  /** How many others are shown as having chosen; missing or null: those who have. */
  readonly othersShown?: number | null;
  /** Asks what the moves with a card would do; the answer appears in `previews`. */
  requestPreview(card: string, city: number | null): void;
  /** Missing or null: no advice here. */
  readonly coach?: Coach | null;
  /** Takes back the last turn that was revealed. Missing or null: not possible. */
  readonly takeBack?: (() => void) | null;
}

/** For scenes that are only looked at. */
export const NO_CHOOSER: Chooser = {
  sent: null,
  previews: {},
  refusal: "",
  choose() {},
  withdraw() {},
  requestPreview() {},
};

/** The key of a card's previews; the city is named where it is not the chooser's own. */
export const previewKey = (card: string, city: number | null | undefined): string => `${city ?? ""}/${card}`;
