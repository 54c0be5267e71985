/** Why a game is not rated. */
import type { TableState } from "../api/messages";
import * as m from "../paraglide/messages.js";

export const markWords = ({ coached, taken_back }: Pick<TableState, "coached" | "taken_back">): string[] => [
  ...(coached ? [m.coach_mark()] : []),
  ...(taken_back ? [m.back_mark({ count: taken_back })] : []),
];
