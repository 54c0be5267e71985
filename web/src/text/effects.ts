/** An effect as a row of icons and in a few words. */
import * as m from "../paraglide/messages.js";
import type { IconName } from "../icons/icons";
import type { Color, Resource } from "../game/rulebook";
import type { Effect } from "../api/messages";
import { coinsWord, goodsWord, shieldsWord } from "./format";

export type Glyph =
  | { is: "icon"; name: IconName }
  | { is: "coin"; value: number | string; loss?: boolean }
  | { is: "laurel"; value: number | string }
  | { is: "good"; resource: Resource }
  | { is: "sign"; color: Color }
  | { is: "word"; text: string };

type Args = Effect["args"];
const number = (args: Args, name: string): number => Number(args[name] ?? 0);
const words = (args: Args, name: string): string[] => {
  const value = args[name];
  return Array.isArray(value) ? value.map(String) : value === undefined ? [] : [String(value)];
};

const icon = (name: IconName): Glyph => ({ is: "icon", name });
const coin = (value: number | string, loss = false): Glyph => ({ is: "coin", value, loss });
const laurel = (value: number | string): Glyph => ({ is: "laurel", value });
const sign = (color: string): Glyph => ({ is: "sign", color: color as Color });
const word = (text: string): Glyph => ({ is: "word", text });
const SLASH = word("/");

const between = (glyphs: readonly Glyph[], joint: Glyph): Glyph[] =>
  glyphs.flatMap((glyph, i) => (i ? [joint, glyph] : [glyph]));

const ITEMS: Record<string, Glyph> = {
  stage: icon("stage"),
  defeat: icon("defeat"),
  victory: icon("mil-5"),
  "three-coins": coin(3),
};
const item = (name: string): Glyph => ITEMS[name] ?? sign(name);

/** Arrows that show whose cities count. */
const places = (where: readonly string[]): Glyph[] => [
  ...(where.includes("left") ? [icon("left")] : []),
  ...(where.includes("self") && where.length > 1 ? [icon("down")] : []),
  ...(where.includes("right") ? [icon("right")] : []),
];

const shields = (count: number): Glyph[] =>
  count > 3 ? [word(String(count)), icon("shield")] : Array<Glyph>(count).fill(icon("shield"));

type Draw = (args: Args) => Glyph[];
const DRAW: Record<string, Draw> = {
  produce: (a) => {
    const goods = words(a, "resources").map((resource): Glyph => ({ is: "good", resource: resource as Resource }));
    return goods.length === 1 ? Array<Glyph>(number(a, "amount") || 1).fill(goods[0]!) : between(goods, SLASH);
  },
  points: (a) => [laurel(number(a, "points"))],
  shields: (a) => shields(number(a, "shields")),
  coins: (a) => [
    coin(number(a, "coins")),
    ...(number(a, "neighbors") ? [icon("left"), coin(number(a, "neighbors")), icon("right")] : []),
  ],
  science: (a) =>
    a["symbol"] === "any"
      ? between([icon("compass"), icon("gear"), icon("tablet")], SLASH)
      : [icon(String(a["symbol"]) as IconName)],
  price: (a) => [
    ...(words(a, "where").includes("left") ? [icon("pass-left")] : []),
    sign(a["goods"] === "raw" ? "brown" : "gray"),
    coin(number(a, "price")),
    ...(words(a, "where").includes("right") ? [icon("pass-right")] : []),
  ],
  per: (a) => [
    ...(number(a, "coins") ? [coin(number(a, "coins"))] : []),
    ...(number(a, "points") ? [laurel(number(a, "points"))] : []),
    SLASH,
    ...words(a, "items").map(item),
    ...places(words(a, "where")),
  ],
  per_set: (a) => [laurel(number(a, "points")), SLASH, ...words(a, "items").map(item)],
  complete: (a) => [laurel(number(a, "points")), SLASH, icon("stage")],
  last_card: () => [icon("last-card")],
  free_once_per_age: () => [coin(0), icon("hand")],
  free_first_of_color: () => [coin(0), sign("blue"), sign("green"), sign("red")],
  free_first_of_age: () => [coin(0), icon("hand"), icon("right")],
  free_last_of_age: () => [coin(0), icon("left"), icon("hand")],
  dig: () => [icon("dig")],
  copy_guild: () => [icon("copy"), sign("purple")],
  copy_stage: (a) => [
    icon("copy"),
    icon("stage"),
    ...(a["neighbor"] === "either"
      ? [icon("left"), icon("right")]
      : [icon(a["neighbor"] === "left" ? "left" : "right")]),
  ],
  loss: (a) => [coin(`-${number(a, "coins")}`, true), ...(a["per"] === "none" ? [] : [SLASH, item(String(a["per"]))])],
  diplomacy: () => [icon("dove")],
  mask: () => [icon("mask")],
  rebate: (a) => (a["where"] === "left" ? [icon("pass-left"), coin("-1")] : [coin("-1"), icon("pass-right")]),
  produce_again: () => [icon("plus"), sign("brown"), sign("gray")],
  produce_missing: () => [word("?"), sign("brown"), sign("gray")],
  stages_without_resources: () => [icon("stage"), word("="), coin(0)],
  waive: (a) => [word("-1"), sign("brown"), SLASH, a["on"] === "stage" ? icon("stage") : sign(String(a["on"]))],
  set_bonus: (a) => [laurel(`+${number(a, "points")}`), SLASH, icon("compass"), icon("gear"), icon("tablet")],
  bank_resource: (a) => [coin(number(a, "price")), icon("arrow"), sign("brown")],
  coin_on_trade: (a) => [coin(`+${number(a, "coins")}`), SLASH, icon("trade")],
  leaders_free: () => [coin(0), sign("white")],
  leader_discount: (a) => [
    coin(`-${number(a, "own")}`),
    sign("white"),
    icon("left"),
    coin(`-${number(a, "neighbors")}`),
    icon("right"),
  ],
  coins_on_victory: (a) => [coin(number(a, "coins")), SLASH, icon("mil-5")],
  free_color: (a) => [coin(0), sign(String(a["color"]))],
  free_color_per_age: (a) => [coin(0), sign(String(a["color"]))],
  coins_on_chain: (a) => [coin(number(a, "coins")), SLASH, icon("chain")],
  coins_on_color: (a) => [coin(number(a, "coins")), SLASH, sign(String(a["color"]))],
  defeats_to_victor: () => [icon("defeat"), icon("arrow")],
  bank_bonus: (a) => [coin(`+${number(a, "coins")}`)],
  defeats_as_shields: () => [icon("defeat"), icon("arrow"), icon("shield")],
  draw_leaders: (a) => [word(`+${number(a, "leaders")}`), sign("white")],
  extra_recruit: () => [icon("plus"), sign("white")],
  copy_leader: () => [icon("copy"), sign("white")],
};

/** The icons of an effect. */
export const glyphs = (effect: Effect): Glyph[] => DRAW[effect.kind]?.(effect.args) ?? [word(effect.kind)];

/** How much room an effect takes on a card: long ones are drawn smaller. */
export const width = (row: readonly Glyph[]): number =>
  row.reduce((sum, glyph) => sum + (glyph.is === "word" ? 0.4 : 1), 0);

type Word = (key: string) => string;
type Say = (args: Args, word: Word) => string;

/** What is counted, where it is not cards. */
const EACH: Record<string, () => string> = {
  stage: m.each_stage,
  defeat: m.each_token,
  victory: m.each_token,
  "three-coins": m.each_three_coins,
};
const each = (item: string): string => (EACH[item] ?? m.each_card)();

const SAY: Record<string, Say> = {
  produce: (a, w) => {
    const goods = words(a, "resources");
    return goods.length > 1 ? m.one_of_these() : goodsWord(number(a, "amount") || 1, String(goods[0]), w);
  },
  points: (a) => m.points_count({ count: number(a, "points") }),
  shields: (a) => shieldsWord(number(a, "shields")),
  coins: (a) => coinsWord(number(a, "coins")),
  science: (a, w) => w(`science.${String(a["symbol"])}`),
  price: (a) => m.effect_price({ price: number(a, "price") }),
  per: (a) => {
    const where = words(a, "where");
    const counted = each(words(a, "items")[0] ?? "");
    return where.length === 3
      ? m.effect_per_all({ each: counted })
      : where.includes("self")
        ? m.effect_per_here({ each: counted })
        : m.effect_per_neighbors({ each: counted });
  },
  per_set: () => m.effect_per_set(),
  complete: () => m.effect_complete(),
  last_card: () => m.effect_last_card(),
  free_once_per_age: () => m.effect_free_once_per_age(),
  free_first_of_color: () => m.effect_free_first_of_color(),
  free_first_of_age: () => m.effect_free_first_of_age(),
  free_last_of_age: () => m.effect_free_last_of_age(),
  dig: () => m.effect_dig(),
  copy_guild: () => m.effect_copy_guild(),
  copy_stage: () => m.effect_copy_stage(),
  loss: (a) =>
    a["per"] === "none"
      ? m.effect_loss({ coins: number(a, "coins") })
      : m.effect_loss_each({ each: each(String(a["per"])) }),
  diplomacy: () => m.effect_diplomacy(),
  mask: () => m.effect_mask(),
  rebate: () => m.effect_rebate(),
  produce_again: () => m.effect_produce_again(),
  produce_missing: () => m.effect_produce_missing(),
  stages_without_resources: () => m.effect_stages_without_resources(),
  waive: () => m.effect_waive(),
  set_bonus: () => m.effect_set_bonus(),
  bank_resource: () => m.effect_bank_resource(),
  coin_on_trade: () => m.effect_coin_on_trade(),
  leaders_free: () => m.effect_leaders_free(),
  leader_discount: () => m.effect_leader_discount(),
  coins_on_victory: () => m.effect_coins_on_victory(),
  free_color: () => m.effect_free_color(),
  free_color_per_age: () => m.effect_free_color_per_age(),
  coins_on_chain: () => m.effect_coins_on_chain(),
  coins_on_color: () => m.effect_coins_on_color(),
  defeats_to_victor: () => m.effect_defeats_to_victor(),
  bank_bonus: () => m.effect_bank_bonus(),
  defeats_as_shields: () => m.effect_defeats_as_shields(),
  draw_leaders: (a) => m.effect_draw_leaders({ count: number(a, "leaders") }),
  extra_recruit: () => m.effect_extra_recruit(),
  copy_leader: () => m.effect_copy_leader(),
};

/** An effect in two to four words, for the line under its icons. */
export const caption = (effect: Effect, word: Word): string => SAY[effect.kind]?.(effect.args, word) ?? effect.text;

/** Every kind of effect that the client can draw. */
export const KINDS: readonly string[] = Object.keys(DRAW);
export const SAID: readonly string[] = Object.keys(SAY);
