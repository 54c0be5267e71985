/** The person's own tables: in play, not started, and finished. */
import * as api from "../api/http";
import type { TableSummary } from "../api/messages";
import { describeError } from "../text/errors";

export class MyGames {
  /** In play (those with a decision to make first), then not started; null before the first answer. */
  running = $state.raw<readonly TableSummary[] | null>(null);
  over = $state.raw<readonly TableSummary[]>([]);
  /** Whether the server has more finished games. */
  more = $state(false);
  error = $state("");

  async load(): Promise<void> {
    await this.#try(async () => {
      const [playing, open, ended] = await Promise.all([
        api.myGames("playing"),
        api.myGames("open"),
        api.myGames("over"),
      ]);
      this.running = [...playing.tables].sort((a, b) => Number(b.your_turn) - Number(a.your_turn)).concat(open.tables);
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
