/** Which layout a scene has room for. */
export interface Layout {
  /** Neighbors beside the city; else the phone's layout with tabs. */
  readonly wide: boolean;
  /** Little height: the wonder board is smaller. */
  readonly low: boolean;
  /** Phone layout with the hand beside the cities: a phone on its side. */
  readonly flat: boolean;
  /** Phone layout with cards of full size: a tablet. */
  readonly tablet: boolean;
}

/** How many times as large the table is drawn: on screens above 1600 by 900 everything grows by one factor. */
export const scaleFor = (width: number, height: number): number =>
  Math.round(Math.min(1.6, Math.max(1, Math.min(width / 1600, height / 900))) * 100) / 100;

export const layoutFor = (width: number, height: number): Layout => ({
  wide: width >= 900 && height >= 560,
  low: height <= 800,
  flat: (width >= 560 && height < 560) || (width >= 700 && height < 800),
  tablet: width >= 700 && height >= 800,
});
