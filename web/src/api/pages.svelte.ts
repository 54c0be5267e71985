/** A list that the server gives page by page, latest first. */
import { describeError } from "../text/errors";

export interface Page<T> {
  readonly items: readonly T[];
  readonly more: boolean;
}

export class Pages<T> {
  /** Null until the first page is there. */
  items = $state.raw<readonly T[] | null>(null);
  more = $state(false);
  error = $state("");

  readonly #at: (item: T) => number;
  #load: ((before?: number) => Promise<Page<T>>) | null = null;
  #run = 0;

  /** `at`: the time by which the list is sorted. */
  constructor(at: (item: T) => number) {
    this.#at = at;
  }

  /** Loads the first page; the old ones stay until it is there. */
  load(load: (before?: number) => Promise<Page<T>>): void {
    this.#load = load;
    void this.#add([]);
  }

  /** Loads the next page. */
  next = (): void => {
    if (this.items?.length) void this.#add(this.items);
  };

  async #add(known: readonly T[]): Promise<void> {
    const run = ++this.#run;
    const last = known.at(-1);
    try {
      const page = await this.#load!(last === undefined ? undefined : this.#at(last));
      if (run !== this.#run) return; // another list was asked for since
      this.items = [...known, ...page.items];
      this.more = page.more;
      this.error = "";
    } catch (error) {
      if (run === this.#run) this.error = describeError(error);
    }
  }
}
