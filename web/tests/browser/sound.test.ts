import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Reveal, RevealedMove } from "../../src/api/messages";
import { settings } from "../../src/browser/settings.svelte";
import { SCALE, SCORES, pitch, play, type Sound } from "../../src/browser/sound";
import { cuesFor } from "../../src/scene/sounds";
import { schedule } from "../../src/scene/schedule";

/** Starts of all sources, in seconds, and the loudness of the whole. */
let started: number[] = [];
let masters: { gain: { value: number } }[] = [];
const ramp = () => ({ value: 0, setValueAtTime() {}, exponentialRampToValueAtTime() {} });
const node = () => ({
  gain: ramp(),
  frequency: ramp(),
  Q: ramp(),
  connect: (next: unknown) => next,
  start: (at: number) => void started.push(at),
  stop() {},
});
class FakeContext {
  state = "running";
  currentTime = 10;
  sampleRate = 100;
  destination = {};
  createOscillator = node;
  createBufferSource = node;
  createBiquadFilter = node;
  createGain() {
    const made = node();
    masters.push(made);
    return made;
  }
  createBuffer = () => ({ getChannelData: () => new Float32Array(50) });
}

beforeEach(() => {
  started = [];
  vi.stubGlobal("AudioContext", FakeContext);
  settings.sounds = true;
  settings.volume = 1;
});
afterEach(() => {
  vi.unstubAllGlobals();
  settings.sounds = false;
  settings.volume = 0.6;
});

describe("sounds", () => {
  it("are silent until somebody touches the page, then play", async () => {
    vi.resetModules();
    const { settings: own } = await import("../../src/browser/settings.svelte");
    const fresh = await import("../../src/browser/sound");
    own.sounds = true;
    fresh.play("coins");
    expect(started).toEqual([]);
    window.dispatchEvent(new Event("pointerdown"));
    fresh.play("coins");
    expect(started.length).toBeGreaterThan(0);
  });
  it("are off where they are switched off or turned down", () => {
    window.dispatchEvent(new Event("pointerdown"));
    settings.sounds = false;
    play("war");
    settings.sounds = true;
    settings.volume = 0;
    play("war");
    expect(started).toEqual([]);
  });
  it("follow the volume and wait as long as asked", () => {
    window.dispatchEvent(new Event("pointerdown"));
    masters = [];
    play("chat", { after: 2000 });
    expect(Math.min(...started)).toBeCloseTo(12.01);
    const [whole] = masters;
    expect(whole!.gain.value).toBeCloseTo(0.5);
    settings.volume = 0.5;
    play("chat");
    expect(whole!.gain.value).toBeCloseTo(0.125);
  });
  it("stay in one scale", () => {
    expect(pitch(0)).toBeCloseTo(293.66);
    expect(pitch(7)).toBeCloseTo(2 * 293.66);
    expect(pitch(-7)).toBeCloseTo(293.66 / 2);
    for (const score of Object.values(SCORES))
      for (const [, , step] of score) {
        const semitones = Math.round(12 * Math.log2(pitch(step) / 293.66));
        expect(SCALE).toContain(((semitones % 12) + 12) % 12);
      }
  });
  it("end within three seconds, so that nothing is heard of what is long over", () => {
    for (const score of Object.values(SCORES)) for (const [at] of score) expect(at).toBeLessThan(2);
  });
});

const move = (seat: number, action: RevealedMove["action"], card?: string): RevealedMove =>
  ({ seat, player: seat, action, card, chained: false, by: "person" }) as RevealedMove;
const reveal = (changes: Partial<Reveal>): Reveal => ({
  seq: 1,
  moment: 1,
  age: 1,
  turn: 1,
  phase: "play",
  moves: [move(0, "build", "Altar"), move(1, "wonder"), move(2, "discard")],
  coins: [3, 3, 6],
  gained: [0, 0, 3],
  conflicts: [],
  peace: [],
  age_ended: null,
  age_begun: null,
  game_over: false,
  ...changes,
});
const heard = (changes: Partial<Reveal>, pace = 1): [Sound, number][] =>
  cuesFor([reveal(changes)], { you: 0, seats: 3, pace }).map(({ sound, after }) => [sound, after]);

describe("a reveal", () => {
  const plan = schedule(3, 1)!;
  it("is heard card by card, then stone and coins as they arrive", () =>
    expect(heard({})).toEqual([
      ["card", plan.starts[0]],
      ["card", plan.starts[1]],
      ["card", plan.starts[2]],
      ["stone", plan.landed[1]],
      ["coins", plan.landed[2]],
    ]));
  it("has no coins where nobody is paid", () =>
    expect(heard({ gained: [-2, 0, 0] }).map(([sound]) => sound)).not.toContain("coins"));
  it("ends an age with drums as the wars begin, but not the game, which has its own end", () => {
    expect(heard({ age_ended: 1 }).at(-1)).toEqual(["war", plan.wars]);
    expect(heard({ age_ended: 3, game_over: true }).map(([sound]) => sound)).not.toContain("war");
  });
  it("is one sound where nothing moves", () => {
    expect(heard({}, 0)).toEqual([["card", 0]]);
    expect(heard({ age_ended: 2 }, 0)).toEqual([["war", 0]]);
  });
});

describe("by default", () => {
  it.each([
    ["a phone", true, false],
    ["a desktop", false, true],
  ])("on %s", async (_, coarse, on) => {
    localStorage.removeItem("sounds");
    vi.stubGlobal("matchMedia", (query: string) => ({ matches: coarse && query.includes("coarse") }));
    vi.resetModules();
    const { settings: fresh } = await import("../../src/browser/settings.svelte");
    expect(fresh.sounds).toBe(on);
  });
});
