/** The rehearsal of a replay's steps: which moments, what stays, and what ends it. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Replay } from "../../src/api/messages";
import { ReplayPlayer } from "../../src/screens/replay/player.svelte";
import { rehearse, rehearsed } from "../../src/screens/replay/rehearsal";

const idle: (() => void)[] = [];
beforeEach(() => {
  idle.length = 0;
  vi.stubGlobal("requestIdleCallback", (task: () => void) => idle.push(task));
});
afterEach(() => void vi.unstubAllGlobals());

const player = (count: number, at: number): ReplayPlayer =>
  new ReplayPlayer({ seat: 0, seats: [{}], moments: Array(count).fill({}) } as unknown as Replay, at, () =>
    Promise.reject(new Error()),
  );
const wait = (times: number): void => {
  for (let time = 0; time < times; time++) idle.shift()?.();
};

test("takes every other moment of a short game, and sixteen spread over a long one", () => {
  expect(rehearsed(4, 1)).toEqual([0, 2, 3]);
  expect(rehearsed(1, 0)).toEqual([]);
  const many = rehearsed(161, 160);
  expect([many.length, many[0], many[15]]).toEqual([16, 0, 150]);
});

test("goes to each moment and back, one in each free time, and ends", () => {
  const shown = player(4, 1);
  const went = vi.spyOn(shown, "at", "set");
  rehearse(shown);
  expect(went).not.toHaveBeenCalled();
  wait(1);
  expect(went.mock.calls.flat()).toEqual([0, 1]);
  wait(9);
  expect(went.mock.calls.flat()).toEqual([0, 1, 2, 1, 3, 1]);
  expect(idle).toEqual([]);
});

test.each(["keydown", "pointerdown", "wheel", "focusin"])("is over at the first %s", (kind) => {
  const shown = player(9, 4);
  const went = vi.spyOn(shown, "at", "set");
  rehearse(shown);
  wait(2);
  dispatchEvent(new Event(kind));
  wait(9);
  expect(went).toHaveBeenCalledTimes(4);
  expect(idle).toEqual([]);
});

test("is over when the page is left", () => {
  const shown = player(9, 4);
  const went = vi.spyOn(shown, "at", "set");
  rehearse(shown)();
  wait(9);
  expect(went).not.toHaveBeenCalled();
});
