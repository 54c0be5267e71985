import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { settings } from "../../src/browser/settings.svelte";
import { book, sample, sampleTable, watchedTable } from "../../src/gallery/samples";
import { NO_CHOOSER } from "../../src/scene/chooser";
import { layoutFor } from "../../src/scene/layout";
import { still } from "../../src/scene/snapshot";
import TableScene from "../../src/scene/TableScene.svelte";

beforeAll(() => {
  Element.prototype.animate ??= () =>
    ({ cancel() {}, finish() {}, pause() {}, onfinish: null, finished: Promise.resolve() }) as unknown as Animation;
  // jsdom lays nothing out: every element is a card of 100 by 150.
  Element.prototype.getBoundingClientRect = () => new DOMRect(0, 0, 100, 150);
});
beforeEach(() => {
  vi.stubGlobal("WebSocket", class {
    constructor() {
      throw new Error("a scene opens no connection");
    }
  }); // prettier-ignore
  vi.stubGlobal("fetch", () => Promise.reject(new Error("a scene asks no server")));
  settings.setMotion("off", false);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const size = (width: number, height: number): void => {
  vi.stubGlobal("innerWidth", width);
  vi.stubGlobal("innerHeight", height);
};

describe("a scene without a server", () => {
  const { view, help } = sample.play;

  it.each([
    [1440, 900],
    [390, 844],
    [844, 390],
    [768, 1024],
  ])("shows a view and a reveal at %i by %i", (width, height) => {
    size(width, height);
    const table = still({ view, help, names: sample.names, reveals: [sample.reveal] });
    render(TableScene, { props: { book, table } });
    // Queries by role take seconds on so large a page.
    expect(document.querySelector("main[data-moment]")).toBeTruthy();
    for (const name of sample.names.slice(0, 2)) expect(screen.getAllByText(name).length).toBeGreaterThan(0);
    expect(document.querySelectorAll(".hand .hcard")).toHaveLength(8);
  });

  it("reports news once", async () => {
    size(1440, 900);
    const onshown = vi.fn();
    const table = { ...sampleTable, news: [sample.reveal] };
    const { rerender } = render(TableScene, { props: { book, table, onshown } });
    await tick();
    expect(document.querySelector(".live")?.textContent).toContain("Iris builds Caravansery");
    expect(onshown).toHaveBeenCalledOnce();
    await rerender({ book, table: { ...table, play: { ...table.play, waiting: [1] } }, onshown });
    expect(onshown).toHaveBeenCalledOnce();
  });

  it("animates the cards even if the page drops the news at once", async () => {
    size(1440, 900);
    settings.setMotion("normal", false);
    const { rerender } = render(TableScene, { props: { book, table: sampleTable } });
    const onshown = (): void => void rerender({ book, table: sampleTable });
    await rerender({ book, table: { ...sampleTable, news: [sample.reveal] }, onshown });
    await waitFor(() => expect(document.querySelectorAll(".flights .ghost")).toHaveLength(7));
  });

  it("reveals city by city if asked to", async () => {
    size(1440, 900);
    settings.setHints(true);
    render(TableScene, { props: { book, table: { ...sampleTable, news: [sample.reveal] }, look: { slowly: true } } });
    await tick();
    expect(screen.getByText("1 / 7")).toBeTruthy();
    await fireEvent.keyDown(document.body, { key: "ArrowRight" });
    expect(screen.getByText("2 / 7")).toBeTruthy();
  });

  it("allows a choice if there is a handler", async () => {
    size(1440, 900);
    const chooser = { ...NO_CHOOSER, choose: vi.fn(), requestPreview: vi.fn() };
    render(TableScene, { props: { book, table: sampleTable, chooser } });
    await fireEvent.keyDown(document.body, { key: "5" });
    expect(chooser.requestPreview).toHaveBeenCalledWith("Town Hall", null);
    await fireEvent.keyDown(document.body, { key: "b" });
    expect(chooser.choose).toHaveBeenCalledWith(expect.objectContaining({ action: "build", card: "Town Hall" }));
  });

  it("ignores keys if asked to", async () => {
    size(1440, 900);
    render(TableScene, { props: { book, table: sampleTable, look: { keyboard: false } } });
    await fireEvent.keyDown(document.body, { key: "5" });
    expect(document.querySelector(".hcard.sel")).toBeNull();
  });
});

describe("a spectator", () => {
  it.each([
    [1440, 900],
    [390, 844],
  ])("sees no hand at %i by %i, and takes any city into the middle", async (width, height) => {
    size(width, height);
    render(TableScene, { props: { book, table: watchedTable } });
    expect(document.querySelector(".hand")).toBeNull();
    const strip = [...document.querySelectorAll<HTMLElement>("button")].find((each) => each.textContent === "Lin");
    if (width < 900) return;
    await fireEvent.click(strip!);
    expect(document.querySelector(`[aria-label="Lin's city"]`)).toBeTruthy();
  });
});

describe("the layout", () => {
  it.each([
    [1440, 900, { wide: true, low: false }],
    [1024, 768, { wide: true, low: true }],
    [390, 844, { wide: false, flat: false, tablet: false }],
    [844, 390, { wide: false, flat: true, tablet: false }],
    [768, 1024, { wide: false, flat: false, tablet: true }],
  ])("of %i by %i", (width, height, layout) => expect(layoutFor(width, height)).toMatchObject(layout));
});
