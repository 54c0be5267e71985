/** What the page around a scene puts into it. */
import type { Snippet } from "svelte";
import type { Scene } from "./scene.svelte";

export interface Slots {
  /** In the bar at the top. */
  readonly clock?: Snippet<[Scene]> | undefined;
  readonly tools?: Snippet<[Scene, small: boolean]> | undefined;
  /** News about people and the connection: over the table, or in a row of the phone's layout. */
  readonly notices?: Snippet<[Scene, row: boolean]> | undefined;
  /** Instead of the choice of what to do with a card. */
  readonly actions?: Snippet<[Scene, small: boolean]> | undefined;
  /** Instead of the last turn, on a phone instead of the tabs: how far something is that goes beside the game. */
  readonly progress?: Snippet<[Scene, small: boolean]> | undefined;
  /** On each card of the hand, and on each side where one is chosen. */
  readonly cardBadge?: Snippet<[cardOrSide: string, index: number, scene: Scene]> | undefined;
}
