/** The first game in this browser, which is explained slowly, and the game with lessons. */
import { recalled, store, stored } from "./storage";

const KEY = "first-table";

/** Whether a table is that of the first game. */
export function isFirstGame(table: string): boolean {
  const first = stored(KEY);
  if (first === null) store(KEY, table);
  return first === null || first === table;
}

const LESSON = "lesson";

/** Makes a table the one at which the lessons are told. */
export const beginLessons = (table: string): void => store(LESSON, JSON.stringify({ table }));

/** Whether the lessons are told at a table. */
export const hasLessons = (table: string): boolean => recalled(LESSON, { table: "" }).table === table;

/** Whether nobody has ever played in this browser. */
export const isNewcomer = (): boolean => stored(KEY) === null;
