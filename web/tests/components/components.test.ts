import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { createRawSnippet, tick } from "svelte";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import City from "../../src/components/city/City.svelte";
import Drawer from "../../src/components/ui/Drawer.svelte";
import HandCard from "../../src/components/card/HandCard.svelte";
import Menu from "../../src/components/ui/Menu.svelte";
import MilitaryComparison from "../../src/components/city/MilitaryComparison.svelte";
import PaymentTable from "../../src/scene/PaymentTable.svelte";
import Prices from "../../src/components/sign/Prices.svelte";
import ScoreSheet from "../../src/screens/end/ScoreSheet.svelte";
import ConflictTokens from "../../src/components/sign/ConflictTokens.svelte";
import WonderBoard from "../../src/components/wonder/WonderBoard.svelte";
import { book, cardHint, over, sample, sampleScene } from "../../src/gallery/samples";
import type { CardHint } from "../../src/api/messages";
import Actions from "../../src/scene/Actions.svelte";
import Log from "../../src/scene/Log.svelte";
import { NO_CHOOSER } from "../../src/scene/chooser";
import WithRulebook from "../WithRulebook.svelte";

// Components find the rulebook in their context; Table gives it to them.
const show = (component: unknown, props: Record<string, unknown>) =>
  render(WithRulebook, { props: { book, component: component as never, given: props } });

beforeAll(() => {
  // jsdom has no animations; transitions of Svelte ask for them.
  Element.prototype.animate ??= () =>
    ({ cancel() {}, finish() {}, onfinish: null, finished: Promise.resolve() }) as unknown as Animation;
});
afterEach(cleanup);

describe("HandCard", () => {
  const hints: [CardHint["state"], string, string][] = [
    ["chain", "is-free", "Free (chain)"],
    ["own", "is-own", "Own resources"],
    ["trade", "is-trade", "2 coins"],
    ["no", "is-no", "Missing resource"],
  ];
  it.each(hints)("shows %s by outline and words, and can always be picked", async (state, look, words) => {
    const onpick = vi.fn();
    const hint = cardHint("Senate", {
      state,
      prices: state === "trade" ? [{ pay: { left: 2, right: 0, bank: 0 }, total: 2 }] : [],
      ...(state === "no" ? { reason: { code: "move/illegal", key: "not-for-sale", figures: {} } } : {}),
    });
    show(HandCard, { card: book.card("Senate"), hint, onpick });
    const button = screen.getByRole("button");
    expect(button.className).toContain(look);
    expect(button.textContent).toContain(words);
    expect(button.hasAttribute("disabled")).toBe(false);
    await fireEvent.click(button);
    expect(onpick).toHaveBeenCalledOnce();
  });
});

describe("PaymentTable and Actions", () => {
  const prices = [
    { pay: { left: 1, right: 0 }, total: 1 },
    { pay: { left: 0, right: 2 }, total: 2 },
  ];
  it("offers each way to pay as a choice with a full sentence", async () => {
    const onchoose = vi.fn();
    show(PaymentTable, { prices, names: { left: "Eleni", right: "Marcus" }, onchoose });
    expect(screen.getAllByRole("radio")).toHaveLength(2);
    await fireEvent.click(screen.getByRole("radio", { name: "0 to Eleni, 2 to Marcus, 2 in total" }));
    expect(onchoose).toHaveBeenCalledWith(1);
  });
  // The sample's hand: Circus can be paid in three ways, Study cannot be built.
  const acting = () => {
    const chooser = { ...NO_CHOOSER };
    const chosen = vi.spyOn(chooser, "choose");
    const scene = sampleScene(chooser);
    const { picker } = scene;
    show(Actions, { scene });
    const pick = async (card: string) => {
      picker.pick(picker.cards.indexOf(card));
      await tick();
    };
    return { chosen, pick };
  };
  it("builds with the payment that was chosen", async () => {
    const { chosen, pick } = acting();
    await pick("Circus");
    await fireEvent.click(screen.getAllByRole("radio")[1]!);
    await fireEvent.click(screen.getByRole("button", { name: /Build/ }));
    expect(chosen).toHaveBeenCalledWith(expect.objectContaining({ card: "Circus", pay: { left: 1, right: 2 } }));
  });
  it("forgets the payment of one card when another is selected", async () => {
    const { chosen, pick } = acting();
    await pick("Circus");
    await fireEvent.click(screen.getAllByRole("radio")[1]!);
    await pick("Fortifications");
    await fireEvent.click(screen.getByRole("button", { name: /Build/ }));
    expect(chosen).toHaveBeenCalledWith(
      expect.objectContaining({ card: "Fortifications", pay: { left: 2, right: 0 } }),
    );
  });
  it("offers only the discard if the card cannot be built", async () => {
    const { pick } = acting();
    await pick("Study");
    expect(screen.queryByRole("button", { name: /Build/ })).toBeNull();
    expect(screen.getByRole("button", { name: /Discard/ })).toBeDefined();
  });
});

describe("figures", () => {
  it("shows peace as a dove with a label where there is no room for the word", () => {
    const { container } = show(MilitaryComparison, { war: { now: null, calm: "peace" }, small: true });
    expect(screen.getByRole("img", { name: "Peace" })).toBeTruthy();
    expect(container.textContent).not.toContain("Peace");
    expect(container.innerHTML).toContain("#i-dove");
  });
  it("groups what a neighbor sells by its price", () => {
    show(Prices, { sells: [["wood"], ["glass"], ["clay", "ore"]], prices: { raw: 1, manufactured: 2 } });
    expect(screen.getByRole("group").getAttribute("aria-label")).toBe(
      "1 coin each: wood, clay/ore; 2 coins each: glass",
    );
  });
  it("sums conflict tokens", () => {
    show(ConflictTokens, { tokens: [1, 3, -1, -1], sides: ["left", "left", "right", "right"] });
    expect(screen.getByRole("img", { name: "conflicts, +2" })).toBeDefined();
  });
});

describe("city and wonder", () => {
  const seat = sample.play.view.seats[0]!;
  it("shows every card of the player's city once", () => {
    show(City, { view: seat, expansions: ["leaders", "cities"] });
    expect(screen.getAllByRole("button")).toHaveLength((seat.built?.length ?? 0) + (seat.leaders?.length ?? 0));
  });
  it("shows the progress of the wonder", () => {
    show(WonderBoard, { view: { wonder: "Giza", side: "B", stages: 3 }, owner: "Iris" });
    expect(screen.getByRole("img", { name: "Giza: 3 of 4 stages" })).toBeDefined();
  });
  it("marks unbuilt stages and shows no chains after the game", () => {
    const seat = { ...sample.play.view.seats[0]!, stages: 1, side: "A" as const };
    const { container } = show(WonderBoard, { view: seat, owner: "", over: true });
    const feet = [...container.querySelectorAll(".stage .foot")].map((each) => each.textContent?.trim());
    expect(feet[0]).toBe("Built");
    expect(feet.slice(1).every((each) => each === "Not built")).toBe(true);
    expect(feet.length).toBeGreaterThan(1);
    cleanup();
    const running = show(City, { view: seat }).container.querySelectorAll(".opens span").length;
    cleanup();
    expect(running).toBeGreaterThan(0);
    expect(show(City, { view: seat, over: true }).container.querySelectorAll(".opens span")).toHaveLength(0);
  });
});

describe("Log", () => {
  it.each([
    ["play", "Age II, turn 3"],
    ["draft", "Leaders drafted"],
    ["recruit", "Age II: leaders recruited"],
    ["side", "Sides chosen"],
  ] as const)("heads what happened in the phase %s", (phase, words) => {
    const reveal = { ...sample.reveal, age: 2, turn: 3, phase };
    const { container } = show(Log, { reveals: [reveal], names: sample.names });
    expect(container.querySelector("b")?.textContent).toBe(words);
  });
});

describe("ScoreSheet", () => {
  it("explains a number on demand, and the parts add up to it", async () => {
    const { play, names } = over;
    const result = play.result!;
    show(ScoreSheet, { result, names, view: play.view });
    expect(screen.getAllByRole("columnheader")).toHaveLength(names.length);
    const best = [...result.scores].sort((a, b) => b.total - a.total)[0]!;
    const row = screen.getByRole("row", { name: /Civilian structures/ });
    await fireEvent.click(row.querySelector("button")!);
    const parts = [...screen.getByRole("status").querySelectorAll("li b")].map((each) =>
      Number(each.textContent?.replace("\u2212", "-")),
    );
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(best.civilian);
  });

  it("ranks the winner of a tie first", () => {
    const { play, names } = over;
    const scores = play.result!.scores.map((score) => ({ ...score, total: score.seat < 2 ? 99 : 10 }));
    show(ScoreSheet, { result: { ...play.result!, scores, winners: [1], teams: null }, names, view: play.view });
    expect(screen.getAllByRole("columnheader")[0]?.textContent).toContain(names[1]);
    const places = [...screen.getByRole("row", { name: /Place/ }).querySelectorAll("td")].map(
      (each) => each.textContent,
    );
    expect(places.slice(0, 3).map(Number)).toEqual([1, 2, 3]);
  });

  it("ranks teams by their sums, with the partners side by side", () => {
    const { play, names } = over;
    const totals = [64, 39, 50, 57, 30, 20];
    const scores = totals.map((total, seat) => ({ ...play.result!.scores[seat]!, seat, total }));
    const teams = [0, 2, 4].map((seat) => ({ seats: [seat, seat + 1], total: totals[seat]! + totals[seat + 1]! }));
    const result = { ...play.result!, scores, teams, winners: [2, 3] };
    show(ScoreSheet, { result, names, view: play.view, you: 4 });
    const cells = (row: RegExp) =>
      [...screen.getByRole("row", { name: row }).querySelectorAll("td")].map((each) => each.textContent);
    const heads = screen.getAllByRole("columnheader").filter((each) => each.getAttribute("scope") === "col");
    expect(heads.map((each) => each.querySelector("b")?.textContent)).toEqual(
      [2, 3, 0, 1, 4, 5].map((seat) => names[seat]),
    );
    expect(cells(/^Total/)).toEqual(["50", "57", "64", "39", "30", "20"]);
    expect(cells(/^Team 107/)).toEqual(["107", "103", "50"]);
    expect(cells(/Place/)).toEqual(["1", "2", "3"]);
  });

  it("shows the player's city first on a phone, and does not rank the Free City", () => {
    const { play, names } = over;
    const scores = play.result!.scores.slice(0, 3).map((score, seat) => ({ ...score, total: [40, 45, 90][seat]! }));
    const result = { ...play.result!, scores, teams: null, winners: [1] };
    const free_city = { seat: 2, holder: 0, draw_pile: 0, drawn: null };
    show(ScoreSheet, { result, names, view: { ...play.view, free_city }, you: 0, narrow: true });
    expect(screen.getAllByRole("columnheader").map((each) => each.querySelector("b")?.textContent)).toEqual(
      names.slice(0, 3),
    );
    const row = screen.getByRole("row", { name: /Place/ });
    expect([...row.querySelectorAll("td")].map((each) => each.textContent)).toEqual(["2", "1", "\u2013"]);
  });
});

describe("Menu and Drawer", () => {
  it("opens by an arrow key, closes by Escape, and restores the focus", async () => {
    const onpick = vi.fn();
    show(Menu, {
      label: "Menu",
      items: [
        { key: "a", label: "First" },
        { key: "b", label: "Second" },
      ],
      onpick,
    });
    const button = screen.getByRole("button", { name: "Menu" });
    button.focus();
    await fireEvent.keyDown(button, { key: "ArrowDown" });
    const items = screen.getAllByRole("menuitem");
    expect(document.activeElement).toBe(items[0]);
    await fireEvent.keyDown(items[0]!, { key: "ArrowDown" });
    await Promise.resolve();
    expect(document.activeElement).toBe(items[1]);
    await fireEvent.keyDown(items[1]!, { key: "Escape" });
    expect(screen.queryByRole("menu")).toBeNull();
    expect(document.activeElement).toBe(button);
  });
  it("takes the focus and closes by Escape", async () => {
    const onclose = vi.fn();
    show(Drawer, {
      open: true,
      title: "Log",
      onclose,
      children: createRawSnippet(() => ({ render: () => "<p>Nothing yet</p>" })),
    });
    const drawer = screen.getByRole("region", { name: "Log" });
    expect(document.activeElement).toBe(drawer);
    await fireEvent.keyDown(drawer, { key: "Escape" });
    expect(onclose).toHaveBeenCalledOnce();
  });
});
