/** Who the person in front of this page is: nobody yet, a guest, or an account. */
import * as api from "../api/http";
import type { Me, Person } from "../api/messages";
import { store } from "../browser/storage";
import * as m from "../paraglide/messages.js";

const SHOWN = 15_000;

class Myself {
  /** What the server said last; null before it was asked. */
  told = $state.raw<Me | null>(null);
  /** What was just done about it, in words, for whichever screen comes next. */
  said = $state("");
  #silence: ReturnType<typeof setTimeout> | undefined;

  get person(): Person | null {
    return this.told?.person ?? null;
  }
  get account(): string | null {
    return this.told?.account ?? null;
  }

  /** Asks the server who this is. */
  async look(): Promise<void> {
    this.told = await api.me();
  }
  /** Comes in as a guest, or takes another nickname. */
  async call(name: string): Promise<void> {
    this.#become(await api.comeIn(name));
  }
  async keep(account: string, password: string): Promise<void> {
    this.#become(await api.register(account, password));
    this.say(m.keep_done({ account: this.account ?? account }));
  }
  async logIn(account: string, password: string): Promise<void> {
    this.#become(await api.logIn(account, password));
    this.say(m.logged_in({ name: this.person?.name ?? account }));
  }
  async logOut(): Promise<void> {
    this.#become(await api.logOut());
    this.say(m.logged_out());
  }
  async changePassword(old: string, password: string): Promise<void> {
    this.#become(await api.changePassword(old, password));
    this.say(m.password_changed());
  }
  async forget(password: string | null): Promise<void> {
    this.#become(await api.deleteMe(password));
    this.say(m.deleted());
  }

  say(words: string): void {
    this.said = words;
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => (this.said = ""), SHOWN);
  }

  #become(me: Me): void {
    this.told = me;
    // The start page offers this name: nobody else shall play under it after its owner has gone.
    store("name", me.person?.name ?? "");
  }
}

export const myself = new Myself();
