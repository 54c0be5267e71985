import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { createRawSnippet, tick } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import Menu from "../../src/components/ui/Menu.svelte";
import Tabs from "../../src/components/ui/Tabs.svelte";

afterEach(cleanup);

const key = (name: string, init: KeyboardEventInit = {}): Promise<boolean> =>
  fireEvent.keyDown(document.activeElement!, { key: name, ...init });
const focused = (): string | null => document.activeElement!.textContent;

describe("Tabs", () => {
  const content = createRawSnippet<[string]>((name) => ({ render: () => `<span>${name()}</span>` }));

  /** Three tabs of which the second is selected; selecting another one shows it. */
  function open(): ReturnType<typeof vi.fn<(name: string) => void>> {
    const onselect = vi.fn<(name: string) => void>();
    const props = { label: "Cities", tabs: ["one", "two", "three"], selected: "two", panel: "p", content, onselect };
    const { rerender } = render(Tabs<string>, props);
    onselect.mockImplementation((selected) => void rerender({ selected }));
    screen.getByRole("tab", { selected: true }).focus();
    return onselect;
  }

  it("has one tab in the tab order: the selected one", async () => {
    open();
    const order = (): number[] => screen.getAllByRole("tab").map((each) => each.tabIndex);
    expect(order()).toEqual([-1, 0, -1]);
    await key("ArrowRight");
    await tick();
    expect(order()).toEqual([-1, -1, 0]);
    expect(screen.getByRole("tab", { selected: true }).textContent).toBe("three");
  });
  it("goes from tab to tab by arrow keys, and around", async () => {
    const onselect = open();
    for (const name of ["ArrowRight", "ArrowRight", "ArrowLeft"]) await key(name);
    expect(onselect.mock.calls.flat()).toEqual(["three", "one", "three"]);
    expect(focused()).toBe("three");
  });
  it("goes to the first and the last tab by Home and End", async () => {
    const onselect = open();
    await key("End");
    expect(focused()).toBe("three");
    await key("Home");
    expect(focused()).toBe("one");
    expect(onselect.mock.calls.flat()).toEqual(["three", "one"]);
  });
  it("stops its own keys from reaching the table, and no others", async () => {
    open();
    const behind = vi.fn();
    window.addEventListener("keydown", behind);
    await key("ArrowRight");
    expect(behind).not.toHaveBeenCalled();
    await key("b");
    await key("ArrowRight", { ctrlKey: true });
    expect(behind).toHaveBeenCalledTimes(2);
    window.removeEventListener("keydown", behind);
  });
  it("names the panel that it controls", () => {
    open();
    expect(screen.getByRole("tab", { selected: true })).toMatchObject({ id: "p-two" });
    expect(screen.getByRole("tab", { selected: true }).getAttribute("aria-controls")).toBe("p");
  });
});

describe("Menu", () => {
  const items = ["First", "Second", "Third"].map((label) => ({ key: label, label }));
  function open(): ReturnType<typeof vi.fn<(name: string) => void>> {
    const onpick = vi.fn<(name: string) => void>();
    render(Menu, { label: "Menu", items, onpick });
    screen.getByRole("button", { name: "Menu" }).focus();
    return onpick;
  }

  it("opens at its first entry by Enter, and at its last by the arrow up", async () => {
    open();
    await fireEvent.click(document.activeElement!, { detail: 0 });
    await tick();
    expect(focused()?.trim()).toBe("First");
    await key("Escape");
    await key("ArrowUp");
    await tick();
    expect(focused()?.trim()).toBe("Third");
  });
  it("moves by arrow keys, Home and End", async () => {
    open();
    await key("ArrowDown");
    await tick();
    for (const [name, label] of [
      ["ArrowDown", "Second"],
      ["End", "Third"],
      ["ArrowDown", "First"],
      ["ArrowUp", "Third"],
      ["Home", "First"],
    ] as const) {
      await key(name);
      expect(focused()?.trim()).toBe(label);
    }
  });
  it("closes on Tab, and has no entry in the tab order", async () => {
    open();
    await key("ArrowDown");
    await tick();
    expect(screen.getAllByRole("menuitem").map((each) => each.tabIndex)).toEqual([-1, -1, -1]);
    await key("Tab");
    await tick();
    expect(screen.queryByRole("menu")).toBeNull();
  });
  it("returns the focus to its button before calling back", async () => {
    const onpick = open();
    onpick.mockImplementation(() => expect(focused()?.trim()).toBe(""));
    await key("ArrowDown");
    await tick();
    await fireEvent.click(screen.getByRole("menuitem", { name: "Second" }));
    expect(onpick).toHaveBeenCalledExactlyOnceWith("Second");
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Menu" }));
  });
});
