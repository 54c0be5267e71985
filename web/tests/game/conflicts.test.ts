import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, describe, expect, it } from "vitest";
import MilitaryComparison from "../../src/components/city/MilitaryComparison.svelte";
import { book, sample, sampleScene, sampleTable } from "../../src/gallery/samples";
import { conflictBeside, ownConflicts } from "../../src/game/conflicts";
import type { Conflict, Play } from "../../src/api/messages";
import type { Scene } from "../../src/scene/scene.svelte";
import WithRulebook from "../WithRulebook.svelte";

afterEach(cleanup);

const show = (war: unknown, small = false) =>
  render(WithRulebook, { props: { book, component: MilitaryComparison as never, given: { war, small } } });
const conflict = (seat: number, left: number, fields: Partial<Conflict> = {}): Conflict => ({
  seat,
  left,
  shields: 1,
  left_shields: 3,
  tokens: [-1],
  left_tokens: [3],
  diplomats: [],
  ...fields,
});
/** The table of the samples, with these conflicts; seat 0 sits between 1 (left) and 6 (right). */
function sceneWith(view: Partial<Play["view"]>, partner: number | null = null): Scene {
  const figures = sample.play.help.figures.map((each) => (each.seat === 0 ? { ...each, partner } : each));
  const play = { ...sample.play, view: { ...sample.play.view, ...view }, help: { ...sample.play.help, figures } };
  return sampleScene(undefined, { ...sampleTable, play });
}

describe("the conflict beside a neighbor", () => {
  it.each([
    [{}, "You 1 vs 3: \u22121"],
    [{ shields: 5, tokens: [5], left_tokens: [-1], diplomats: [] }, "You 5 vs 3: +5"],
    [{ shields: 3, tokens: [], left_tokens: [], diplomats: [] }, "You 3 vs 3: 0"],
    [{ tokens: [-1, -1], left_tokens: [3, 3], diplomats: [] }, "You 1 vs 3: \u22122"],
  ])("is told as the server says: %o", (fields, words) => {
    show({ now: ownConflicts([conflict(0, 1, fields)], 0)[0] });
    expect(screen.getByRole("img", { name: words })).toBeDefined();
  });
  it("is not fought with a partner, and pays double tokens with the other neighbor", () => {
    // Partners are 0 and 1: the left neighbor is not met, the right one for two tokens.
    const pairs = [conflict(6, 0, { tokens: [3, 3], left_tokens: [-1, -1], shields: 3, left_shields: 1 })];
    const scene = sceneWith({ mode: "teams", conflicts: pairs, peace: [] }, 1);
    expect(scene.war("left")).toMatchObject({ now: null, calm: "partner" });
    expect(scene.war("right").now).toMatchObject({ other: 6, tokens: [-1, -1], standing: "behind" });
    show(scene.war("left"));
    expect(screen.getByRole("img", { name: "Partners do not fight" })).toBeDefined();
    show(scene.war("right"));
    expect(screen.getByRole("img", { name: "You 1 vs 3: \u22122" })).toBeDefined();
  });
  it("is with the city behind a diplomat", () => {
    const scene = sceneWith({ conflicts: [conflict(0, 2), conflict(6, 0)], peace: [1] });
    expect(scene.war("left")).toMatchObject({ now: { other: 2, tokens: [-1] }, past: scene.name(2) });
    const { container } = show(scene.war("left"));
    expect(screen.getByRole("img", { name: `You 1 vs 3: \u22121 (${scene.name(2)})` })).toBeDefined();
    expect(container.textContent).not.toContain("Peace");
  });
  it("is peace for a diplomat", () => {
    const scene = sceneWith({ conflicts: [conflict(6, 1)], peace: [0] });
    for (const side of ["left", "right"] as const)
      expect(scene.war(side)).toMatchObject({ now: null, calm: "peace", past: null });
  });
  it("is shown once if two cities remain", () => {
    const neighbors = { left: 1, right: 2 };
    const pairs = [conflict(0, 2)]; // three cities, and the left neighbor stays out
    expect(conflictBeside(pairs, 0, "right", neighbors)).toMatchObject({ other: 2 });
    expect(conflictBeside(pairs, 0, "left", neighbors)).toBeNull();
    const across = { left: 1, right: 3 }; // four cities, and both neighbors stay out
    expect(conflictBeside(pairs, 0, "left", across)).toMatchObject({ other: 2 });
    expect(conflictBeside(pairs, 0, "right", across)).toBeNull();
  });
  it("says that there is none if no conflict will follow", () => {
    show({ now: null });
    expect(screen.getByRole("img", { name: "No conflict" })).toBeDefined();
  });
});
