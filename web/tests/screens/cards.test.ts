import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { book } from "../../src/gallery/samples";
import { COLORS } from "../../src/game/rulebook";
import { routeOf } from "../../src/app/router.svelte";
import CardBrowser from "../../src/screens/rules/CardBrowser.svelte";
import WonderBrowser from "../../src/screens/rules/WonderBrowser.svelte";
import { copiesAt, fits, groupsOf, inOrder, NO_FILTERS } from "../../src/screens/rules/filters";
import { sideWords } from "../../src/text/format";
import { KINDS } from "../../src/text/effects";

beforeEach(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
  Element.prototype.scrollIntoView = vi.fn();
});
afterEach(() => (cleanup(), vi.unstubAllGlobals()));

const all = inOrder(book.data, COLORS);
const names = (filters: Partial<typeof NO_FILTERS>) =>
  all.filter((card) => fits(card, { ...NO_FILTERS, ...filters })).map((card) => card.card);

describe("the filters of the card browser", () => {
  it("find by name and by effect, without case and accents", () => {
    expect(names({ text: "éast TRADING" })).toEqual(["East Trading Post"]);
    const effects = [{ kind: "points", args: {}, text: "Trois points à la fin." }];
    expect(fits({ ...all[0]!, effects }, { ...NO_FILTERS, text: "A LA FIN" })).toBe(true);
  });
  it("combine age, kind and players", () => {
    expect(names({ age: 1, colors: ["gray"] })).toEqual(["Loom", "Glassworks", "Press"]);
    expect(names({ age: 1, players: 3 })).not.toContain("Pawnshop");
    expect(names({ age: 1, players: 4 })).toContain("Pawnshop");
    expect(copiesAt([3, 6], 5)).toBe(1);
  });
  it("put every effect into a group", () => {
    const empty = KINDS.filter((kind) => !groupsOf({ effects: [{ kind, args: { coins: 1 }, text: "" }] }).length);
    expect(empty).toEqual([]);
  });
});

describe("the card browser", () => {
  const shown = () => screen.getAllByRole("button", { pressed: true }).map((each) => each.getAttribute("aria-label"));
  it("opens a card by press and by its chain", async () => {
    render(CardBrowser, { props: { book, shown: "Dispensary" } });
    expect(shown().join()).toMatch(/^Dispensary/);
    await fireEvent.click(screen.getByRole("button", { name: "Apothecary" }));
    expect(shown().join()).toMatch(/^Apothecary/);
    expect(location.search).toContain("show=Apothecary");
  });
  it("says that no card fits and clears the filters", async () => {
    render(CardBrowser, { props: { book, shown: "" } });
    await fireEvent.input(screen.getByRole("searchbox"), { target: { value: "zzz" } });
    expect(screen.getByText("No card fits.")).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: "Clear filters" }));
    expect(screen.getByRole("button", { name: /^Loom/ })).toBeTruthy();
  });
});

it("shows both sides of every wonder", () => {
  render(WonderBrowser, { props: { book, shown: "" } });
  for (const { sides, title } of book.data.boards)
    for (const { side } of sides)
      expect(screen.getByRole("region", { name: `${title}, ${sideWords(side)}` })).toBeTruthy();
});

it("has addresses", () => {
  expect(routeOf("/cards", "?edition=second&show=Well")).toEqual({ at: "cards", edition: "second", shown: "Well" });
  expect(routeOf("/wonders")).toEqual({ at: "wonders", edition: "first", shown: "" });
});
