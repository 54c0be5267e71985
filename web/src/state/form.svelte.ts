/** A form: errors appear beside their fields, and the first wrong field gets the focus. */
import { tick } from "svelte";
import { ServerError } from "../api/errors";
import { errorText } from "../text/errors";

/** Which field a refusal is about, and in which words; null: none of them. */
type Placed<Field extends string> = (code: string) => readonly [Field, string] | null;

export class Form<Field extends string> {
  busy = $state(false);
  /** What is wrong, by field. */
  wrong = $state.raw<Partial<Record<Field, string>>>({});
  /** What is wrong with none of the fields. */
  oops = $state("");

  readonly #placed: Placed<Field>;

  constructor(placed: Placed<Field> = () => null) {
    this.#placed = placed;
  }

  /** Sends the form unless a field is wrong; returns whether that worked. */
  async send(event: SubmitEvent, checks: Record<Field, string>, act: () => Promise<void>): Promise<boolean> {
    event.preventDefault();
    if (this.busy) return false;
    const form = event.currentTarget as HTMLFormElement;
    const found = (Object.entries(checks) as [Field, string][]).filter(([, words]) => words);
    this.oops = "";
    this.wrong = Object.fromEntries(found) as Partial<Record<Field, string>>;
    if (!found.length) {
      this.busy = true;
      try {
        await act();
        return true;
      } catch (error) {
        const code = error instanceof ServerError ? error.code : "";
        const placed = this.#placed(code);
        if (placed) this.wrong = { [placed[0]]: placed[1] } as Partial<Record<Field, string>>;
        else this.oops = error instanceof ServerError ? errorText(code, error.params) : String(error);
      } finally {
        this.busy = false;
      }
    }
    await tick();
    form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
    return false;
  }
}
