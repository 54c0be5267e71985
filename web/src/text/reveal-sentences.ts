/** What happened, in sentences: for the log, a first game and screen readers. */
import * as m from "../paraglide/messages.js";
import type { Rulebook } from "../game/rulebook";
import { caption } from "./effects";
import type { Conflict, Reveal, RevealedMove, SeatFigures } from "../api/messages";
import { goal } from "../game/reveal";
import { won, type OwnConflict } from "../game/conflicts";
import { coinsWord, roman, sentence, shieldsWord, sideWords } from "./format";

/** One city's move, and whether the server made it because a bot did not answer. */
export function moveSentence(move: RevealedMove, names: readonly string[], book: Rulebook): string {
  const what = plainSentence(move, names, book);
  return move.by === "replaced" ? m.replaced_note({ what }) : what;
}

function plainSentence(move: RevealedMove, names: readonly string[], book: Rulebook): string {
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
      return m.did_side({ name, side: sideWords(move.side) });
    case "settle":
      return m.did_settle({ name, coins: coinsWord(move.coins ?? 0) });
    case "copy":
      return m.did_copy({ name, card });
    case "pass":
      return m.did_pass({ name });
  }
}

/** For whom a move is described: the viewer is addressed as "you". */
export interface Listener {
  readonly you: number | null;
  /** The viewer's partner in a team game. */
  readonly partner?: number | null;
  readonly figures: readonly SeatFigures[];
  readonly names: readonly string[];
  readonly book: Rulebook;
}

/** The move itself, addressed to the viewer where it is the viewer's own. */
function deed(move: RevealedMove, { you, names, book }: Listener): string {
  const name = names[move.seat] ?? "";
  const card = move.card ? book.name(move.card) : "";
  const own = move.seat === you;
  switch (move.action) {
    case "build":
      if (own) return move.chained ? m.tell_you_build_chain({ card }) : m.tell_you_build({ card });
      break;
    case "recruit":
      if (own) return m.tell_you_recruit({ card });
      break;
    case "draft":
      if (own) return m.tell_you_draft();
      break;
    case "dig":
      if (own && card) return m.tell_you_dig({ card });
      break;
    case "settle":
      if (own) return m.tell_you_settle({ coins: coinsWord(move.coins ?? 0) });
      break;
    case "wonder":
      return own ? m.tell_you_wonder() : m.tell_wonder({ name });
    case "discard":
      return own ? m.tell_you_discard() : m.tell_discard({ name });
  }
  return `${moveSentence(move, names, book)}.`;
}

/** What was paid to the neighbors. */
function payments(move: RevealedMove, { you, figures, names }: Listener): string[] {
  const at = figures.find((each) => each.seat === move.seat);
  return (["left", "right"] as const).flatMap((side) => {
    const count = move.pay?.[side] ?? 0;
    if (!count || !at) return [];
    const [name, to, coins] = [names[move.seat] ?? "", names[at[side]] ?? "", coinsWord(count)];
    if (move.seat === you) return [m.tell_you_pay({ to, coins })];
    return [at[side] === you ? m.tell_pays_you({ name, coins }) : m.tell_pays({ name, to, coins })];
  });
}

/** What a neighbor's new card means for the viewer. */
function meaning(move: RevealedMove, { you, partner, figures, names, book }: Listener): string[] {
  const mine = figures.find((each) => each.seat === you);
  if (!mine || !move.card || (move.seat !== mine.left && move.seat !== mine.right)) return [];
  const name = names[move.seat] ?? "";
  const card = book.card(move.card);
  if (card.color === "brown" || card.color === "gray") return [m.tell_can_buy({ name })];
  if (card.color !== "red" || move.seat === partner) return [];
  const theirs = figures.find((each) => each.seat === move.seat)?.shields ?? 0;
  return [m.tell_shields({ name, theirs, mine: mine.shields })];
}

/** How many coins a city has more or less than before. */
export function coinsSentence(gained: number, name: string, own: boolean): string {
  const coins = coinsWord(Math.abs(gained));
  if (own) return gained > 0 ? m.story_you_more({ coins }) : m.story_you_less({ coins });
  return gained > 0 ? m.story_more({ name, coins }) : m.story_less({ name, coins });
}

/** A city's move with what it gave and what it means for the viewer, sentence by sentence: for a first game. */
export function moveStory(move: RevealedMove, reveal: Reveal, listener: Listener): string[] {
  const { book, names } = listener;
  const shown = move.card && goal(move) === "city" ? book.card(move.card).effects : [];
  const gained = reveal.gained[move.seat] ?? 0;
  return [
    deed(move, listener),
    ...payments(move, listener),
    ...shown.map((effect) => sentence(effect.text || caption(effect, (key) => book.word(key)))),
    ...meaning(move, listener),
    // Payments to neighbors are already mentioned.
    ...(gained && gained !== -(move.pay?.left ?? 0) - (move.pay?.right ?? 0)
      ? [coinsSentence(gained, names[move.seat] ?? "", move.seat === listener.you)]
      : []),
  ];
}

/** One conflict as it ended. */
export function conflictSentence(conflict: Conflict, names: readonly string[]): string {
  const [a, b] = [names[conflict.seat] ?? "", names[conflict.left] ?? ""];
  const [mine, theirs] = [conflict.shields, conflict.left_shields];
  if (won(conflict.tokens)) return m.conflict_won({ winner: a, loser: b, more: shieldsWord(mine), less: theirs });
  if (won(conflict.left_tokens)) return m.conflict_won({ winner: b, loser: a, more: shieldsWord(theirs), less: mine });
  return m.conflict_even({ a, b, shields: shieldsWord(mine) });
}

/** A whole reveal, for the live region and the log. */
export function revealSentences(reveal: Reveal, names: readonly string[], book: Rulebook): string[] {
  return [
    ...reveal.moves.map((move) => moveSentence(move, names, book)),
    ...reveal.conflicts.map((each) => conflictSentence(each, names)),
    ...reveal.conflicts.flatMap(({ diplomats = [] }) =>
      diplomats.map((seat) => m.conflict_single({ name: names[seat] ?? "" })),
    ),
    ...reveal.peace.map((seat) => m.conflict_peace({ name: names[seat] ?? "" })),
    ...(reveal.age_ended ? [m.age_ended({ age: roman(reveal.age_ended) })] : []),
    ...(reveal.game_over ? [m.game_over()] : []),
  ];
}

/** How conflicts are decided. */
export const conflictRule = (victory: number, teams: boolean): string =>
  (teams ? m.war_rule_team : m.war_rule)({ victory });

/** A conflict of the viewer's and what it means; with diplomacy in a team game it is for a single token. */
export function ownConflict(name: string, { mine, theirs, tokens, standing, single }: OwnConflict): string {
  const outcome = {
    ahead: () => m.war_you_win({ name, mine, theirs }),
    level: () => m.war_even({ name, mine }),
    behind: () => (tokens.length ? m.war_you_lose : m.war_you_lose_none)({ name, mine, theirs }),
  }[standing]();
  return single ? `${outcome} ${m.war_single()}` : outcome;
}
