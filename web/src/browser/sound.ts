/** Short pieces for the moments of a game, synthesized: a lyre, drums, coins, stone and cards, all in one scale. */
import { settings } from "./settings.svelte";

/** Steps of the Dorian scale, in semitones above D. */
export const SCALE = [0, 2, 3, 5, 7, 9, 10] as const;
/** The frequency of a step of the scale; step 0 is the D above middle C, 7 the one above that. */
export const pitch = (step: number): number => {
  const octave = Math.floor(step / SCALE.length);
  return 293.66 * 2 ** (octave + SCALE[step - octave * SCALE.length]! / 12);
};

type Instrument = "lyre" | "drum" | "coin" | "stone" | "card";
/** When it begins, in seconds; what plays; the step of the scale; how loud, from 0 to 1. */
export type Note = readonly [at: number, instrument: Instrument, step: number, loud: number];

export const SCORES = {
  /** A card is looked at. */
  pick: [[0, "card", 0, 0.5]],
  /** A card is chosen. */
  choose: [
    [0, "card", 0, 0.6],
    [0.05, "lyre", 0, 0.5],
    [0.12, "lyre", 4, 0.5],
  ],
  /** A card is turned over. */
  card: [[0, "card", 2, 0.8]],
  coins: [
    [0, "coin", 14, 0.5],
    [0.07, "coin", 16, 0.5],
    [0.16, "coin", 18, 0.6],
  ],
  /** A stage of a wonder is built. */
  stone: [
    [0, "stone", -7, 0.9],
    [0.16, "stone", -5, 0.6],
  ],
  /** A wonder is completed. */
  wonder: [
    [0, "stone", -7, 1],
    [0.18, "lyre", 0, 0.6],
    [0.3, "lyre", 4, 0.6],
    [0.42, "lyre", 7, 0.7],
    [0.42, "lyre", 9, 0.5],
  ],
  /** A card is free by a chain. */
  chain: [
    [0, "lyre", 4, 0.4],
    [0.09, "lyre", 7, 0.5],
  ],
  /** A set of symbols is complete, or a city takes the lead in science. */
  science: [
    [0, "lyre", 7, 0.4],
    [0.08, "lyre", 9, 0.4],
    [0.16, "lyre", 11, 0.5],
  ],
  guild: [
    [0, "lyre", -3, 0.5],
    [0, "lyre", 0, 0.4],
    [0.1, "lyre", 2, 0.4],
  ],
  /** Armies march: two heavy beats and a roll, twice. */
  war: [0, 1.1].flatMap((from): Note[] => [
    [from, "drum", -14, 1],
    [from + 0.36, "drum", -14, 0.9],
    [from + 0.62, "drum", -10, 0.5],
    [from + 0.72, "drum", -10, 0.55],
    [from + 0.82, "drum", -10, 0.6],
  ]),
  /** One category is counted; `step` rises from category to category. */
  count: [
    [0, "drum", -10, 0.4],
    [0.04, "lyre", 0, 0.6],
  ],
  winner: [
    [0, "drum", -14, 0.8],
    [0, "lyre", 0, 0.7],
    [0.2, "lyre", 2, 0.6],
    [0.4, "lyre", 4, 0.7],
    [0.8, "drum", -14, 0.6],
    [0.8, "lyre", 6, 0.6],
    [1, "lyre", 4, 0.6],
    [1.2, "lyre", 7, 0.8],
    [1.2, "lyre", 4, 0.5],
    [1.2, "lyre", 0, 0.5],
    [1.2, "drum", -14, 1],
  ],
  /** The page lies in the background, and it is the viewer's turn. */
  turn: [
    [0, "lyre", 7, 0.6],
    [0.14, "lyre", 4, 0.6],
  ],
  chat: [[0, "lyre", 9, 0.4]],
  wrong: [
    [0, "drum", -10, 0.5],
    [0.09, "drum", -14, 0.4],
  ],
} satisfies Record<string, readonly Note[]>;

export type Sound = keyof typeof SCORES;

interface How {
  /** Milliseconds to wait. */
  readonly after?: number;
  /** How many steps of the scale higher. */
  readonly step?: number;
}

let context: AudioContext | null = null;
let master: GainNode | null = null;
let noise: AudioBuffer | null = null;

// Browsers keep pages silent until somebody presses something, and so do we.
let touched = false;
if (typeof window !== "undefined")
  for (const event of ["pointerdown", "keydown"] as const)
    window.addEventListener(event, () => (touched = true), { capture: true, once: true, passive: true });

/** Plays a sound, if the person wants sounds and has touched the page. */
export function play(sound: Sound, { after = 0, step = 0 }: How = {}): void {
  if (!settings.sounds || !settings.volume || !touched || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume().catch(() => undefined);
  if (!master) {
    master = context.createGain();
    master.connect(context.destination);
  }
  // Loudness is heard by powers.
  master.gain.value = 0.5 * settings.volume ** 2;
  const start = context.currentTime + 0.01 + after / 1000;
  for (const [at, instrument, note, loud] of SCORES[sound] as readonly Note[])
    INSTRUMENTS[instrument](context, master, start + at, pitch(note + step), loud);
}

/** A tone that begins at once and dies away. */
function tone(
  context: AudioContext,
  out: AudioNode,
  at: number,
  hertz: number,
  shape: OscillatorType,
  loud: number,
  seconds: number,
): OscillatorNode {
  const source = context.createOscillator();
  const volume = context.createGain();
  source.type = shape;
  source.frequency.setValueAtTime(hertz, at);
  volume.gain.setValueAtTime(0.0001, at);
  volume.gain.exponentialRampToValueAtTime(loud, at + 0.006);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  source.connect(volume).connect(out);
  source.start(at);
  source.stop(at + seconds);
  return source;
}

/** A burst of noise around a frequency. */
function burst(
  context: AudioContext,
  out: AudioNode,
  at: number,
  [from, to]: readonly [number, number],
  sharpness: number,
  loud: number,
  seconds: number,
): void {
  if (!noise) {
    noise = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
    const samples = noise.getChannelData(0);
    for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
  }
  const source = context.createBufferSource();
  const filter = context.createBiquadFilter();
  const volume = context.createGain();
  source.buffer = noise;
  filter.type = "bandpass";
  filter.Q.value = sharpness;
  filter.frequency.setValueAtTime(from, at);
  filter.frequency.exponentialRampToValueAtTime(to, at + seconds);
  volume.gain.setValueAtTime(loud, at);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  source.connect(filter).connect(volume).connect(out);
  source.start(at);
  source.stop(at + seconds);
}

type Playing = (context: AudioContext, out: AudioNode, at: number, hertz: number, loud: number) => void;
const INSTRUMENTS: Record<Instrument, Playing> = {
  lyre(context, out, at, hertz, loud) {
    tone(context, out, at, hertz, "triangle", loud * 0.5, 1.1);
    tone(context, out, at, hertz * 2, "sine", loud * 0.18, 0.7);
    tone(context, out, at, hertz * 3, "sine", loud * 0.07, 0.35);
  },
  drum(context, out, at, hertz, loud) {
    const skin = tone(context, out, at, hertz * 1.8, "sine", loud, 0.45);
    skin.frequency.exponentialRampToValueAtTime(hertz, at + 0.12);
    burst(context, out, at, [420, 160], 0.8, loud * 0.35, 0.09);
  },
  coin(context, out, at, hertz, loud) {
    tone(context, out, at, hertz, "sine", loud * 0.4, 0.35);
    tone(context, out, at, hertz * 2.76, "sine", loud * 0.2, 0.22);
  },
  stone(context, out, at, hertz, loud) {
    burst(context, out, at, [900, 220], 0.7, loud, 0.16);
    tone(context, out, at, hertz / 2, "sine", loud * 0.6, 0.2);
  },
  card(context, out, at, _, loud) {
    burst(context, out, at, [1800, 4200], 0.9, loud * 0.4, 0.09);
  },
};
