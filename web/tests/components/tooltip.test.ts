import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import Tooltip from "../../src/components/ui/Tooltip.svelte";

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

it("shows the tooltip of a sign that is tapped, but not for a press of a mouse", async () => {
  render(Tooltip);
  const shield = sign('<span title="3 shields"></span>');
  await touch(shield, "mouse");
  expect(screen.queryByRole("tooltip")).toBeNull();
  await touch(shield);
  expect(screen.getByRole("tooltip").textContent?.trim()).toBe("3 shields");
});

it("leads from a sign of the game to its rule, where the page hears it", async () => {
  render(Tooltip);
  const heard = vi.fn((event: Event) => event.preventDefault());
  addEventListener("rule", heard);
  const coin = sign('<span title="3 coins"><svg><use href="#i-coin" /></svg></span>');
  await touch(coin, "mouse");
  await fireEvent.click(screen.getByRole("link", { name: "The rule" }));
  removeEventListener("rule", heard);
  expect((heard.mock.calls[0]![0] as CustomEvent).detail).toEqual({ chapter: "signs", paragraph: "coin" });
  expect(screen.queryByRole("tooltip")).toBeNull();
});

it("explains a button after a long press and does not press it", async () => {
  render(Tooltip);
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

it("shows its own words under a resting mouse instead of the browser's", async () => {
  render(Tooltip);
  const shield = sign('<span title="3 shields"></span>');
  const move = (to: Element) =>
    fireEvent(to, Object.assign(new Event("pointerover", { bubbles: true }), { pointerType: "mouse" }));
  await move(shield);
  expect(screen.queryByRole("tooltip")).toBeNull();
  expect(shield.hasAttribute("title")).toBe(false);
  await vi.advanceTimersByTimeAsync(400);
  expect(screen.getByRole("tooltip").textContent?.trim()).toBe("3 shields");
  await move(document.body);
  expect(screen.queryByRole("tooltip")).toBeNull();
  expect(shield.getAttribute("title")).toBe("3 shields");
});
