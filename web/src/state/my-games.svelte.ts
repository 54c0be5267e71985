/** The person's own tables: in play, not started, and finished. */
import * as api from "../api/http";
import type { TableSummary } from "../api/messages";
import { describeError } from "../text/errors";

export class MyGames {
  /** Not finished: those that wait for the person first, then by the time left; null before the first answer. */
  running = $state.raw<readonly TableSummary[] | null>(null);
  /** How far the server's clock is ahead of this device's, in milliseconds. */
  ahead = $state(0);
  over = $state.raw<readonly TableSummary[]>([]);
  /** Whether the server has more finished games. */
  more = $state(false);
  error = $state("");

  async load(): Promise<void> {
    await this.#try(async () => {
      const [mine, ended] = await Promise.all([api.myTables(), api.myGames("over")]);
      this.running = mine.tables;
      this.ahead = mine.now - Date.now();
      this.over = ended.tables;
      this.more = ended.more;
    });
  }

  async loadMore(): Promise<void> {
    await this.#try(async () => {
      const next = await api.myGames("over", this.over.at(-1)?.changed);
      this.over = [...this.over, ...next.tables];
      this.more = next.more;
    });
  }

  async #try(act: () => Promise<void>): Promise<void> {
    this.error = "";
    try {
      await act();
    } catch (failure) {
      this.error = describeError(failure);
    }
  }
}
