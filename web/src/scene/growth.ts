/** How pages about a game grow with the window, as its table does. */
import { leastFont, scaleFor } from "./layout";

/** The style of such a page; it also has the class `legible`, and its height is divided by `--scale`. */
export function growth(width: number, height: number): string {
  const scale = scaleFor(width, height);
  return `${scale === 1 ? "" : `zoom:${scale};`}--scale:${scale};--least:${leastFont(width, scale)}px`;
}
