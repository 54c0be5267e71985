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

/** How many rails for log and chat stand beside the table: one on very large screens, on very wide ones two. */
export const railsFor = (width: number, height: number): 0 | 1 | 2 =>
  width < 2200 || height < 800 ? 0 : width / height > 2.1 ? 2 : 1;

/** The width of a rail in pixels before it grows. */
export const RAIL = 292;

/** How many times as large the table is drawn: on screens above 1600 by 900 everything grows by one factor. */
export function scaleFor(width: number, height: number, rails: 0 | 1 | 2 = 0): number {
  const across = rails ? 1537 + rails * RAIL : 1600;
  return Math.round(Math.min(2.4, Math.max(1, Math.min(width / across, height / 900))) * 100) / 100;
}

/** From this width on, no text of a table is smaller than 14 pixels. */
const LARGE = 1600;

/** The smallest text of a table in pixels before it grows: 10, and on large screens 14 as they are seen. */
export const leastFont = (width: number, scale: number): number =>
  width < LARGE ? 10 : Math.max(10, Math.ceil(1400 / scale) / 100);

export const layoutFor = (width: number, height: number): Layout => ({
  wide: width >= 900 && height >= 560,
  low: height <= 800,
  flat: (width >= 560 && height < 560) || (width >= 700 && height < 800),
  tablet: width >= 700 && height >= 800,
});
