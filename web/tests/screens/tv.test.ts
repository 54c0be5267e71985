import { cleanup, render } from "@testing-library/svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { SeatFigures } from "../../src/api/messages";
import type { Socket } from "../../src/api/connection";
import { routeOf } from "../../src/app/router.svelte";
import { keepAwake } from "../../src/browser/wake-lock";
import { book, watchedTable } from "../../src/gallery/samples";
import { aroundScreen, columnsFor, leaders, tvScale } from "../../src/screens/tv/arrangement";
import TvTable from "../../src/screens/tv/TvTable.svelte";
import { TableClient } from "../../src/state/table-client.svelte";

afterEach(cleanup);

const ring = (count: number, points: readonly (number | null)[] = []): SeatFigures[] =>
  Array.from(
    { length: count },
    (_, seat) =>
      ({
        seat,
        left: (seat + 1) % count,
        right: (seat + count - 1) % count,
        partner: null,
        points: points[seat] ?? null,
      }) as SeatFigures,
  );

describe("the cities on a TV", () => {
  it("have their neighbors beside them around the screen", () => {
    for (let count = 3; count <= 8; count += 1) {
      const figures = ring(count);
      const shown = aroundScreen(figures);
      const columns = columnsFor(count);
      expect([...shown].sort()).toEqual(figures.map(({ seat }) => seat));
      const place = (seat: number): [number, number] => {
        const at = shown.indexOf(seat);
        return [at % columns, Math.floor(at / columns)];
      };
      for (let i = 0; i + 1 < columns; i += 1) expect(figures[shown[i]!]!.left).toBe(shown[i + 1]);
      if (count > 3) expect(place(shown.at(columns - 1)!)[1]).toBe(0);
    }
    expect(aroundScreen(ring(4))).toEqual([0, 1, 3, 2]);
    expect(aroundScreen(ring(7))).toEqual([0, 1, 2, 3, 6, 5, 4]);
  });
  it("grow with the screen", () => {
    expect(tvScale(1920, 1080)).toBe(1);
    expect(tvScale(3840, 2160)).toBe(2);
    expect(tvScale(3440, 1080)).toBe(1);
  });
  it("show who leads only where the table shows the score", () => {
    expect(leaders(ring(3), null)).toEqual([]);
    expect(leaders(ring(3, [4, 9, 9]), null)).toEqual([1, 2]);
    expect(leaders(ring(3, [4, 4, 4]), null)).toEqual([]);
    expect(leaders(ring(3, [4, 5, 9]), 2)).toEqual([1]);
    const teams = ring(4, [10, 0, 6, 6]).map((each) => ({ ...each, partner: [1, 0, 3, 2][each.seat]! }));
    expect(leaders(teams, null)).toEqual([2, 3]);
  });
});

describe("the TV page", () => {
  it("has an address of its own", () => {
    expect(routeOf("/tv/abcdefghijklmnopqrstuv")).toEqual({ at: "tv", table: "abcdefghijklmnopqrstuv" });
    expect(routeOf("/tv/abc")).toEqual({ at: "start", wrong: true });
  });
  it("joins as a spectator", () => {
    const sent: string[] = [];
    const socket: Socket = { send: (text: string) => void sent.push(text), close() {}, onmessage: null, onclose: null };
    const client = new TableClient("t", true, () => socket);
    socket.onmessage?.({ data: JSON.stringify({ type: "welcome", you: null, now: 0, ping_seconds: 20 }) } as never);
    expect(sent.map((each) => JSON.parse(each) as object)).toContainEqual(expect.objectContaining({ watch: true }));
    client.close();
  });
  it("shows every city and has nothing to press", () => {
    const { container } = render(TvTable, { props: { book, table: watchedTable } });
    expect(container.querySelectorAll("section[data-seat]")).toHaveLength(7);
    expect(container.querySelectorAll("button, a, input, select, [tabindex]")).toHaveLength(0);
  });
  it("hides the running score where the table hides it", () => {
    const { play } = watchedTable;
    const figures = play.help.figures.map((each) => ({ ...each, points: null }));
    const table = { ...watchedTable, play: { ...play, help: { ...play.help, figures } } };
    const { container } = render(TvTable, { props: { book, table } });
    expect(container.querySelectorAll(".laurel, .leads")).toHaveLength(0);
  });
  it("keeps the screen on, also after it was hidden", async () => {
    const release = vi.fn(() => Promise.resolve());
    const request = vi.fn(() => Promise.resolve({ release }));
    Object.defineProperty(navigator, "wakeLock", { value: { request }, configurable: true });
    const stop = keepAwake();
    await Promise.resolve();
    document.dispatchEvent(new Event("visibilitychange"));
    await Promise.resolve();
    expect(request).toHaveBeenCalledTimes(2);
    stop();
    expect(release).toHaveBeenCalled();
    document.dispatchEvent(new Event("visibilitychange"));
    expect(request).toHaveBeenCalledTimes(2);
    Reflect.deleteProperty(navigator, "wakeLock");
  });
});
