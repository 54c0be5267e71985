import { describe, expect, it } from "vitest";
import type { ListedSeat, View } from "../../src/api/messages";
import { freeCityOf, namesOf } from "../../src/game/seats";
import { book } from "../../src/gallery/samples";

const seats = ["Ada", "Ben"].map((name, seat) => ({ seat, bot: null, person: { name } })) as unknown as ListedSeat[];
const view = (changes: Partial<View>): View =>
  ({ mode: "free-city", seats: [{}, {}, {}], free_city: null, ...changes }) as View;

describe("names of cities", () => {
  it("names the Free City also while leaders are drafted and nobody decides for it", () => {
    expect(namesOf(seats, view({}), book)).toEqual(["Ada", "Ben", book.word("game.free-city")]);
    expect(namesOf(seats, view({ free_city: { seat: 2, holder: 0 } as View["free_city"] }), book)[2]).toBe(
      book.word("game.free-city"),
    );
  });
  it("knows no Free City at other tables", () => {
    expect(freeCityOf(view({ mode: "standard" }))).toBeUndefined();
    expect(namesOf(seats, view({ mode: "standard", seats: view({}).seats.slice(0, 2) }), book)).toEqual(["Ada", "Ben"]);
  });
});
