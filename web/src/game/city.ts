/** A city and its neighbors with everything that is shown of them. */
import type { MovePreview, SeatFigures, TradePrices, ViewSeat } from "../api/messages";
import type { Side, War } from "./conflicts";

export interface CityState {
  readonly seat: number;
  readonly name: string;
  readonly view: ViewSeat;
  readonly figures: SeatFigures;
  /** Whether its move of this turn is chosen. */
  readonly chosen: boolean;
  /** Its owner is not connected. */
  readonly away: boolean;
  /** A bot plays it. */
  readonly bot: boolean;
  /** It belongs to the viewer's partner. */
  readonly partner: boolean;
  /** Cards that came in the last turn. */
  readonly fresh: readonly string[];
  /** Its coins after the move that the viewer considers. */
  readonly coinsAfter?: number | undefined;
  /** Everything after that move, where the move is for this city. */
  readonly after?: MovePreview | undefined;
}

/** A neighbor of the city in the middle. */
export interface NeighborState {
  readonly side: Side;
  readonly city: CityState;
  /** What its goods cost, and after the move that the viewer considers. */
  readonly prices: TradePrices;
  readonly pricesAfter?: TradePrices | undefined;
  /** The goods that this move buys here. */
  readonly bought: readonly string[];
  readonly war: War;
}
