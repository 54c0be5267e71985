/** Whether a game is rated, or why it is not, in words; nothing for a game at a table that was not to be rated. */
import type { GameRatings } from "../../api/messages";
import * as m from "../../paraglide/messages.js";

const WORDS: Record<GameRatings["rated"], () => string> = {
  no: () => "",
  yes: m.rated_mark,
  address: m.rated_address,
  helped: m.rated_helped,
  program: m.rated_program,
  void: m.rated_void,
};

export const ratedWords = (rated: GameRatings["rated"]): string => WORDS[rated]();
