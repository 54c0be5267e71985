/** Why a record cannot be replayed, in the reader's language. */
import { ServerError } from "../api/errors";
import { settings } from "../browser/settings.svelte";
import * as m from "../paraglide/messages.js";
import { describeError } from "./errors";

const FAULTS: Readonly<Record<string, () => string>> = {
  "record/format": () => m.record_fault_format(),
  "record/syntax": () => m.record_fault_syntax(),
  "rules/combination": () => m.record_fault_combination(),
  "card/unknown": () => m.record_fault_card(),
  "card/duplicate": () => m.record_fault_often(),
  "card/too-many": () => m.record_fault_often(),
  "record/deal": () => m.record_fault_deal(),
  "record/order": () => m.record_fault_order(),
  "move/unreadable": () => m.record_fault_syntax(),
  "move/not-pending": () => m.record_fault_pending(),
  "move/illegal": () => m.record_fault_move(),
  "move/payment": () => m.record_fault_payment(),
  "record/result": () => m.record_fault_result(),
  "record/incomplete": () => m.record_fault_incomplete(),
  "document/unreadable": () => m.record_fault_unreadable(),
  "document/too-large": () => m.record_large(),
};

export interface RecordFault {
  readonly text: string;
  /** The server's own words, if the text does not have them: exact, and in English. */
  readonly detail: string;
}

const placeWords = (place: string): string => {
  const [, number] = /^line (\d+)$/.exec(place) ?? [];
  return number ? m.record_line({ number }) : place;
};

/** The answer to a record that the server could not read. */
export function recordFault(error: unknown): RecordFault {
  if (!(error instanceof ServerError) || error.code !== "record/invalid")
    return { text: describeError(error), detail: "" };
  const { place = "", reason = "", why = "" } = error.params;
  const words = FAULTS[String(why)]?.();
  const exact = settings.language === "en" || !words;
  const text = exact ? String(reason) : words;
  const said = place ? m.labeled({ label: placeWords(String(place)), text }) : text;
  return { text: `${m.record_bad()} ${said}`, detail: exact ? "" : String(reason) };
}
