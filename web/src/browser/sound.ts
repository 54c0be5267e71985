/** Short synthesized sounds: a plucked string, a drum, a bell. */
import { settings } from "./settings.svelte";

type Note = readonly [at: number, hertz: number, seconds: number, shape: OscillatorType, loud: number];

const SCORES = {
  pick: [[0, 520, 0.05, "triangle", 0.12]],
  choose: [
    [0, 220, 0.09, "square", 0.07],
    [0.05, 330, 0.14, "triangle", 0.16],
  ],
  reveal: [
    [0, 392, 0.12, "triangle", 0.14],
    [0.08, 494, 0.12, "triangle", 0.14],
    [0.16, 587, 0.2, "triangle", 0.14],
  ],
  turn: [[0, 660, 0.12, "sine", 0.12]],
  war: [
    [0, 98, 0.25, "sawtooth", 0.12],
    [0.18, 82, 0.35, "sawtooth", 0.12],
  ],
  end: [
    [0, 392, 0.2, "triangle", 0.16],
    [0.18, 494, 0.2, "triangle", 0.16],
    [0.36, 587, 0.2, "triangle", 0.16],
    [0.54, 784, 0.5, "triangle", 0.18],
  ],
  chat: [[0, 880, 0.08, "sine", 0.08]],
  wrong: [[0, 150, 0.18, "square", 0.08]],
} satisfies Record<string, readonly Note[]>;

export type Sound = keyof typeof SCORES;

let context: AudioContext | null = null;

/** Plays a sound, if the person wants sounds. */
export function play(sound: Sound): void {
  if (!settings.sounds || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume().catch(() => undefined);
  const start = context.currentTime + 0.01;
  for (const [at, hertz, seconds, shape, loud] of SCORES[sound] as readonly Note[]) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = shape;
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(loud, start + at);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + at + seconds);
    tone.connect(volume).connect(context.destination);
    tone.start(start + at);
    tone.stop(start + at + seconds);
  }
}
