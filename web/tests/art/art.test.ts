import { describe, expect, it } from "vitest";
import { PICTURES, picture } from "../../src/art/cards";
import { partsBuilt, wonderParts, WONDERS, wonderScene } from "../../src/art/wonders";
import { ICONS } from "../../src/icons/icons";
import { book, secondBook } from "../../src/gallery/samples";

const cards = [
  ...new Set([book, secondBook].flatMap(({ data }) => [...data.cards, ...data.leaders]).map((card) => card.card)),
];

describe("pictures", () => {
  it.each(cards)("draws %s", (card) => {
    const drawing = picture(card);
    expect(drawing.length).toBeGreaterThan(300);
    expect(drawing).not.toMatch(/NaN|undefined|Infinity/);
  });
  it("draws every card differently", () => {
    expect(new Set(cards.map(picture)).size).toBe(cards.length);
  });
  it("draws only existing cards", () => {
    expect(Object.keys(PICTURES).filter((card) => !cards.includes(card))).toEqual([]);
  });
});

describe("wonders", () => {
  const sides = [book, secondBook].flatMap(({ data }) =>
    data.boards.flatMap((board) => board.sides.map((side) => [board.wonder, side.side, side.stages.length] as const)),
  );
  it.each(sides)("shows the progress of %s, side %s", (wonder, _side, stages) => {
    const art = WONDERS[wonder];
    expect(art).toBeDefined();
    const built = (count: number): number => wonderParts(wonder, stages, count).split('"st built"').length - 1;
    expect(built(0)).toBe(0);
    expect(built(stages)).toBe(art!.stages.length);
    for (let count = 1; count <= stages; count++) expect(built(count)).toBeGreaterThan(built(count - 1));
    expect(wonderScene(wonder, stages, 1)).not.toMatch(/NaN|undefined/);
  });
  it("spreads three parts over two stages and four over three", () => {
    expect([0, 1, 2].map((count) => partsBuilt(3, 2, count))).toEqual([0, 1, 3]);
    expect([0, 1, 2, 3].map((count) => partsBuilt(4, 3, count))).toEqual([0, 1, 2, 4]);
  });
});

describe("signs", () => {
  it.each(Object.entries(ICONS))("draws %s inside its field", (_, body) => {
    expect(body).toContain("<");
    expect(body).not.toMatch(/NaN|undefined/);
  });
  // A table shows hundreds of them, and each element of each is styled and laid out at every step of a replay.
  it.each(Object.entries(ICONS))("draws %s by few elements", (_, body) => {
    expect(body.match(/<[a-z]/g)!.length).toBeLessThanOrEqual(8);
  });
});
