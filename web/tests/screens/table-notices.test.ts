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

/** The notices of a table at which only seat 1 has not chosen, and may be replaced after so many milliseconds. */
function open(left: number | null): void {
  const client = sampleClient();
  const patience_until = left === null ? null : Date.now() + left;
  const play = { ...sample.play, patience_until, waiting: [1] };
  client.update({ type: "play", seq: 2, reveals: [], play });
  render(TableNotices, { props: { scene: clientScene(client), client } });
}
const offered = (): boolean => screen.queryByRole("button", { name: "Let a bot play" }) !== null;

it("offers a bot for somebody who does not choose, once the time is over", async () => {
  open(10_000);
  await tick();
  expect(offered()).toBe(false);
  vi.advanceTimersByTime(9_000);
  await tick();
  expect(offered()).toBe(false);
  vi.advanceTimersByTime(1_500);
  await tick();
  expect(offered()).toBe(true);
});

it("offers nothing where a clock ends the turn", async () => {
  open(null);
  await tick();
  vi.advanceTimersByTime(86_400_000);
  await tick();
  expect(offered()).toBe(false);
});

it("needs no timer once the time is over", async () => {
  open(-1000);
  await tick();
  expect(offered()).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});
