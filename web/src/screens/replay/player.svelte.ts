/** Walks through a recorded game: where it stands, from which seat it is seen, and whether it plays by itself. */
import type { Replay } from "../../api/messages";
import { describeError } from "../../text/errors";
import { otherPart, playAt, revealsBefore } from "../../game/replay";
import type { TableSnapshot } from "../../scene/snapshot";

export const SPEEDS = [0.5, 1, 2, 4] as const;

/** Milliseconds from one moment to the next at speed 1. */
const STEP = 2600;
/** The end of an age is shown so many times as long. */
const LONGER = 2;

const STILL = { news: [], before: null } as const;

export class ReplayPlayer {
  readonly #load: (seat: number) => Promise<Replay>;
  readonly #bySeat: Record<number, Replay> = {};
  /** The seat that was asked for last: answers may come in any order. */
  #asked: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #shown = $state.raw<Pick<TableSnapshot, "news" | "before">>(STILL);

  /** The game from the present seat. */
  replay = $state.raw<Replay>()!;
  at = $state(0);
  /** Whether all hands are shown. */
  open = $state(false);
  playing = $state(false);
  speed = $state<number>(1);
  /** Why a seat could not be changed, as text. */
  trouble = $state("");
  /** Counts jumps, after which nothing may move any more. */
  jumps = $state(0);

  constructor(replay: Replay, at: number, load: (seat: number) => Promise<Replay>) {
    this.#load = load;
    this.#bySeat[replay.seat] = replay;
    this.replay = replay;
    this.at = this.#within(at);
  }

  readonly last = $derived.by(() => this.replay.moments.length - 1);
  readonly moment = $derived.by(() => this.replay.moments[this.at]!);
  readonly table = $derived.by((): TableSnapshot => ({
    play: playAt(this.replay, this.at, this.open),
    seats: this.replay.seats,
    reveals: revealsBefore(this.replay, this.at),
    ...this.#shown,
  }));

  #within(at: number): number {
    return Math.min(Math.max(0, Math.trunc(at) || 0), this.replay.moments.length - 1);
  }

  /** Goes to a moment at once. */
  jump(at: number): void {
    const to = this.#within(at);
    if (to === this.at && !this.#shown.news.length) return;
    this.#shown = STILL;
    this.at = to;
    this.jumps += 1;
    this.#again();
  }

  /** Goes on by one moment, with the motion of its reveal. */
  forward(): void {
    const { reveal } = this.moment;
    if (this.at >= this.last || !reveal) return;
    const before = playAt(this.replay, this.at, this.open);
    this.jumps += 1;
    this.#shown = { news: [reveal], before };
    this.at += 1;
    this.#again();
  }

  back = (): void => this.jump(this.at - 1);
  age = (way: 1 | -1): void => this.jump(otherPart(this.replay.moments, this.at, way));

  toggle(): void {
    if (this.playing) return this.pause();
    if (this.at >= this.last) this.jump(0);
    this.playing = true;
    this.forward();
  }
  pause(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }
  faster(): void {
    this.speed = SPEEDS[(SPEEDS.indexOf(this.speed as 1) + 1) % SPEEDS.length]!;
    this.#again();
  }

  /** Plans the next step, if the game plays by itself. */
  #again(): void {
    clearTimeout(this.#timer);
    if (!this.playing) return;
    if (this.at >= this.last) return this.pause();
    const ended = this.#shown.news.some((reveal) => reveal.age_ended);
    this.#timer = setTimeout(() => this.forward(), ((ended ? LONGER : 1) * STEP) / this.speed);
  }

  /** Looks from another seat, at the same moment. */
  async from(seat: number): Promise<void> {
    if (seat >= this.replay.seats.length) return;
    this.#asked = seat;
    if (seat === this.replay.seat) return;
    this.trouble = "";
    try {
      const found = this.#bySeat[seat] ?? (await this.#load(seat));
      this.#bySeat[seat] = found;
      if (this.#asked !== seat) return;
      this.#shown = STILL;
      this.replay = found;
      this.jumps += 1;
    } catch (error) {
      if (this.#asked === seat) this.trouble = describeError(error);
    }
  }
}
