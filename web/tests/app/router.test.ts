import { describe, expect, it } from "vitest";
import { routeOf } from "../../src/app/router.svelte";

describe("a link to a table", () => {
  it("opens the table", () => {
    expect(routeOf("/table/abcdefghijklmnopqrstuv")).toEqual({
      at: "table",
      table: "abcdefghijklmnopqrstuv",
      watch: false,
      enter: false,
    });
  });
  it("waits outside a running game where the host's invitation says so", () => {
    expect(routeOf("/table/abcdefghijklmnopqrstuv", "?enter")).toMatchObject({ watch: false, enter: true });
  });
  it("is called wrong where no table can have that address", () => {
    expect(routeOf("/table/abc")).toEqual({ at: "start", wrong: true });
    expect(routeOf("/game/abc/replay")).toEqual({ at: "start", wrong: true });
    expect(routeOf("/")).toEqual({ at: "start" });
  });
});
