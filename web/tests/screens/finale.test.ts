import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Reveal, Seat } from "../../src/api/messages";
import { settings } from "../../src/browser/settings.svelte";
import { book, over } from "../../src/gallery/samples";
import Finale from "../../src/screens/end/Finale.svelte";

const LAST = {
  seq: 9,
  moment: 17,
  age: 3,
  turn: 6,
  phase: "play",
  moves: [],
  coins: [],
  gained: [],
  conflicts: [{ seat: 0, left: 1, shields: 3, left_shields: 1, tokens: [5], left_tokens: [-1], diplomats: [] }],
  peace: [],
  age_ended: 3,
  age_begun: null,
  game_over: true,
} satisfies Reveal;

beforeEach(() => {
  vi.useFakeTimers();
  settings.setMotion("normal", false); // another file of the same run may have switched it off
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function show() {
  const onend = vi.fn();
  const seats = over.names.map((name, seat) => ({ seat, bot: "easy", person: null, name }) as unknown as Seat);
  const { container } = render(Finale, { props: { book, play: over.play, seats, reveals: [LAST], onend } });
  const step = (): string | null => container.querySelector("main")!.getAttribute("data-step");
  return { onend, step };
}

describe("the end of a game", () => {
  it("goes on by itself from the wars over the count to the winner, and waits there", async () => {
    const { onend, step } = show();
    const seen = [step()];
    for (let i = 0; i < 30; i += 1) {
      await vi.advanceTimersByTimeAsync(1000);
      if (step() !== seen.at(-1)) seen.push(step());
    }
    expect(seen).toEqual(["wars", "count", "winner"]);
    expect(onend).not.toHaveBeenCalled();
  });
  it("takes the next step by any key or click, and leaves by Escape", async () => {
    const { onend, step } = show();
    await fireEvent.keyDown(document.body, { key: "x" });
    expect(step()).toBe("count");
    await fireEvent.click(screen.getByRole("button", { name: /winner/i }));
    await tick();
    expect(step()).toBe("winner");
    await fireEvent.keyDown(document.body, { key: "Tab" });
    expect(step()).toBe("winner");
    await fireEvent.keyDown(document.body, { key: "Escape" });
    expect(onend).toHaveBeenCalledOnce();
  });
  it("says each step in a sentence", async () => {
    show();
    expect(screen.getByRole("status").textContent).toContain("3");
    await fireEvent.click(screen.getByRole("main"));
    expect(screen.getByRole("status").textContent).toMatch(/conflicts: /);
  });
});
