import { describe, expect, it } from "vitest";
import { cheapest, kindOf, stateWords, whyNot } from "../../src/text/affordability";
import { book, cardHint } from "../../src/gallery/samples";
import { minutes, roman, signed } from "../../src/text/format";
import type { CardHint } from "../../src/api/messages";

const hint = (fields: Partial<CardHint>): CardHint => cardHint("Library", fields);

describe("affordability", () => {
  it("has four looks for six states", () => {
    expect((["free", "chain", "power", "own", "trade", "no"] as const).map((state) => kindOf({ state }))).toEqual([
      "free",
      "free",
      "free",
      "own",
      "trade",
      "no",
    ]);
  });
  it("names the cheapest price, also of one coin", () => {
    const prices = [
      { pay: { left: 1, right: 0, bank: 0 }, total: 1 },
      { pay: { left: 0, right: 2, bank: 0 }, total: 2 },
    ];
    expect(cheapest(hint({ state: "trade", prices }))).toBe(1);
    expect(stateWords(hint({ state: "trade", prices }), book)).toBe("1 coin");
    expect(stateWords(hint({ state: "own", coins: 3 }), book)).toBe("3 coins");
  });
  it("names the goods that nobody sells", () => {
    const reason = { code: "move/illegal", key: "not-for-sale", figures: {} };
    expect(stateWords(hint({ state: "no", reason, missing: ["stone", "glass"] }), book)).toBe("Missing: stone, glass");
    expect(stateWords(hint({ state: "no", reason }), book)).toBe("Missing resource");
  });
  it("says which power makes a card free", () => {
    expect(stateWords(hint({ state: "power", by: "Olympia" }), book)).toBe("Free (Olympia)");
  });
  it("gives the reason, and a general text for an unknown reason", () => {
    expect(whyNot({ code: "move/illegal", key: "coins-short", figures: { needed: 3, coins: 1 } })).toBe(
      "2 coins short",
    );
    expect(whyNot({ code: "move/illegal", key: "from-the-future", figures: {} })).toBe("Not possible");
  });
});

describe("words", () => {
  it("formats ages, signed numbers and times", () => {
    expect([1, 2, 3, 4].map(roman)).toEqual(["I", "II", "III", "IV"]);
    expect([5, 0, -1].map(signed)).toEqual(["+5", "0", "\u22121"]);
    expect([42_000, 61_000, -5].map(minutes)).toEqual(["0:42", "1:01", "0:00"]);
  });
});
