/** What the viewer has yet to read of a reveal: the moves, city by city, in a first game, and the end of an age. */
import type { Play, Reveal, RevealedMove } from "../api/messages";
import { debtTaken, inOrder } from "../game/reveal";

/** One city's move. */
export interface Step {
  readonly move: RevealedMove;
  readonly reveal: Reveal;
}

/** The end of an age. */
export interface AgeEnding {
  readonly reveal: Reveal;
  readonly debts: readonly { seat: number; count: number }[];
}

export class Presentation {
  #steps = $state.raw<readonly Step[]>([]);
  #at = $state(0);
  #age = $state.raw<AgeEnding | null>(null);
  /** While the cards of the last turn fly, face-down cards of the next one and the end of an age are hidden. */
  moving = $state(false);

  /** Starts with new reveals; `slowly` tells them city by city, `last` leaves the end of the age to that of the game. */
  begin(news: readonly Reveal[], before: Play | null, now: Play, slowly: boolean, last = false): void {
    const end = last ? undefined : news.find((reveal) => reveal.age_ended);
    if (end) this.#age = { reveal: end, debts: debtTaken(before, now) };
    this.#at = 0;
    this.#steps = slowly
      ? news.flatMap((reveal) =>
          inOrder(reveal.moves, now.you, now.view.seats.length).map((move) => ({ move, reveal })),
        )
      : [];
  }

  /** The move to be read; null once all are read. */
  get step(): Step | null {
    return this.#steps[this.#at] ?? null;
  }
  get at(): number {
    return this.#at;
  }
  get count(): number {
    return this.#steps.length;
  }
  /** The end of an age, once all moves are read and all cards have landed in the city that it covers. */
  get ageEnding(): AgeEnding | null {
    return this.step || this.moving ? null : this.#age;
  }

  next = (): void => {
    if (this.#at + 1 < this.#steps.length) this.#at += 1;
    else this.skip();
  };
  previous = (): void => {
    this.#at = Math.max(0, this.#at - 1);
  };
  /** Skips the moves; the end of an age is still shown. */
  skip = (): void => {
    this.#steps = [];
    this.#at = 0;
  };
  /** Skips everything. */
  close = (): void => {
    this.skip();
    this.#age = null;
  };
}
