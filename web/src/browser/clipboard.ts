/** Puts a text on the clipboard; answers whether that went well. */
export async function copyText(text: string): Promise<boolean> {
  try {
    // Only on secure pages: with a plain address of the local network there is no such thing.
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** The old way, which works on every page that a person has just pressed a button of. */
function copyBySelection(text: string): boolean {
  const before = document.activeElement as HTMLElement | null;
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.style.cssText = "position:fixed;top:0;left:0;opacity:0";
  document.body.append(field);
  try {
    field.focus();
    field.select();
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    field.remove();
    before?.focus();
  }
}
