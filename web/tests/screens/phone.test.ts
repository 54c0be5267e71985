import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import CityFigures from "../../src/components/city/CityFigures.svelte";
import CityTile from "../../src/components/city/CityTile.svelte";
import Menu from "../../src/components/ui/Menu.svelte";
import { book, sample, sampleScene } from "../../src/gallery/samples";
import Actions from "../../src/scene/Actions.svelte";
import { NO_CHOOSER } from "../../src/scene/chooser";
import WithRulebook from "../WithRulebook.svelte";

const show = (component: unknown, props: Record<string, unknown>) =>
  render(WithRulebook, { props: { book, component: component as never, given: props } });
afterEach(cleanup);

describe("a selected card on a phone", () => {
  const acting = () => {
    const chooser = { ...NO_CHOOSER };
    const chosen = vi.spyOn(chooser, "choose");
    const scene = sampleScene(chooser);
    const { picker } = scene;
    show(Actions, { scene, small: true });
    const pick = async (card: string) => {
      picker.pick(picker.cards.indexOf(card));
      await tick();
    };
    return { chosen, scene, pick };
  };
  it("has text on its buttons, one of which explains it", async () => {
    const { scene, pick } = acting();
    await pick("Circus");
    expect(screen.getByRole("button", { name: /Build/ })).toBeTruthy();
    expect(screen.getByRole("button", { name: /Stage/ }).textContent).toContain("Stage");
    expect(screen.getByRole("button", { name: /Discard/ }).textContent).toContain("Discard");
    await fireEvent.click(screen.getByRole("button", { name: "Explain Circus" }));
    expect(scene.panel).toEqual({ at: "card", card: "Circus" });
  });
  it("is built with the selected payment", async () => {
    const { chosen, pick } = acting();
    await pick("Circus");
    await fireEvent.click(screen.getByRole("button", { name: "Change payment" }));
    await fireEvent.click(screen.getByRole("button", { name: /Build/ }));
    expect(chosen).toHaveBeenCalledWith(expect.objectContaining({ card: "Circus", pay: { left: 1, right: 2 } }));
  });
  it("says why it cannot be built", async () => {
    const { pick } = acting();
    await pick("Study");
    expect(screen.queryByRole("button", { name: /Build/ })).toBeNull();
    expect(screen.getByText("Missing: papyrus")).toBeTruthy();
  });
});

describe("a city on a phone", () => {
  const figures = sample.play.help.figures[0]!;
  const city = sampleScene().city(0);
  const { view } = city;
  it("shows tokens, diplomacy and debt in a line", () => {
    const marked = { ...view, tokens: [3, -1], token_sides: ["left", "right"], diplomacy: 1, debt: 2 };
    show(CityFigures, { city: { ...city, view: marked } });
    const line = screen.getByRole("group", { name: "Iris's city" });
    expect(line.textContent).toContain("+2");
    for (const name of ["conflicts, +2", "1 diplomacy token", "2 debt tokens", "compass"])
      expect(screen.getByRole("img", { name }), name).toBeTruthy();
  });
  it("omits diplomacy and debt if there is none", () => {
    show(CityFigures, { city: { ...city, view: { ...view, tokens: [], diplomacy: 0, debt: 0 } } });
    expect(screen.getByText("no conflicts yet")).toBeTruthy();
    expect(screen.queryByRole("img", { name: /debt|diplomacy/ })).toBeNull();
  });
  it("has its own color for the player, not for spectators", async () => {
    const { container, unmount } = show(CityTile, { city, own: true });
    expect(container.querySelector(".tile.you")).not.toBeNull();
    unmount();
    show(CityTile, { city: { ...city, away: true } });
    expect(document.querySelector(".tile.you")).toBeNull();
    expect(screen.getByRole("img", { name: "away" })).toBeTruthy();
  });
  it("has smaller goods where there are many", () => {
    const makes = Array.from({ length: 12 }, () => ["wood"]);
    show(CityTile, { city: { ...city, figures: { ...figures, makes } } });
    expect(document.querySelector(".goods.many")).not.toBeNull();
    cleanup();
    show(CityTile, { city: { ...city, figures: { ...figures, makes: makes.slice(0, 4) } } });
    expect(document.querySelector(".goods.many")).toBeNull();
  });
});

describe("Menu", () => {
  it("shows the number of new items on its button", () => {
    show(Menu, { label: "Menu", count: 3, items: [], onpick: vi.fn() });
    expect(screen.getByRole("button", { name: "Menu (3)" }).querySelector(".dot")?.textContent).toBe("3");
  });
});
