/** A record that somebody brought: kept in this tab only, so that the page can be loaded again. */
const KEY = "record";
/** What the server accepts, in characters. */
export const LARGEST_RECORD = 100_000;

let kept = "";

export function keptRecord(): string {
  try {
    return kept || (sessionStorage.getItem(KEY) ?? "");
  } catch {
    return kept;
  }
}

export function keepRecord(text: string): void {
  kept = text;
  try {
    sessionStorage.setItem(KEY, text);
  } catch {
    // Without storage it is there until the page is loaded again.
  }
}

/** The text of a file, as far as it can be a record. */
export const readRecord = (file: Blob): Promise<string> => file.slice(0, 2 * LARGEST_RECORD + 1).text();

/** The text of a dropped file; null where something else was dropped. */
export async function droppedRecord(event: DragEvent): Promise<string | null> {
  const file = event.dataTransfer?.files[0];
  if (!file) return null;
  event.preventDefault();
  return readRecord(file);
}
