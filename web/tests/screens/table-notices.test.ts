import { cleanup, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { clientScene, sample, sampleClient } from "../../src/gallery/samples";
import TableNotices from "../../src/screens/table/TableNotices.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const PATIENCE = 5 * 60_000;

/** The notices of a table whose turn is so many milliseconds old, and at which only seat 1 has not chosen. */
function open(age: number): void {
  const client = sampleClient();
  const play = { ...sample.play, deadline: null, waiting: [1], since: Date.now() - age };
  client.update({ type: "play", seq: 2, reveals: [], play });
  render(TableNotices, { props: { scene: clientScene(client), client } });
}
const offered = (): boolean => screen.queryByRole("button", { name: "Let a bot play" }) !== null;

it("offers a bot for somebody who does not choose, once the time is over", async () => {
  open(PATIENCE - 10_000);
  await tick();
  expect(offered()).toBe(false);
  vi.advanceTimersByTime(9_000);
  await tick();
  expect(offered()).toBe(false);
  vi.advanceTimersByTime(1_500);
  await tick();
  expect(offered()).toBe(true);
});

it("needs no timer once the time is over", async () => {
  open(PATIENCE + 1000);
  await tick();
  expect(offered()).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});
