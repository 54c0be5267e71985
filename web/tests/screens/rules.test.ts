import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { RuleChapter } from "../../src/api/messages";
import { routeOf } from "../../src/app/router.svelte";
import { book } from "../../src/gallery/samples";
import RulesBook from "../../src/screens/rules/RulesBook.svelte";
import { figureOf } from "../../src/art/rules";
import { chaptersFor, marked, pieces, search, wordsOf } from "../../src/text/rules";

const CHAPTERS: readonly RuleChapter[] = [
  {
    id: "trade",
    group: "base",
    title: "Buying from neighbors",
    paragraphs: [
      { id: "lead", kind: "lead", text: "You may buy it." },
      { id: "price", kind: "point", text: "Pay **two** coins :coin: each." },
      { id: "cheaper", kind: "text", text: "[West Trading Post] and [Olympia] make it cheaper." },
    ],
  },
  {
    id: "cities",
    group: "boxes",
    title: "Cities",
    paragraphs: [{ id: "why", kind: "question", text: "May I buy?\nNo." }],
  },
  { id: "strategy", group: "more", title: "Advice", paragraphs: [{ id: "lead", kind: "lead", text: "Think." }] },
];
const OF_BOOK = { chapters: CHAPTERS, book, among: book, edition: "first", onedition: () => {} } as const;

beforeEach(() => (Element.prototype.scrollIntoView = vi.fn()));
afterEach(cleanup);

describe("a text of the rules", () => {
  it("has names, signs and stress", () => {
    expect(pieces("Pay **two** :coin: to [Loom]", book)).toEqual([
      { is: "text", text: "Pay ", strong: false },
      { is: "text", text: "two", strong: true },
      { is: "text", text: " ", strong: false },
      { is: "sign", icon: "coin" },
      { is: "text", text: " to ", strong: false },
      { is: "card", key: "Loom", name: "Loom" },
    ]);
    expect(wordsOf(CHAPTERS[0]!.paragraphs[2]!, book)).toBe("West Trading Post and Olympia make it cheaper.");
  });
  it("is marked where it has what is searched for, whatever its accents", () => {
    expect(marked("Une cité", "cite")).toEqual([
      { text: "Une ", hit: false },
      { text: "cité", hit: true },
    ]);
    expect(marked("straße", "")).toEqual([{ text: "straße", hit: false }]);
  });
  it("is found with cards and wonders", () => {
    const { chapters, cards } = search("trading post", CHAPTERS, book);
    expect([...chapters]).toEqual([["trade", 1]]);
    expect(cards).toContain("East Trading Post");
    expect([...search("BUY", CHAPTERS, book).chapters]).toEqual([
      ["trade", 2],
      ["cities", 1],
    ]);
    expect(search("olympia", CHAPTERS, book).wonders).toEqual(["Olympia"]);
  });
});

it("has the chapters of an edition, and the one that an address names", () => {
  const ids = ["trade", "leaders", "second-edition"];
  const chapters = ids.map((id) => ({ ...CHAPTERS[0]!, id }));
  const shown = (edition: "first" | "second", read: string) => chaptersFor(edition, chapters, read).map(({ id }) => id);
  expect(shown("first", "trade")).toEqual(["trade", "leaders"]);
  expect(shown("second", "trade")).toEqual(["trade", "second-edition"]);
  expect(shown("second", "leaders")).toEqual(ids);
});

describe("the rules browser", () => {
  it("searches, counts hits by chapter and marks words", async () => {
    render(RulesBook, { props: { ...OF_BOOK, at: "trade" } });
    expect(screen.getByRole("heading", { level: 1, name: "Buying from neighbors" })).toBeTruthy();
    await fireEvent.input(screen.getByRole("searchbox"), { target: { value: "buy" } });
    const chapters = screen.getByRole("navigation", { name: "Chapters" });
    expect(within(chapters).getByRole("link", { name: /Cities.*1 hits/ })).toBeTruthy();
    expect(document.querySelector("mark")?.textContent).toBe("buy");
    await fireEvent.input(screen.getByRole("searchbox"), { target: { value: "zzz" } });
    expect(screen.getByText("Nothing about “zzz”. Try a card name.")).toBeTruthy();
  });
  it("gives each paragraph an address", () => {
    render(RulesBook, { props: { ...OF_BOOK, at: "trade" } });
    const links = screen.getAllByRole("link", { name: "Address of this paragraph" });
    expect(links.map((link) => link.getAttribute("href"))).toEqual([
      "/rules/trade#lead",
      "/rules/trade#price",
      "/rules/trade#cheaper",
    ]);
    expect(routeOf("/rules/trade")).toEqual({ at: "rules", chapter: "trade" });
    expect(routeOf("/rules")).toEqual({ at: "rules", chapter: "" });
  });
});

it("draws every chapter of its own", () => {
  expect(figureOf("science", "x")).not.toBe(figureOf("trade", "x"));
  expect(figureOf("trade", "x")).toContain("url(#x)");
});
