/** A value that is requested again and again until the server answers. */
import { describeError } from "../text/errors";
import { isTemporary, ServerError } from "./errors";

const PAUSES = [1500, 3000, 6000, 12_000];

export class Fetched<T> {
  value = $state.raw<T | null>(null);
  /** Why there is no value, as text; empty during the first try. */
  error = $state("");
  /** Whether it tries again by itself. */
  retrying = $state(false);

  #load: (() => Promise<T>) | null = null;
  #failures = 0;
  #run = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Starts to load; the old value stays until the answer. Returns a function that stops it. */
  load(load: () => Promise<T>): () => void {
    this.#load = load;
    this.#failures = 0;
    this.error = "";
    void this.#try();
    return () => this.#stop();
  }

  /** Tries again now instead of after the pause. */
  retry = (): void => {
    if (this.error && this.#load) void this.#try();
  };

  #stop(): void {
    this.#run += 1;
    this.#load = null;
    clearTimeout(this.#timer);
  }

  async #try(): Promise<void> {
    const run = ++this.#run;
    clearTimeout(this.#timer);
    try {
      const value = await this.#load!();
      // Something else may have been requested since.
      if (run !== this.#run) return;
      this.value = value;
      this.error = "";
      this.retrying = false;
    } catch (error) {
      if (run !== this.#run) return;
      this.error = describeError(error);
      this.retrying = !(error instanceof ServerError) || isTemporary(error.code);
      if (!this.retrying) return;
      const pause = PAUSES[Math.min(this.#failures++, PAUSES.length - 1)];
      this.#timer = setTimeout(() => void this.#try(), pause);
    }
  }
}
