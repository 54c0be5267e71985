/** What a table scene shows. Plain data: from a connection, a record or a stored sample. */
import type { Help, Play, Reveal, Seat, View } from "../api/messages";

export interface TableSnapshot {
  /** The view with the server's figures and hints. */
  readonly play: Play;
  /** Who sits where. */
  readonly seats: readonly Seat[];
  /** Everything revealed so far, oldest first. */
  readonly reveals: readonly Reveal[];
  /** The newest reveals, to be animated once; empty: the scene shows the table as it stands. */
  readonly news: readonly Reveal[];
  /** The table before the news. */
  readonly before: Play | null;
}

interface Still {
  readonly view: View;
  readonly help: Help;
  /** Names by seat. */
  readonly names: readonly string[];
  readonly reveals?: readonly Reveal[];
  readonly news?: readonly Reveal[];
  readonly before?: Play | null;
}

/** A snapshot without a game behind it: a view, the figures for it, and names. */
export const still = ({ view, help, names, reveals = [], news = [], before = null }: Still): TableSnapshot => ({
  play: {
    moment: 0,
    view,
    help,
    you: view.seat,
    waiting: [],
    deadline: null,
    patience_until: null,
    since: 0,
    again: [],
    result: null,
  },
  seats: names.map((name, seat) => ({
    seat,
    person: { id: String(seat), name, kind: "guest" },
    bot: null,
    ready: true,
    present: true,
    away_since: null,
    can_relieve: false,
  })),
  reveals,
  news,
  before,
});
