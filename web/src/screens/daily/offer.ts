/** The offer of the daily deal. Apart from its results, which the start page does without. */
import type { DailyDay } from "../../api/messages";
import * as m from "../../paraglide/messages.js";

/** What can be done with today's deal before it is finished. */
export const offerWord = ({ state }: DailyDay): string =>
  state === "playing" ? m.daily_continue() : state === "late" ? m.daily_title() : m.daily_play();
