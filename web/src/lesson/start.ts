/** Opens the guided first game, and the first real one after it. */
import * as api from "../api/http";
import { router } from "../app/router.svelte";
import { DEFAULTS, withSides } from "../game/options";
import { session } from "../state/session.svelte";
import * as m from "../paraglide/messages.js";
import { beginLessons } from "../browser/first-game";

/** Opens a game as the start page offers it to somebody who has chosen nothing yet. */
export async function startRealGame(): Promise<void> {
  const options = withSides(DEFAULTS, "A");
  const bots = Array.from({ length: options.seats }, (_, seat) => (seat ? ("easy" as const) : null));
  const { link } = await api.newTable({ options, seat: 0, bots, start: true });
  router.go(link);
}

export async function startLesson(name: string): Promise<void> {
  const called = name.trim() || session.person?.name || m.default_name();
  if (called !== session.person?.name) await session.setNickname(called);
  const { table, link } = await api.newLesson();
  beginLessons(table);
  router.go(link);
}
