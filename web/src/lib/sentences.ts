/** What happened, in sentences: for the log, for a first game, and for those who listen. */
import * as m from "../paraglide/messages.js";
import type { Book } from "./book";
import { caption } from "./glyphs";
import type { Conflict, Reveal, RevealedMove } from "./messages";
import { roman, signed } from "./words";

/** One city's move. */
export function moveSentence(move: RevealedMove, names: readonly string[], book: Book): string {
  const name = names[move.seat] ?? "";
  const card = move.card ? book.name(move.card) : "";
  switch (move.action) {
    case "build":
      return move.chained ? m.did_build_chain({ name, card }) : m.did_build({ name, card });
    case "wonder":
      return m.did_wonder({ name });
    case "discard":
      return m.did_discard({ name });
    case "recruit":
      return m.did_recruit({ name, card });
    case "dig":
      return m.did_dig({ name, card });
    case "draft":
      return m.did_draft({ name });
    case "side":
      return m.did_side({ name, side: book.word(`side.${move.side ?? ""}`) });
    case "settle":
      return m.did_settle({ name, coins: move.coins ?? 0 });
    case "copy":
      return m.did_copy({ name, card });
    case "pass":
      return m.did_pass({ name });
  }
}

/** A city's move with what it gave: for a first game. */
export function moveStory(move: RevealedMove, reveal: Reveal, names: readonly string[], book: Book): string {
  const parts = [`${moveSentence(move, names, book)}.`];
  if (move.card && (move.action === "build" || move.action === "recruit" || move.action === "dig"))
    parts.push(
      ...book.card(move.card).effects.map((effect) => effect.text || caption(effect, (key) => book.word(key))),
    );
  const gained = reveal.gained[move.seat] ?? 0;
  if (gained) parts.push(m.story_coins({ name: names[move.seat] ?? "", coins: signed(gained) }));
  return parts.join(" ");
}

/** One conflict as it ended. */
export function conflictSentence(conflict: Conflict, names: readonly string[]): string {
  const [a, b] = [names[conflict.seat] ?? "", names[conflict.left] ?? ""];
  const won = conflict.shields - conflict.left_shields;
  if (!won) return m.conflict_even({ a, b, shields: conflict.shields });
  const [winner, loser, more, less] =
    won > 0 ? [a, b, conflict.shields, conflict.left_shields] : [b, a, conflict.left_shields, conflict.shields];
  return m.conflict_won({ winner, loser, more, less });
}

/** Everything of a reveal, for a live region and for the log. */
export function revealSentences(reveal: Reveal, names: readonly string[], book: Book): string[] {
  return [
    ...reveal.moves.map((move) => moveSentence(move, names, book)),
    ...(reveal.conflicts ?? []).map((each) => conflictSentence(each, names)),
    ...(reveal.peace ?? []).map((seat) => m.conflict_peace({ name: names[seat] ?? "" })),
    ...(reveal.age_ended ? [m.age_ended({ age: roman(reveal.age_ended) })] : []),
    ...(reveal.game_over ? [m.game_over()] : []),
  ];
}
