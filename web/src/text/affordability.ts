/** How a card of the hand can be built, as the server says: four kinds with different outlines. */
import * as m from "../paraglide/messages.js";
import type { Rulebook } from "../game/rulebook";
import type { CardHint, Reason, StageHint } from "../api/messages";
import { coinsWord } from "./format";

/** Double outline, solid, dashed, dotted and hatched. */
export type Kind = "free" | "own" | "trade" | "no";

export const kindOf = (hint: Pick<CardHint, "state">): Kind =>
  hint.state === "own" || hint.state === "trade" || hint.state === "no" ? hint.state : "free";

/** The coins of the cheapest way to pay. */
export const cheapest = (hint: Pick<CardHint | StageHint, "prices" | "coins">): number =>
  hint.prices[0]?.total ?? hint.coins;

const WHY: Record<string, (figures: Readonly<Record<string, number>>) => string> = {
  "already-built": () => m.why_already_built(),
  "coins-short": ({ needed = 0, coins = 0 }) => m.why_coins_short({ coins: coinsWord(needed - coins) }),
  "not-for-sale": () => m.why_not_for_sale(),
  "trade-too-dear": ({ needed = 0 }) => m.why_trade_too_dear({ coins: coinsWord(needed) }),
  "wonder-complete": () => m.why_wonder_complete(),
};

/** Why something is not possible, in a few words. */
export const whyNot = (reason: Reason | null | undefined): string =>
  (reason && WHY[reason.key]?.(reason.figures)) || m.state_no();

/** Why a card or a stage cannot be built; names the missing goods. */
export const whyNotBuilt = (
  hint: Pick<CardHint | StageHint, "reason" | "missing"> | undefined,
  book: Pick<Rulebook, "word">,
): string =>
  hint?.missing.length
    ? m.why_missing({ goods: hint.missing.map((good) => book.word(`resource.${good}`)).join(", ") })
    : whyNot(hint?.reason);

/** The words below a card. */
export const stateWords = (hint: CardHint, book: Pick<Rulebook, "name" | "word">): string => {
  switch (hint.state) {
    case "free":
      return m.state_free();
    case "chain":
      return m.state_chain();
    case "power":
      return m.state_power({ name: book.name(hint.by ?? "") });
    case "own":
      return hint.coins ? coinsWord(hint.coins) : m.state_own();
    case "trade": {
      const coins = cheapest(hint);
      return coinsWord(coins);
    }
    default:
      return whyNotBuilt(hint, book);
  }
};
