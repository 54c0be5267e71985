/** Replays with the rulebook that they need. */
import type { Route } from "../app/router.svelte";
import { keptRecord, LARGEST_RECORD } from "../browser/record";
import type { Rulebook } from "../game/rulebook";
import * as api from "./http";
import type { Replay } from "./messages";

interface OpenedReplay {
  readonly replay: Replay;
  readonly book: Rulebook;
}

/** What was asked for before its page was there. */
let ahead: { readonly key: string; readonly answer: Promise<OpenedReplay> } | null = null;

const keyOf = (from: api.GameSource, seat: number, language: string): string => JSON.stringify([from, seat, language]);

export const replayOf = (from: api.GameSource, seat: number): Promise<Replay> =>
  "table" in from ? api.replay(from.table, seat) : api.replayRecord(from.record, seat);

async function fetched(from: api.GameSource, seat: number, language: string): Promise<OpenedReplay> {
  const replay = await replayOf(from, seat);
  return { replay, book: await api.rulebook(replay.options, language) };
}

/** The replay from a seat, with the rulebook in a language. */
export function openReplay(from: api.GameSource, seat: number, language: string): Promise<OpenedReplay> {
  const early = ahead?.key === keyOf(from, seat, language) ? ahead.answer : null;
  ahead = null;
  return early ?? fetched(from, seat, language);
}

/** Asks for the replay that the address names while the scripts of its page still load. */
export function askAhead(route: Route, language: string): void {
  const record = route.at === "record" ? keptRecord() : "";
  const from = route.at === "replay" ? { table: route.table } : record.trim() ? { record } : null;
  if (!from || record.length > LARGEST_RECORD) return;
  const seat = route.at === "replay" ? route.seat : 0;
  const answer = fetched(from, seat, language);
  // Whoever opens the replay hears of the failure.
  answer.catch(() => undefined);
  ahead = { key: keyOf(from, seat, language), answer };
}
