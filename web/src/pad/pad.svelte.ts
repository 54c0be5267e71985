/** The score pad as it stands: every change is kept in the browser at once, so that a closed page loses nothing. */
import { readCsv } from "./csv";
import { cleared, type Game, isEmpty, merged, newGame, type Pad, type Player, readGames, readPad } from "./games";
import type { Category } from "./score";

const KEY = "pad";
/** How long a cleared or deleted thing can be had back, in milliseconds. */
const UNDO_FOR = 8000;
const LARGEST_IMPORT = 8_000_000;

export class PadState {
  pad = $state.raw<Pad>({ game: newGame(), history: [] });
  /** Whether the browser keeps what is written. */
  kept = $state(true);
  /** What can be undone now. */
  before = $state.raw<Pad | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    this.load();
  }

  get game(): Game {
    return this.pad.game;
  }

  /** Takes what is kept: at the start, and after another tab wrote. */
  load(): void {
    try {
      const found = readPad(localStorage.getItem(KEY));
      if (found) this.pad = found;
    } catch {
      this.kept = false;
    }
  }

  #set(pad: Pad): void {
    this.pad = pad;
    try {
      localStorage.setItem(KEY, JSON.stringify(pad));
      this.kept = true;
    } catch {
      this.kept = false;
    }
  }

  #undoable(): void {
    this.before = this.pad;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.before = null), UNDO_FOR);
  }

  undo(): void {
    if (this.before) this.#set(this.before);
    this.before = null;
  }

  change(part: Partial<Game>): void {
    this.#set({ ...this.pad, game: { ...this.game, ...part } });
  }

  /** Changes a player; `category` is then written. */
  write(seat: number, part: Partial<Player>, category?: Category): void {
    const players = this.game.players.map((player, at) => {
      if (at !== seat) return player;
      const fresh = category && !player.written.includes(category);
      return { ...player, ...part, written: fresh ? [...player.written, category] : player.written };
    });
    this.change({ players });
  }

  /** Whoever goes on to the next category has written this one, zeros included. */
  done(category: Category): void {
    const players = this.game.players.map((player) =>
      player.written.includes(category) ? player : { ...player, written: [...player.written, category] },
    );
    this.change({ players });
  }

  clear(): void {
    this.#undoable();
    this.#set({ ...this.pad, game: cleared(this.game) });
  }

  /** Files the game and begins the next one. */
  save(): void {
    this.#undoable();
    this.#set({ game: newGame(this.game), history: this.#filed() });
  }

  /** Opens an earlier game to correct it. The one in hand is filed, unless nothing is written on it. */
  open(game: Game): void {
    const history = isEmpty(this.game) ? this.pad.history : this.#filed();
    this.#set({ game, history: history.filter(({ id }) => id !== game.id) });
  }

  #filed(): readonly Game[] {
    return merged([this.game], this.pad.history);
  }

  delete(game: Game): void {
    this.#undoable();
    this.#set({ ...this.pad, history: this.pad.history.filter(({ id }) => id !== game.id) });
  }

  /** The games that an export holds: the filed ones and the one in hand. */
  get all(): Game[] {
    return isEmpty(this.game) ? [...this.pad.history] : merged([this.game], this.pad.history);
  }

  /** Adds the games of a file; returns how many were new, null if it is no export of a pad. */
  async import(file: Blob): Promise<number | null> {
    if (file.size > LARGEST_IMPORT) return null;
    const text = await file.text();
    const games = text.trimStart().startsWith("{") ? readGames(text) : readCsv(text);
    if (!games) return null;
    const history = merged(
      this.pad.history,
      games.filter(({ id }) => id !== this.game.id),
    );
    const added = history.length - this.pad.history.length;
    if (added) this.#set({ ...this.pad, history });
    return added;
  }
}
