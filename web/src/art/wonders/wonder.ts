/** How a wonder is drawn: what stands behind it, its parts from the ground up, and what stands before it. */
export interface WonderArt {
  /** Water at its foot instead of a band of rays. */
  sea: boolean;
  /** Cut out of a dark rock: planned parts need a darker ground. */
  rock?: boolean;
  behind: () => string;
  /** Parts in building order. A side with fewer stages builds several at once. */
  stages: readonly string[];
  before: () => string;
  /** Ships, left out where the picture is small. */
  ships?: () => string;
}
