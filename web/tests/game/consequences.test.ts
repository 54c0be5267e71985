import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import MilitaryComparison from "../../src/components/city/MilitaryComparison.svelte";
import PaymentTable from "../../src/scene/PaymentTable.svelte";
import Prices from "../../src/components/sign/Prices.svelte";
import { book, over, sample, clientScene, sampleClient } from "../../src/gallery/samples";
import { chips } from "../../src/text/consequence-chips";
import { ownConflicts } from "../../src/game/conflicts";
import type { Conflict, MovePreview, Move, ServerMessage } from "../../src/api/messages";
import { outlook, sameMove, soldBy, taken } from "../../src/game/consequences";
import { SOURCE_KINDS, sourceWords } from "../../src/text/score-sources";
import { locales, setLocale } from "../../src/paraglide/runtime.js";
import Actions from "../../src/scene/Actions.svelte";
import TableTools from "../../src/screens/table/TableTools.svelte";
import WithRulebook from "../WithRulebook.svelte";

const show = (component: unknown, props: Record<string, unknown>) =>
  render(WithRulebook, { props: { book, component: component as never, given: props } });
beforeAll(() => {
  // jsdom knows the element but not how to open it.
  HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
    this.setAttribute("open", "");
  };
});
afterEach(cleanup);

// Seat 0 of the sample: 5 coins, 4 shields, 19 points; Eleni (1) on its left, Marcus (6) on its right.
const { play, names } = sample;
const coins = play.view.seats.map((seat) => seat.coins);
const mine = play.help.figures[0]!;
const move = (part: Partial<Move> = {}): Move => ({
  player: 0,
  action: "build",
  card: "Circus",
  pay: { left: 2, right: 0 },
  ...part,
});
const discard: Move = { player: 0, action: "discard", card: "Circus" };
const preview = (part: Partial<MovePreview> = {}): MovePreview => ({
  move: move(),
  coins,
  bought: { left: [], right: [], bank: [] },
  makes: [],
  losses: [],
  shields: mine.shields,
  conflicts: play.view.conflicts,
  diplomacy: 0,
  peace: [],
  science: mine.science,
  prices: mine.prices,
  points: 19,
  ...part,
});
const circus = preview({
  coins: coins.map((each, seat) => (seat === 0 ? each - 2 : seat === 1 ? each + 2 : each)),
  bought: { left: ["stone", "ore"], right: [], bank: [] },
  shields: mine.shields + 3,
  conflicts: play.view.conflicts.map((each) => (each.seat === 0 ? { ...each, shields: each.shields + 3 } : each)),
});

describe("what a move would do", () => {
  it("lists only changes", () => {
    expect(outlook(play, book, preview({ move: discard }))).toEqual({
      city: 0,
      coins: [],
      shields: null,
      conflicts: [],
      diplomacy: null,
      science: null,
      points: null,
      bank: [],
      makes: [],
      prices: [],
      losses: [],
      opens: [],
    });
  });
  it("shows the treasuries before and after, the player's first", () => {
    const told = outlook(play, book, circus);
    expect(told.coins).toEqual([
      { seat: 0, before: 5, after: 3 },
      { seat: 1, before: coins[1], after: coins[1]! + 2 },
    ]);
    expect(told.shields).toEqual({ before: 4, after: 7 });
  });
  it("shows the server's forecast of conflicts", () => {
    const met = (left: number[], right: number[]): Conflict[] => [
      {
        seat: 0,
        left: 1,
        shields: 4,
        left_shields: 5,
        tokens: left,
        left_tokens: left[0] === -1 ? [5] : [],
        diplomats: [],
      },
      {
        seat: 6,
        left: 0,
        shields: 5,
        left_shields: 4,
        tokens: right[0] === -1 ? [5] : [],
        left_tokens: right,
        diplomats: [],
      },
    ];
    const at = { ...play, view: { ...play.view, conflicts: met([-1], [-1]) } };
    const turned = (conflicts: Conflict[]) => outlook(at, book, preview({ conflicts })).conflicts;
    expect(turned(met([5], [5]))).toEqual([
      { seat: 1, before: "behind", after: "ahead" },
      { seat: 6, before: "behind", after: "ahead" },
    ]);
    expect(turned(met([], [-1]))).toEqual([{ seat: 1, before: "behind", after: "level" }]);
    expect(turned([]).map(({ after }) => after)).toEqual(["peace", "peace"]);
    // A victory with a defeat token among the others is a victory.
    expect(turned(met([5, -1], [-1]))).toEqual([{ seat: 1, before: "behind", after: "ahead" }]);
  });
  it("names goods, prices, losses and chains", () => {
    const told = outlook(
      play,
      book,
      preview({
        move: move({ card: "Scriptorium" }),
        makes: [["ore"], ["wood", "clay"]],
        prices: { left: { raw: 1, manufactured: 1 }, right: { raw: 2, manufactured: 2 } },
        losses: [0, 2, 0, 0, 0, 0, 1],
        points: 22,
      }),
    );
    expect(told.makes).toHaveLength(2);
    expect(told.prices).toEqual([{ side: "left", goods: "manufactured", before: 2, after: 1 }]);
    expect(told.losses).toEqual([
      { seat: 1, coins: 2 },
      { seat: 6, coins: 1 },
    ]);
    expect(told.points).toEqual({ before: 19, after: 22 });
    // The third age has come: only what can still be dealt is worth telling.
    expect(told.opens).toEqual([]);
    const early = { ...play, view: { ...play.view, age: 1 } };
    expect(outlook(early, book, preview({ move: move({ card: "Scriptorium" }) })).opens).toEqual([
      "Courthouse",
      "Library",
    ]);
  });
  it("tells moves apart by use, power, side and payment", () => {
    expect(sameMove(move(), move({ pay: { left: 2, right: 0, bank: 0 } }))).toBe(true);
    for (const other of [
      { pay: { left: 1, right: 2 } },
      { using: "Olympia" },
      { action: "wonder" },
      { city: 2 },
    ] as const)
      expect(sameMove(move(), move(other))).toBe(false);
  });
  it("says who sells what, also to the Free City", () => {
    expect(soldBy(play, circus, 1)).toEqual(["stone", "ore"]);
    expect(soldBy(play, circus, 6)).toEqual([]);
    const free = { ...circus, move: move({ city: 6 }) };
    expect(soldBy(play, free, play.help.figures[6]!.left)).toEqual(["stone", "ore"]);
    expect(soldBy(play, undefined, 1)).toEqual([]);
  });
  it("finds the units that are sold, whichever choice they leave", () => {
    expect(taken([["stone", "ore"], ["stone"], ["clay"]], ["stone", "ore"])).toEqual(["ore", "stone", null]);
    expect(
      taken(
        [
          ["stone", "ore"],
          ["ore", "clay"],
        ],
        ["ore", "stone"],
      ),
    ).toEqual(["stone", "ore"]);
    expect(taken([["wood"], ["wood"]], ["wood"])).toEqual(["wood", null]);
  });
});

describe("in words", () => {
  const around = { book, names, you: 0, left: "Eleni", right: "Marcus" };
  it("says each change in a sentence", () => {
    const told = chips(outlook(play, book, circus), { ...around, sold: (seat) => soldBy(play, circus, seat) });
    expect(told.map(({ words }) => words)).toEqual([
      "your coins: 5, then 3",
      "Eleni's coins: 1, then 3, bought from Eleni: stone, ore",
      "shields: 4, then 7",
      ...told.slice(3).map(({ words }) => words),
    ]);
  });
  it.each(locales)("has words for everything in %s", async (locale) => {
    await setLocale(locale, { reload: false });
    const all = preview({
      move: move({ card: "Scriptorium" }),
      coins: coins.map((each) => each + 1),
      bought: { left: [], right: [], bank: ["glass"] },
      makes: [["ore"], ["wood", "clay"]],
      shields: 9,
      diplomacy: 1,
      science: { ...mine.science, tablet: 1, points: 5 },
      prices: { left: { raw: 0, manufactured: 0 }, right: { raw: 0, manufactured: 0 } },
      losses: coins.map(() => 1),
      points: 30,
    });
    const told = chips(outlook({ ...play, view: { ...play.view, age: 1 } }, book, all), {
      ...around,
      sold: () => ["glass"],
    });
    for (const icon of ["coin", "shield", "dove", "c-green", "plus", "pass-left", "debt", "chain", "vp"])
      expect(told.map((chip) => chip.icon)).toContain(icon);
    expect(told.some(({ name, goods }) => name !== undefined && goods?.[0]?.[0] === "glass")).toBe(true);
    for (const { words } of told) expect(words).not.toMatch(/undefined|[{}]/);
    await setLocale("en", { reload: false });
  });
});

describe("where points come from", () => {
  it.each(locales)("says every kind of source in %s", async (locale) => {
    await setLocale(locale, { reload: false });
    for (const kind of SOURCE_KINDS)
      for (const name of ["left", "right"]) {
        const words = sourceWords({ kind, name: kind === "family" ? "gear" : name, number: 2, points: 3 }, book);
        expect(words).not.toMatch(/undefined|[{}]/);
        // The word by which programs know it is no word for people, except where a language has the same.
        if (kind.includes("-")) expect(words).not.toContain(kind);
        expect(words.trim()).not.toBe("");
      }
    await setLocale("en", { reload: false });
  });
  it("describes every source of a whole game without raw keys", () => {
    const sources = over.play.result!.breakdown.flatMap((each) => Object.values(each.sources).flat());
    const words = sources.map((source) => sourceWords(source, book));
    expect(words).toContain("Stage I");
    expect(words.filter((each) => /^(left|right|sets|family|coins)/i.test(each) && !each.includes(" "))).toEqual([]);
  });
});

describe("in the page", () => {
  const told = (moves: readonly MovePreview[]): ServerMessage => ({
    type: "preview",
    id: 1,
    moment: play.moment,
    card: "Circus",
    city: null,
    moves,
  });
  const looking = () => {
    const client = sampleClient();
    const scene = clientScene(client);
    const { picker } = scene;
    const asked = vi.spyOn(client, "requestPreview");
    picker.pick(picker.cards.indexOf("Circus"));
    return { client, picker, scene, asked };
  };
  it("requests a card once, and shows the consequences of the hovered use", async () => {
    const { client, picker, scene, asked } = looking();
    show(Actions, { scene });
    await tick();
    expect(asked).toHaveBeenCalledExactlyOnceWith("Circus", null);
    expect(scene.consequences).toEqual([]);
    const sale = preview({ move: discard, coins: [8, ...coins.slice(1)] });
    client.update(told([circus, sale]));
    await tick();
    expect(screen.getByRole("status").textContent).toContain("Build: your coins: 5, then 3;");
    const list = screen.getByRole("list", { name: "What this would do" });
    // The payments above say what is paid to whom.
    expect(screen.getByRole("radiogroup", { name: "Payment" })).toBeTruthy();
    const further = scene.consequences.filter(({ icon }) => icon !== "coin");
    expect(further.length).toBeLessThan(scene.consequences.length);
    expect(within(list).getAllByRole("listitem")).toHaveLength(further.length);
    await fireEvent.pointerEnter(screen.getByRole("button", { name: /Discard/ }));
    expect(picker.preview).toEqual(sale);
    expect(scene.city(0).coinsAfter).toBe(8);
    expect(scene.neighbor("left").bought).toEqual([]);
    expect(asked).toHaveBeenCalledOnce();
  });
  it("follows the payment, and is dropped with the next decision", () => {
    const { client, picker, scene } = looking();
    const other = preview({ move: move({ pay: { left: 1, right: 2 } }), coins: [2, ...coins.slice(1)] });
    client.update(told([circus, other]));
    expect(scene.city(0).coinsAfter).toBe(3);
    expect(scene.war("left").now?.mine).toBe(4);
    expect(scene.war("left").then?.mine).toBe(7);
    picker.selectPayment(picker.main[0]!, 1);
    expect(scene.city(0).coinsAfter).toBe(2);
    client.update({ type: "play", seq: 99, reveals: [], play: { ...play, moment: play.moment + 1 } });
    expect(client.model.previews).toEqual({});
    client.update(told([circus]));
    expect(client.model.previews).toEqual({});
  });
  it("pays the neighbors of the city that is decided for", () => {
    const { client, scene } = looking();
    expect([scene.buyer.left, scene.buyer.right]).toEqual([1, 6]);
    const pending = play.view.pending!.map((each) => ({ ...each, city: 3 }));
    client.update({ type: "play", seq: 98, reveals: [], play: { ...play, view: { ...play.view, pending } } });
    expect([scene.buyer.left, scene.buyer.right]).toEqual([4, 2]);
  });
  it("ignores a refused preview", () => {
    const { client } = looking();
    client.update({ type: "requested", id: 7, about: "preview" });
    client.update({ type: "error", id: 7, code: "move/not-pending", params: {} });
    expect(client.model.error).toBeNull();
  });
  it("marks the bought goods at their seller", () => {
    const sells = [["textile"], ["stone", "ore"], ["stone"]];
    const { container } = show(Prices, { sells, prices: mine.prices.left, bought: ["stone", "ore"] });
    const rings = [...container.querySelectorAll(".ring title")].map((each) => each.textContent);
    expect(rings.sort()).toEqual(["ore", "stone"]);
  });
  it("shows a conflict before and after", () => {
    const pair = { seat: 0, left: 1, shields: 1, left_shields: 2, tokens: [-1], left_tokens: [3], diplomats: [] };
    const [now] = ownConflicts([pair], 0);
    const [then] = ownConflicts([{ ...pair, shields: 3, tokens: [3], left_tokens: [-1], diplomats: [] }], 0);
    show(MilitaryComparison, { war: { now, then } });
    expect(screen.getByRole("img", { name: "You 1 vs 2: \u22121, then You 3 vs 2: +3" })).toBeDefined();
  });
  it("names the goods of each payment", () => {
    const prices = [{ pay: { left: 2, right: 1 }, total: 3 }];
    show(PaymentTable, {
      prices,
      bought: [{ left: ["clay"], right: ["glass"] }],
      names: { left: "Eleni", right: "Marcus" },
    });
    expect(screen.getByRole("radio").getAttribute("aria-label")).toBe(
      "2 to Eleni, 1 to Marcus, 3 in total; bought from Eleni: clay; bought from Marcus: glass",
    );
  });
  it("asks for confirmation before giving up a seat", async () => {
    const { client, scene } = looking();
    const asked = vi.spyOn(client, "request");
    show(TableTools, { scene, client });
    const leave = async () => {
      await fireEvent.click(screen.getByRole("button", { name: "Menu" }));
      await fireEvent.click(screen.getByRole("menuitem", { name: "Give up your seat" }));
    };
    await leave();
    await fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Keep playing" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(asked).not.toHaveBeenCalled();
    await leave();
    await fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Give up your seat" }));
    expect(asked).toHaveBeenCalledExactlyOnceWith({ type: "leave-seat" });
  });
});
