/** How far somebody is in the guided first game; kept in the browser, so that it can be left and gone on with. */
import { store, stored } from "../browser/storage";
import type { Scene } from "../scene/scene.svelte";
import { adviceOf, advised, LESSONS, reasonKey, TIPS, type Lesson } from "./lessons";
import type { Point } from "./points";

const KEY = "lesson";

interface Kept {
  readonly table: string;
  /** Lessons, tips and kinds of reasons that are done with, by key. */
  readonly done: readonly string[];
  readonly tips: readonly string[];
  /** The end was told. */
  readonly told: boolean;
  /** The learner wants no more of it. */
  readonly left: boolean;
}

const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === "string") : [];

function kept(): Kept | null {
  try {
    const found = JSON.parse(stored(KEY) ?? "null") as Record<string, unknown> | null;
    if (typeof found?.["table"] !== "string") return null;
    return {
      table: found["table"],
      done: strings(found["done"]),
      tips: strings(found["tips"]),
      told: found["told"] === true,
      left: found["left"] === true,
    };
  } catch {
    return null;
  }
}

export class Guide {
  #kept = $state.raw<Kept>(kept() ?? { table: "", done: [], tips: [], told: true, left: true });
  /** The bubble is hidden until something changes. */
  hidden = $state(false);
  /** A lesson that is read again. */
  #again = $state<number | null>(null);
  /** The learner did something else than the lesson asked for. */
  strayed = $state(false);
  /** How many reveals were looked at for deeds. */
  #seen = -1;
  /** The table at which it is told. */
  scene = $state.raw<Scene | null>(null);

  #keep(part: Partial<Kept>): void {
    this.#kept = { ...this.#kept, ...part };
    store(KEY, JSON.stringify(this.#kept));
  }

  get left(): boolean {
    return this.#kept.left;
  }
  get done(): readonly string[] {
    return this.#kept.done;
  }
  /** Whether there are lessons still to be told. */
  get running(): boolean {
    return !this.left && LESSONS.some(({ key }) => !this.done.includes(key));
  }
  get #next(): number {
    const { scene } = this;
    return scene ? LESSONS.findIndex(({ key, ready }) => !this.done.includes(key) && ready(scene)) : -1;
  }
  /** The lesson to be told: one that is read again, else the first that is not done and fits the moment. */
  get at(): number | null {
    if (this.#again !== null) return this.#again;
    const next = this.#next;
    return next < 0 ? null : next;
  }
  get lesson(): Lesson | null {
    return this.at === null ? null : LESSONS[this.at]!;
  }
  get again(): boolean {
    return this.#again !== null;
  }
  /** All lessons are done, and nobody has said so yet. */
  get ended(): boolean {
    return !this.#kept.told && LESSONS.every(({ key }) => this.done.includes(key));
  }
  /** What is said of something new, and the keys under which it is kept that it was said. */
  get tip(): { readonly keys: readonly string[]; readonly points: readonly Point[] } | null {
    const { scene } = this;
    if (!scene) return null;
    for (const tip of TIPS) {
      const text = this.#kept.tips.includes(tip.key) ? null : tip.says(scene);
      if (text !== null) return { keys: [tip.key], points: [{ text }] };
    }
    return null;
  }
  /** What is said of a choice before it is made. */
  get advice(): { readonly keys: readonly string[]; readonly points: readonly Point[] } | null {
    const { scene } = this;
    const moves = scene ? advised(scene, this.#kept.tips) : [];
    return scene && moves.length ? { keys: moves.map(reasonKey), points: adviceOf(scene, moves) } : null;
  }

  /** Goes on after the lesson, the end or the tip that is shown. */
  next(): void {
    this.strayed = false;
    if (this.#again !== null) {
      const more = this.#again + 1;
      this.#again = more < LESSONS.length && this.done.includes(LESSONS[more]!.key) ? more : null;
    } else if (this.lesson) this.#finish(this.lesson);
    else if (this.ended) this.#keep({ told: true });
    else this.#explained((this.tip ?? this.advice)?.keys ?? []);
  }

  #explained(keys: readonly string[]): void {
    const fresh = keys.filter((key) => !this.#kept.tips.includes(key));
    if (fresh.length) this.#keep({ tips: [...this.#kept.tips, ...fresh] });
  }

  #finish({ key }: Lesson): void {
    if (this.done.includes(key)) return;
    this.#keep({ done: [...this.done, key] });
    this.hidden = false;
  }

  back(): void {
    this.show((this.at ?? LESSONS.length) - 1);
  }
  /** Shows a lesson that was told before. */
  show(number: number): void {
    if (number < 0) return;
    this.strayed = false;
    this.hidden = false;
    this.#again = number === this.#next ? null : number;
  }
  leave(): void {
    this.#again = null;
    this.#keep({ left: true });
  }
  resume(): void {
    this.hidden = false;
    this.#keep({ left: false });
  }

  /** Looks at what the learner has done since the last call. */
  watch(): void {
    const { scene } = this;
    if (!scene) return;
    const { reveals } = scene.table;
    const card = scene.picker.card;
    const lesson = this.#again === null ? this.lesson : null;
    if (card !== undefined && lesson?.tried?.(card, scene)) this.#finish(lesson);
    if (this.#seen < 0) this.#seen = reveals.length;
    if (reveals.length <= this.#seen) return;
    const moves = reveals.slice(this.#seen).flatMap((reveal) => reveal.moves.filter(({ seat }) => seat === scene.you));
    this.#seen = reveals.length;
    this.hidden = false;
    this.#again = null;
    this.#explained(this.#shown);
    this.#shown = [];
    const before = LESSONS.find(({ key }) => key === this.#told);
    if (before?.done && moves.some((move) => before.done!(move, scene))) this.#finish(before);
    this.strayed = Boolean(before?.done && !this.done.includes(before.key) && before === this.lesson);
  }
  /** The lesson that was told last. */
  #told = "";
  /** The kinds of reasons that are on the screen. */
  #shown: readonly string[] = [];
  tell(): void {
    if (this.lesson) this.#told = this.lesson.key;
    else if (!this.ended && !this.tip) this.#shown = this.advice?.keys ?? [];
  }
}
