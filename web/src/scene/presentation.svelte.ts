/** What is shown of a reveal until it is read: city after city in a first game, and the end of an age. */
import type { Play, Reveal, RevealedMove } from "../api/messages";
import { debtTaken, inOrder } from "../game/reveal";

/** One city's move, as it is told. */
export interface Step {
  readonly move: RevealedMove;
  readonly reveal: Reveal;
}

/** The end of an age. */
export interface AgeOver {
  readonly reveal: Reveal;
  readonly debts: readonly { seat: number; count: number }[];
}

export class Show {
  #steps = $state.raw<readonly Step[]>([]);
  #at = $state(0);
  #age = $state.raw<AgeOver | null>(null);
  /** While cards of the last turn fly, those that are chosen already for the next one are not in sight. */
  moving = $state(false);

  /** Takes what is new. */
  begin(news: readonly Reveal[], before: Play | null, now: Play, slowly: boolean): void {
    const end = news.find((reveal) => reveal.age_ended);
    if (end) this.#age = { reveal: end, debts: debtTaken(before, now) };
    this.#at = 0;
    this.#steps = slowly
      ? news.flatMap((reveal) =>
          inOrder(reveal.moves, now.you, now.view.seats.length).map((move) => ({ move, reveal })),
        )
      : [];
  }

  /** The city that is told of; nothing once everything is read. */
  get step(): Step | null {
    return this.#steps[this.#at] ?? null;
  }
  get at(): number {
    return this.#at;
  }
  get count(): number {
    return this.#steps.length;
  }
  /** The end of an age waits until everything else is told. */
  get age(): AgeOver | null {
    return this.step ? null : this.#age;
  }

  next = (): void => {
    if (this.#at + 1 < this.#steps.length) this.#at += 1;
    else this.skip();
  };
  previous = (): void => {
    this.#at = Math.max(0, this.#at - 1);
  };
  /** Enough of the cities; the end of an age is still shown. */
  skip = (): void => {
    this.#steps = [];
    this.#at = 0;
  };
  /** Everything has been read. */
  close = (): void => {
    this.skip();
    this.#age = null;
  };
}
