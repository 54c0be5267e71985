/** Whether this is the first game that is played in this browser: then everything is told slowly. */
import { store, stored } from "./storage";

const KEY = "first-table";

export function isFirstGame(table: string): boolean {
  const first = stored(KEY);
  if (first === null) store(KEY, table);
  return first === null || first === table;
}
