/** The tables at which the person of this page sits or sat. */
import * as api from "../api/http";
import type { TableSummary } from "../api/messages";
import { troubleWords } from "../text/errors";

export class Games {
  /** Those that are played, whose turn it is first, then those that wait for their start; null before the server was asked. */
  running = $state.raw<readonly TableSummary[] | null>(null);
  over = $state.raw<readonly TableSummary[]>([]);
  /** Whether there are more that are over. */
  more = $state(false);
  oops = $state("");

  async look(): Promise<void> {
    await this.#trying(async () => {
      const [playing, open, ended] = await Promise.all([
        api.myGames("playing"),
        api.myGames("open"),
        api.myGames("over"),
      ]);
      this.running = [...playing.tables].sort((a, b) => Number(b.your_turn) - Number(a.your_turn)).concat(open.tables);
      this.over = ended.tables;
      this.more = ended.more ?? false;
    });
  }

  async lookFurther(): Promise<void> {
    await this.#trying(async () => {
      const next = await api.myGames("over", this.over.at(-1)?.changed);
      this.over = [...this.over, ...next.tables];
      this.more = next.more ?? false;
    });
  }

  async #trying(act: () => Promise<void>): Promise<void> {
    this.oops = "";
    try {
      await act();
    } catch (error) {
      this.oops = troubleWords(error);
    }
  }
}
