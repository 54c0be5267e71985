import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { createRawSnippet, tick } from "svelte";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import Dialog from "../../src/components/ui/Dialog.svelte";

beforeAll(() => {
  // jsdom knows the element but not how to open it.
  HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
    this.setAttribute("open", "");
    this.querySelector<HTMLElement>("button")?.focus();
  };
});
afterEach(cleanup);

const children = createRawSnippet(() => ({ render: () => "<p>A bot takes the seat.</p>" }));
const actions = createRawSnippet(() => ({ render: () => "<button>Stay</button>" }));
const asked = { title: "Give up your seat?", children, actions };

describe("Dialog", () => {
  it("has a name and a description", () => {
    render(Dialog, { open: true, onclose: vi.fn(), ...asked });
    const dialog = screen.getByRole("dialog", { name: "Give up your seat?" });
    const told = document.getElementById(dialog.getAttribute("aria-describedby")!);
    expect(told?.textContent).toContain("A bot takes the seat.");
  });
  it("closes by Escape, keeps key presses from the screen behind, and restores the focus", async () => {
    const before = document.body.appendChild(document.createElement("button"));
    before.focus();
    const behind = vi.fn();
    window.addEventListener("keydown", behind);
    const onclose = vi.fn();
    const { rerender } = render(Dialog, { open: true, onclose, ...asked });
    const stay = screen.getByRole("button", { name: "Stay" });
    expect(document.activeElement).toBe(stay);
    await fireEvent.keyDown(stay, { key: "b" });
    expect(behind).not.toHaveBeenCalled();
    const cancel = new Event("cancel", { cancelable: true });
    screen.getByRole("dialog").dispatchEvent(cancel);
    expect(cancel.defaultPrevented).toBe(true);
    expect(onclose).toHaveBeenCalledOnce();
    await rerender({ open: false });
    await tick();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(document.activeElement).toBe(before);
    window.removeEventListener("keydown", behind);
    before.remove();
  });
});
