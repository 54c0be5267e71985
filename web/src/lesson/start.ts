/** Opens the guided first game. */
import * as api from "../api/http";
import { router } from "../app/router.svelte";
import { session } from "../state/session.svelte";
import * as m from "../paraglide/messages.js";
import { beginLessons } from "../browser/first-game";

export async function startLesson(name: string): Promise<void> {
  const called = name.trim() || session.person?.name || m.default_name();
  if (called !== session.person?.name) await session.setNickname(called);
  const { table, link } = await api.newLesson();
  beginLessons(table);
  router.go(link);
}
