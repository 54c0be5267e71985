/** The analysis of a finished game or of a record: asks for it, follows its progress, looks deeper at one decision. */
import { isTemporary, ServerError } from "../api/errors";
import * as api from "../api/http";
import type { AnalysisAnswer, DecisionAnalysis } from "../api/messages";
import { withLooks } from "../game/analysis";
import { describeError } from "../text/errors";

/** Milliseconds from one question to the next while it is being made. */
const PAUSE = 1000;

export class Analysis {
  readonly #from: api.GameSource;
  readonly #language: string;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;
  /** Nothing until the server has answered. */
  #answer = $state.raw<AnalysisAnswer | null>(null);
  #looks = $state.raw<readonly DecisionAnalysis[]>([]);
  /** Why there is no answer, as text. */
  trouble = $state("");
  /** The decision that is being looked at more deeply. */
  looking = $state.raw<DecisionAnalysis | null>(null);
  lookTrouble = $state("");

  constructor(from: api.GameSource, language: string) {
    this.#from = from;
    this.#language = language;
  }

  readonly state = $derived.by(() => this.#answer?.state ?? "unknown");
  readonly underway = $derived.by(() => this.state === "queued" || this.state === "running");
  readonly progress = $derived.by(() => ({ done: this.#answer?.done ?? 0, total: this.#answer?.total ?? 0 }));
  readonly outdated = $derived.by(() => this.#answer?.outdated ?? false);
  readonly game = $derived.by(() => {
    const found = this.#answer?.analysis;
    return found ? withLooks(found, this.#looks) : null;
  });

  /** Whether there is only a part, since the first analysis of this game is still being made. */
  readonly partial = $derived.by(() => this.underway && !this.outdated && this.game !== null);
  /** The analysis once it is whole. */
  readonly whole = $derived.by(() => (this.partial ? null : this.game));

  /** Fetches what there is. A record has nothing before somebody asks for it. */
  open(): void {
    if ("record" in this.#from) this.#answer = { state: "none", done: 0, total: 0, outdated: false, analysis: null };
    else void this.#ask(() => api.analysis(this.#from, this.#language));
  }
  /** Has the game analyzed. */
  start = (): void => {
    this.#looks = [];
    void this.#ask(() => api.analyze(this.#from, this.#language));
  };
  /** Stops asking; called when the page closes. */
  close(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  async #ask(question: () => Promise<AnalysisAnswer>): Promise<void> {
    clearTimeout(this.#timer);
    try {
      const answer = await question();
      this.trouble = "";
      this.#answer = answer;
    } catch (error) {
      this.trouble = describeError(error);
      if (!this.underway || (error instanceof ServerError && !isTemporary(error.code))) return;
    }
    if (this.underway && !this.#stopped)
      this.#timer = setTimeout(() => void this.#ask(() => api.analysis(this.#from, this.#language)), PAUSE);
  }

  /** Whether a decision has been looked at more deeply. */
  looked = ({ line, city }: DecisionAnalysis): boolean =>
    this.#looks.some((each) => each.line === line && each.city === city);

  /** Looks deeper at one decision. */
  async look(decision: DecisionAnalysis): Promise<void> {
    if (this.looking) return;
    this.looking = decision;
    this.lookTrouble = "";
    try {
      const found = await api.look(this.#from, decision, this.#language);
      this.#looks = [...this.#looks, found.decision];
    } catch (error) {
      this.lookTrouble = describeError(error);
    } finally {
      this.looking = null;
    }
  }
}
