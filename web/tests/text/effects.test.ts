import { describe, expect, it } from "vitest";
import { book, secondBook } from "../../src/gallery/samples";
import { caption, glyphs, KINDS, SAID } from "../../src/text/effects";
import type { Effect } from "../../src/api/messages";
import { locales, setLocale } from "../../src/paraglide/runtime.js";

const effects: Effect[] = [book, secondBook].flatMap(({ data }) => [
  ...[...data.cards, ...data.leaders].flatMap((card) => [...card.effects]),
  ...data.boards.flatMap((board) =>
    board.sides.flatMap((side) => [...side.powers, ...side.stages.flatMap((stage) => [...stage.effects])]),
  ),
]);
const kinds = [...new Set(effects.map((effect) => effect.kind))];

describe("effects", () => {
  it.each(kinds)("draws and says %s", (kind) => {
    expect(KINDS).toContain(kind);
    expect(SAID).toContain(kind);
  });
  it("draws every printed effect with at least one object", () => {
    for (const effect of effects) expect(glyphs(effect).length, effect.kind).toBeGreaterThan(0);
  });
  it.each(locales)("says every effect in a few words in %s", async (locale) => {
    await setLocale(locale, { reload: false });
    for (const effect of effects) {
      const said = caption(effect, (key) => book.word(key));
      expect(said, effect.kind).toBeTruthy();
      expect(said.length, said).toBeLessThanOrEqual(30);
    }
    await setLocale("en", { reload: false });
  });
  it("says goods after a number in the plural", () => {
    const said = (amount: number): string =>
      caption({ kind: "produce", args: { resources: ["textile"], amount }, text: "" }, (key) => book.word(key));
    expect([said(1), said(2)]).toEqual(["1 textile", "2 textiles"]);
  });
  it("draws two stones as two symbols, and a choice with slashes", () => {
    const two = glyphs({ kind: "produce", args: { resources: ["stone"], amount: 2 }, text: "" });
    expect(two).toEqual([
      { is: "good", resource: "stone" },
      { is: "good", resource: "stone" },
    ]);
    const choice = glyphs({ kind: "produce", args: { resources: ["wood", "clay"], amount: 1 }, text: "" });
    expect(choice.map((glyph) => glyph.is)).toEqual(["good", "word", "good"]);
  });
});
