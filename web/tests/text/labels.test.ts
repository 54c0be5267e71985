import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import CardSheet from "../../src/components/card/CardSheet.svelte";
import CityStrip from "../../src/components/city/CityStrip.svelte";
import HandCard from "../../src/components/card/HandCard.svelte";
import Neighbor from "../../src/components/city/Neighbor.svelte";
import PlayedCard from "../../src/components/card/PlayedCard.svelte";
import Spine from "../../src/components/card/Spine.svelte";
import WonderStage from "../../src/components/wonder/WonderStage.svelte";
import { book, cardHint, sample, sampleScene, sampleTable } from "../../src/gallery/samples";
import { whyNot } from "../../src/text/affordability";
import { builtLabel, cardLabel, cityLabel, handLabel, stageLabel } from "../../src/text/labels";
import type { CardHint, Effect, RevealedMove, StageData } from "../../src/api/messages";
import { conflictSentence, moveSentence } from "../../src/text/reveal-sentences";
import { locales, setLocale } from "../../src/paraglide/runtime.js";
import BoardSheet from "../../src/scene/BoardSheet.svelte";
import HelpSheet from "../../src/scene/HelpSheet.svelte";
import LastTurn from "../../src/scene/LastTurn.svelte";
import WithRulebook from "../WithRulebook.svelte";

const show = (component: unknown, props: Record<string, unknown>) =>
  render(WithRulebook, { props: { book, component: component as never, given: props } });
const hint = (fields: Partial<CardHint>): CardHint => cardHint("Library", fields);
const library = book.card("Library");
const stage: StageData = {
  coins: 2,
  cost: { wood: 2 },
  effects: [{ kind: "points", args: { points: 3 }, text: "3 points at the end of the game." } as unknown as Effect],
};

beforeAll(() => {
  // jsdom has no animations; transitions of Svelte ask for them.
  Element.prototype.animate ??= () =>
    ({ cancel() {}, finish() {}, onfinish: null, finished: Promise.resolve() }) as unknown as Animation;
});
beforeEach(() => void setLocale("en", { reload: false }));
afterEach(cleanup);

describe("a card", () => {
  const whole =
    "Library, scientific structure. Tablet. Costs 2 stone and 1 textile. Free if you own Scriptorium. Makes Senate and University free.";
  it("says its name, kind, effect, cost and chains both ways", () => {
    expect(cardLabel(library, book)).toBe(whole);
    expect(cardLabel(book.card("Lumber Yard"), book)).toBe("Lumber Yard, raw material. 1 wood. Costs nothing.");
  });
  it.each([
    [{ state: "free" }, "You can build it for free."],
    [{ state: "chain" }, "You can build it for free through a chain."],
    [{ state: "power", by: "Lumber Yard" }, "You can build it for free thanks to Lumber Yard."],
    [{ state: "own" }, "You can build it with your own resources."],
    [{ state: "own", coins: 1 }, "You can build it for 1 coin."],
    [{ state: "trade", prices: [{ pay: { left: 2 }, total: 2 }] }, "You can build it for 2 coins."],
    [{ state: "no", reason: { code: "", key: "not-for-sale" } }, "You cannot build it. Missing resource."],
  ] as const)("says in the hand what it takes: %j", (fields, words) => {
    show(HandCard, { card: library, hint: hint(fields as Partial<CardHint>) });
    expect(screen.getByRole("button", { name: `${whole} ${words}` })).toBeDefined();
  });
  it("says that a leader is recruited", () => {
    const leader = book.data.leaders[0]!;
    expect(handLabel(leader, hint({ coins: 3 }), book)).toMatch(/, leader\. .* You can recruit it for 3 coins\.$/);
  });
  it.each([
    ["Spine", Spine],
    ["PlayedCard", PlayedCard],
  ])("in a city says what it does, and once that it is new (%s)", (_, component) => {
    show(component, { card: library, fresh: true, onpick: () => {} });
    expect(
      screen.getByRole("button", { name: "Library, scientific structure. Tablet. New since last turn." }),
    ).toBeDefined();
  });
  it("has a label even if it cannot be pressed", () => {
    show(Spine, { card: library });
    expect(screen.getByRole("img", { name: "Library, scientific structure. Tablet." })).toBeDefined();
  });
});

describe("a stage", () => {
  const start = "Stage 2. 3 points at the end of the game. Costs 2 coins and 2 wood.";
  it.each([
    ["done", `${start} Built.`],
    ["next", `${start} Next.`],
    ["later", `${start} Later.`],
    ["never", `${start} Not built.`],
  ] as const)("says number, effect, cost and that it is %s, and its pieces are silent", (state, words) => {
    show(WonderStage, { stage, number: 2, state });
    expect(screen.getAllByRole("img")[0]?.getAttribute("aria-label")).toBe(words);
    expect(screen.getByRole("img", { name: words })).toBeDefined();
  });
  it("says whether it can be built, and which card is under it after the game", () => {
    const prices = [{ pay: { left: 1, right: 0, bank: 0 }, total: 3 }];
    const next = {
      city: 0,
      number: 2,
      state: "trade",
      coins: 2,
      prices,
      copies: [],
      reason: null,
      missing: [],
    } as const;
    expect(stageLabel(stage, { number: 2, state: "next" }, next, book)).toBe(
      `${start} Next. You can build it for 3 coins.`,
    );
    expect(stageLabel(stage, { number: 2, state: "done", buried: "Library" }, undefined, book)).toBe(
      `${start} Built. Under it: Library.`,
    );
  });
  it("counts goods in the plural", () => {
    const two = { ...stage, coins: 0, cost: { textile: 2, ore: 1 } };
    expect(stageLabel(two, { number: 1, state: "next" }, undefined, book)).toContain("Costs 1 ore and 2 textiles.");
  });
  it("is a full sentence on the board's sheet", () => {
    show(BoardSheet, { wonder: "Giza", side: "A" });
    expect(screen.getAllByRole("listitem")[0]?.textContent).toContain("Stage 1. 3 points. Costs 2 stone.");
  });
});

describe("a city", () => {
  const view = { ...sample.play.view.seats[1]!, coins: 1, debt: 0, diplomacy: 0 };
  const science = { compass: 2, gear: 0, tablet: 1, any: 0, masks: 0, points: 5 };
  const figures = { ...sample.play.help.figures[1]!, shields: 1, science, points: 14 };
  const city = { ...sampleScene().city(1), view, figures };
  const words = /^Eleni has 1 coin, 1 shield, compass: 2, tablet: 1, \d of \d stages, and points so far: 14\./;
  it("has its numbers and the changes of a move in one sentence", () => {
    expect(cityLabel(city, book)).toMatch(words);
    expect(cityLabel({ ...city, coinsAfter: 3 }, book)).toMatch(/^Eleni has 1 coin, then 3, 1 shield/);
  });
  it("does so beside the table", () => {
    const { prices } = city.figures;
    show(Neighbor, { neighbor: { side: "left", city, prices: prices.left, bought: [], war: { now: null } } });
    expect(screen.getByRole("img", { name: words })).toBeDefined();
  });
  it("does so in its strip, with its wonder and whether it has chosen", () => {
    show(CityStrip, { city: { ...city, chosen: true } });
    const name = screen.getByRole("button").getAttribute("aria-label");
    expect(name).toMatch(words);
    expect(name).toMatch(/, chosen\.$/);
  });
});

describe("the last turn", () => {
  const moves = [
    { seat: 0, action: "build", card: "Library" },
    { seat: 0, action: "discard" },
  ] as RevealedMove[];
  it("says who did what, and the coins in a sentence", () => {
    const reveal = { ...sample.reveal, moves, gained: [-1] };
    show(LastTurn, { scene: sampleScene(undefined, { ...sampleTable, reveals: [reveal] }) });
    expect(screen.getByRole("button", { name: "Iris builds Library" })).toBeDefined();
    expect(screen.getByRole("img", { name: "Iris discards a card" })).toBeDefined();
    expect(screen.getByRole("img", { name: "You now have 1 coin less." })).toBeDefined();
    expect(screen.queryByText("Iris")?.getAttribute("aria-hidden")).toBe("true");
  });
});

describe("sheets", () => {
  it("of cards show chains, copies by player count, and the box", () => {
    const { container } = show(CardSheet, { card: { ...library, ages: { "2": [3, 6] } } });
    const text = container.textContent ?? "";
    expect(text).toContain("Free if you own");
    expect(text).toContain("Makes free");
    expect(text).toContain("1 with 3 players");
    expect(text).toContain("2 with 6 players");
    expect(text).toMatch(/EditionFirst/);
    cleanup();
    const black = book.data.cards.find((card) => card.box === "cities")!;
    expect(show(CardSheet, { card: black }).container.textContent).toMatch(/ExpansionCities/);
  });
  it("of help name every key", () => {
    const { container } = show(HelpSheet, {});
    const keys = [...container.querySelectorAll("kbd")].map((key) => key.textContent);
    expect(keys).toEqual([
      "1",
      "9",
      "B",
      "W",
      "D",
      "P",
      "Enter",
      "U",
      "S",
      "C",
      "C",
      "1",
      "9",
      "L",
      "←",
      "→",
      "Esc",
      "?",
    ]);
  });
});

describe.each(locales)("one of something in %s", (locale) => {
  beforeEach(() => void setLocale(locale, { reload: false }));
  const many = /\b1 (coins|pièces|munten|Münzen|mønter|shields|boucliers|schilden|Schilde|skjolde)\b/;
  it("is singular", () => {
    const said = [
      moveSentence({ seat: 0, action: "settle", coins: 1 } as RevealedMove, ["Ada"], book),
      conflictSentence({ seat: 0, left: 1, shields: 1, left_shields: 1, tokens: [], left_tokens: [], diplomats: [] }, [
        "Ada",
        "Bo",
      ]),
      conflictSentence(
        { seat: 0, left: 1, shields: 1, left_shields: 0, tokens: [1], left_tokens: [-1], diplomats: [] },
        ["Ada", "Bo"],
      ),
      whyNot({ code: "", key: "coins-short", figures: { needed: 2, coins: 1 } }),
      whyNot({ code: "", key: "trade-too-dear", figures: { needed: 1 } }),
      handLabel(library, hint({ coins: 1 }), book),
    ];
    for (const words of said) expect(words).not.toMatch(many);
    expect(said.filter((words) => /\b1\b/.test(words))).toHaveLength(said.length);
  });
  it("has whole sentences for every card", () => {
    for (const card of [...book.data.cards, ...book.data.leaders])
      for (const words of [cardLabel(card, book), builtLabel(card, book, true)])
        expect(words).toMatch(/^[^{}]*[^.\s]\.$/);
  });
});
