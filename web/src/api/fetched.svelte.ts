/** Something that the server is asked for until it answers. */
import { Refusal } from "./http";
import { mayPass, troubleWords } from "../text/errors";

const PAUSES = [1500, 3000, 6000, 12_000];

export class Fetched<T> {
  value = $state.raw<T | null>(null);
  /** Why it is not there, in words; empty while the first try is under way. */
  oops = $state("");
  /** Whether it is tried again by itself. */
  tries = $state(false);

  #ask: (() => Promise<T>) | null = null;
  #failed = 0;
  #run = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Asks for something; what was there before stays until the answer. Answers how to stop. */
  ask(how: () => Promise<T>): () => void {
    this.#ask = how;
    this.#failed = 0;
    this.oops = "";
    void this.#try();
    return () => this.#stop();
  }

  /** Tries again now instead of after the pause. */
  again = (): void => {
    if (this.oops && this.#ask) void this.#try();
  };

  #stop(): void {
    this.#run += 1;
    this.#ask = null;
    clearTimeout(this.#timer);
  }

  async #try(): Promise<void> {
    const run = ++this.#run;
    clearTimeout(this.#timer);
    try {
      const told = await this.#ask!();
      // Meanwhile something else may have been asked for.
      if (run !== this.#run) return;
      this.value = told;
      this.oops = "";
      this.tries = false;
    } catch (error) {
      if (run !== this.#run) return;
      this.oops = troubleWords(error);
      this.tries = !(error instanceof Refusal) || mayPass(error.code);
      if (!this.tries) return;
      const pause = PAUSES[Math.min(this.#failed++, PAUSES.length - 1)];
      this.#timer = setTimeout(() => void this.#try(), pause);
    }
  }
}
