/** What a move would do: an icon for each change, with words for screen readers. */
import type { IconName } from "../icons/icons";
import * as m from "../paraglide/messages.js";
import type { Rulebook } from "../game/rulebook";
import type { Met, Outlook } from "../game/consequences";

export interface Chip {
  readonly icon: IconName;
  /** The change in words. */
  readonly words: string;
  readonly name?: string;
  readonly before?: number | string;
  readonly after?: number | string;
  /** Goods: each entry one unit of one of these. */
  readonly goods?: readonly (readonly string[])[];
  readonly text?: string;
}

const STANDING: Record<Met, () => string> = {
  ahead: m.standing_ahead,
  level: m.standing_level,
  behind: m.standing_behind,
  peace: m.peace,
};

interface Around {
  readonly book: Rulebook;
  readonly names: readonly string[];
  readonly you: number | null;
  /** The neighbors of the city it is for. */
  readonly left: string;
  readonly right: string;
  /** What each seat sells in it. */
  readonly sold: (seat: number) => readonly string[];
}

export function chips(told: Outlook, { book, names, you, left, right, sold }: Around): Chip[] {
  const nameOf = (seat: number): string => names[seat] ?? "";
  const goodsWords = (goods: readonly string[]): string =>
    goods.map((each) => book.word(`resource.${each}`)).join(", ");
  const unitWords = (unit: readonly string[]): string =>
    unit.length > 1 ? m.one_or_other({ goods: goodsWords(unit) }) : goodsWords(unit);
  const figure = (icon: IconName, what: string, before: number | string, after: number | string): Chip => ({
    icon,
    words: m.figure_words({ what, before, after }),
    before,
    after,
  });
  const found: Chip[] = told.coins.map(({ seat, before, after }) => {
    if (seat === you) return figure("coin", m.your_coins(), before, after);
    const goods = sold(seat);
    const change = figure("coin", m.coins_of({ name: nameOf(seat) }), before, after);
    const words = goods.length
      ? `${change.words}, ${m.buys_goods({ name: nameOf(seat), goods: goodsWords(goods) })}`
      : change.words;
    return { ...change, words, name: nameOf(seat), goods: goods.map((good) => [good]) };
  });
  if (told.bank.length)
    found.push({
      icon: "coin",
      words: m.buys_from_bank({ goods: goodsWords(told.bank) }),
      name: m.bank(),
      goods: told.bank.map((good) => [good]),
    });
  if (told.shields) found.push(figure("shield", m.shields_word(), told.shields.before, told.shields.after));
  for (const { seat, before, after } of told.conflicts) {
    const what = m.standing_against({ name: nameOf(seat) });
    found.push({ ...figure("shield", what, STANDING[before](), STANDING[after]()), name: nameOf(seat) });
  }
  if (told.diplomacy)
    found.push(figure("dove", book.word("game.diplomacy-token"), told.diplomacy.before, told.diplomacy.after));
  if (told.science) found.push(figure("c-green", m.science_worth(), told.science.before, told.science.after));
  if (told.makes.length)
    found.push({
      icon: "plus",
      words: m.then_makes({ goods: told.makes.map(unitWords).join(", ") }),
      goods: told.makes,
    });
  for (const { side, goods, before, after } of told.prices) {
    const name = side === "left" ? left : right;
    const word = book.word(`resource.${goods}`);
    const icon = side === "left" ? "pass-left" : "pass-right";
    found.push({ ...figure(icon, m.price_of({ goods: word, name }), before, after), text: word });
  }
  for (const { seat, coins } of told.losses)
    found.push({
      icon: "debt",
      words: m.then_loses({ name: nameOf(seat), count: coins }),
      name: nameOf(seat),
      text: `\u2212${coins}`,
    });
  if (told.opens.length) {
    const cards = told.opens.map((card) => book.name(card)).join(", ");
    found.push({ icon: "chain", words: m.chain_to({ card: cards }), text: cards });
  }
  if (told.points) found.push(figure("vp", m.points_word(), told.points.before, told.points.after));
  return found;
}
