import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import TouchTip from "../../src/components/ui/TouchTip.svelte";

const touch = (element: Element, kind = "touch") =>
  fireEvent(
    element,
    Object.assign(new Event("pointerdown", { bubbles: true }), { pointerType: kind, clientX: 200, clientY: 300 }),
  );
const sign = (html: string): Element => {
  const place = document.createElement("div");
  place.innerHTML = html;
  document.body.append(place);
  return place.firstElementChild!;
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
  vi.useRealTimers();
});

it("shows the tooltip of a sign that is tapped, but not for a mouse", async () => {
  render(TouchTip);
  const shield = sign('<span title="3 shields"></span>');
  await touch(shield, "mouse");
  expect(screen.queryByRole("tooltip")).toBeNull();
  await touch(shield);
  expect(screen.getByRole("tooltip").textContent?.trim()).toBe("3 shields");
});

it("explains a button after a long press and does not press it", async () => {
  render(TouchTip);
  const pressed = vi.fn();
  const button = sign('<button title="Log"></button>');
  button.addEventListener("click", pressed);
  await touch(button);
  await fireEvent.click(button);
  expect(pressed).toHaveBeenCalledTimes(1);
  await touch(button);
  await vi.advanceTimersByTimeAsync(500);
  expect(screen.getByRole("tooltip").textContent?.trim()).toBe("Log");
  await fireEvent.click(button);
  expect(pressed).toHaveBeenCalledTimes(1);
});
