// What the client says about the rules, where it once said something that is not true.
import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { book, over, sample } from "../../src/gallery/samples";
import { ruleAddress, ruleOfCard, ruleOfWonder } from "../../src/text/rules";
import { caption } from "../../src/text/effects";
import { stageLabel } from "../../src/text/labels";
import type { Conflict, Result, Reveal } from "../../src/api/messages";
import { ownConflicts } from "../../src/game/conflicts";
import { conflictRule, moveStory, ownConflict, revealSentences } from "../../src/text/reveal-sentences";
import { locales, setLocale } from "../../src/paraglide/runtime.js";
import Banner from "../../src/screens/end/Banner.svelte";
import BoardSheet from "../../src/scene/BoardSheet.svelte";
import WithRulebook from "../WithRulebook.svelte";
import WonderBoard from "../../src/components/wonder/WonderBoard.svelte";

const show = (component: unknown, props: Record<string, unknown>) =>
  render(WithRulebook, { props: { book, component: component as never, given: props } });

beforeEach(() => void setLocale("en", { reload: false }));
afterEach(cleanup);

describe("Manneken Pis", () => {
  const side = book.side("Manneken Pis", "A");
  it("does not say that its stages cost nothing", () => {
    expect(stageLabel(side.stages[0]!, { number: 1, copied: side.pays_copied_cost }, undefined, book)).toBe(
      "Stage 1. Copy a stage. Costs what the copied stage costs.",
    );
  });
  it("says on its board that a stage costs what the copied one costs", () => {
    const seat = { ...sample.play.view.seats[0]!, wonder: "Manneken Pis", side: "A", stages: 0 };
    const { container } = show(WonderBoard, { view: seat, owner: "Ada" });
    expect(screen.queryByRole("img", { name: /Costs nothing/ })).toBeNull();
    expect(screen.getAllByRole("img", { name: /Costs what the copied stage costs/ })).toHaveLength(3);
    expect(container.querySelector("[title='You start the game with 4 coins more.']")).not.toBeNull();
  });
  it("explains its coins and costs on its sheet, on both sides", () => {
    const text = show(BoardSheet, { wonder: "Manneken Pis", side: "A" }).container.textContent ?? "";
    expect(text.match(/You start the game with 4 coins more\./g)).toHaveLength(2);
    expect(text).toContain("Costs what the copied stage costs.");
    expect(text).not.toContain("Costs nothing");
  });
});

describe("what a card counts", () => {
  it.each([
    ["en", "per stage, your city", "per stage, 3 cities"],
    ["fr", "par étape, votre cité", "par étape, 3 cités"],
    ["nl", "per fase, jouw stad", "per fase, 3 steden"],
    ["de", "je Bauabschnitt, deine Stadt", "je Bauabschnitt, 3 Städte"],
    ["da", "pr. stadie, din by", "pr. stadie, 3 byer"],
  ] as const)("is stages, not cards, on the Arena and the Builders Guild in %s", (locale, arena, builders) => {
    void setLocale(locale, { reload: false });
    const said = (card: string): string => caption(book.card(card).effects[0]!, (key) => book.word(key));
    expect(said("Arena")).toBe(arena);
    expect(said("Builders Guild")).toBe(builders);
  });
  it("names tokens or coins", () => {
    const said = (card: string): string => caption(book.card(card).effects[0]!, (key) => book.word(key));
    expect(said("Strategists Guild")).toBe("per token, neighbors");
    expect(said("Gamers Guild")).toBe("per 3 coins, your city");
    expect(said("Lighthouse")).toBe("per card, your city");
  });
});

describe("the rule of a thing", () => {
  it("is that of its effect, else that of its color", () => {
    expect(ruleAddress(ruleOfCard(book.card("West Trading Post")))).toBe("/rules/trade#cheaper");
    expect(ruleAddress(ruleOfCard(book.card("Caravansery")))).toBe("/rules/costs#resources");
    expect(ruleAddress(ruleOfCard(book.card("Walls")))).toBe("/rules/conflicts#shields");
    expect(ruleAddress(ruleOfCard(book.card("Pigeon Loft")))).toBe("/rules/cities#masks");
    expect(ruleAddress(ruleOfWonder("Olympia"))).toBe("/rules/wonders#olympia");
    expect(ruleAddress(ruleOfWonder("Giza"))).toBe("/rules/wonders");
  });
});

describe("the banner at the end", () => {
  const names = ["Ada", "Bo", "Kalypso", "Di"];
  const view = { ...over.play.view, free_city: null };
  const said = (you: number | null, totals: readonly number[], teams: Result["teams"] = null): string => {
    const best = Math.max(...(teams ?? []).map((team) => team.total), ...(teams ? [] : totals));
    const winners = teams
      ? teams.filter((team) => team.total === best).flatMap((team) => team.seats)
      : totals.flatMap((total, seat) => (total === best ? [seat] : []));
    const result = { scores: totals.map((total, seat) => ({ seat, total })), winners, teams } as unknown as Result;
    const { container } = show(Banner, { result, view, names, you, about: "" });
    return container.querySelector(".how")?.textContent ?? "";
  };
  const pair = [
    { seats: [0, 1], total: 103 },
    { seats: [2, 3], total: 107 },
  ];
  it("tells the winner how far ahead of the second", () =>
    expect(said(0, [58, 52, 50, 46])).toBe("You won · 6 points ahead of Bo"));
  it("tells a loser how far behind the winner", () => {
    expect(said(3, [58, 52, 50, 46])).toBe("You: place 4 of 4, 46 points · 12 points behind Ada");
    cleanup();
    expect(said(1, [58, 57, 50, 46])).toContain("1 point behind Ada");
    cleanup();
    expect(said(3, [58, 58, 50, 46])).toContain("12 points behind Ada, Bo");
  });
  it("tells spectators how far ahead the winner is", () =>
    expect(said(null, [58, 52, 50, 46])).toBe("6 points ahead of Bo"));
  it("compares teams with teams, and no team with itself", () => {
    expect(said(0, [64, 39, 50, 57], pair)).toBe("Your team: place 2 of 2, 103 points · 4 points behind Kalypso + Di");
    cleanup();
    expect(said(2, [64, 39, 50, 57], pair)).toBe("Your team won · 4 points ahead of Ada + Bo");
  });
  it.each([
    ["fr", "12 points de retard sur Ada"],
    ["nl", "12 punten achter op Ada"],
    ["de", "12 Punkte hinter Ada"],
    ["da", "12 point efter Ada"],
  ] as const)("says so in %s", (locale, words) => {
    void setLocale(locale, { reload: false });
    expect(said(3, [58, 52, 50, 46])).toContain(words);
  });
});

describe("conflicts of teams", () => {
  const conflict = (fields: Partial<Conflict>): Conflict => ({
    seat: 0,
    left: 3,
    shields: 1,
    left_shields: 4,
    tokens: [-1],
    left_tokens: [5],
    diplomats: [],
    ...fields,
  });
  it.each(locales)("are not explained as conflicts with both neighbors in %s", (locale) => {
    void setLocale(locale, { reload: false });
    expect(conflictRule(5, true)).not.toBe(conflictRule(5, false));
    expect(conflictRule(5, true)).toContain("5");
    expect(conflictRule(5, true)).not.toMatch(/both neighbors|deux voisins|beide buren|beiden Nachbarn|begge/);
  });
  it("are for one token where a diplomacy token is used", () => {
    const diplomacy = "A diplomacy token was used: one conflict token instead of two.";
    const said = (fields: Partial<Conflict>): string => ownConflict("Di", ownConflicts([conflict(fields)], 0)[0]!);
    expect(said({ diplomats: [3] })).toContain(diplomacy);
    expect(said({ tokens: [-1, -1], left_tokens: [5, 5], diplomats: [] })).not.toContain(diplomacy);
    expect(said({})).not.toContain(diplomacy);
  });
  it("include diplomats, also in the log", () => {
    const conflicts = [conflict({ diplomats: [0] })];
    const reveal = { ...sample.reveal, moves: [], age_ended: null, conflicts, peace: [] };
    const said = (changes: Partial<Reveal>): string[] =>
      revealSentences({ ...reveal, ...changes } as Reveal, ["Ada", "Bo", "Cy", "Di"], book);
    expect(said({})).toEqual([
      "Di beats Ada, 4 shields to 1",
      "Ada uses a diplomacy token: the conflict is for one token instead of two",
    ]);
    expect(said({ conflicts: [], peace: [1] })).toEqual(["Bo stays out of the conflicts"]);
  });
  it("do not include the partner", () => {
    const { figures } = sample.play.help;
    const told = (partner: number | null): string =>
      moveStory(
        { seat: 1, player: 1, action: "build", card: "Stables", chained: false, by: "person" },
        { ...sample.reveal, gained: [] },
        { you: 0, partner, figures, names: sample.names, book },
      ).join(" ");
    expect(told(null)).toContain("Shields now");
    expect(told(1)).not.toContain("Shields now");
  });
});
