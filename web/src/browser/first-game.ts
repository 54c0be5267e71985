/** Whether this is the first game in this browser, which is explained slowly. */
import { store, stored } from "./storage";

const KEY = "first-table";

export function isFirstGame(table: string): boolean {
  const first = stored(KEY);
  if (first === null) store(KEY, table);
  return first === null || first === table;
}
