/** Who the person in front of this page is: nobody yet, a guest, or an account. */
import * as api from "../lib/api";
import type { Me, Person } from "../lib/messages";
import { store } from "../lib/storage";
import * as m from "../paraglide/messages.js";

class Myself {
  /** What the server said last; null before it was asked. */
  told = $state.raw<Me | null>(null);
  /** The last thing that was done about it, in words: shown once, on the next screen. */
  said = $state("");

  get person(): Person | null {
    return this.told?.person ?? null;
  }
  get account(): string | null {
    return this.told?.account ?? null;
  }

  /** Asks the server who this is. */
  async look(): Promise<void> {
    this.#now(await api.me());
  }
  /** Comes in as a guest, or takes another nickname. */
  async call(name: string): Promise<void> {
    this.#now(await api.comeIn(name), (me) => m.nickname_saved({ name: me.person?.name ?? name }));
  }
  async keep(account: string, password: string): Promise<void> {
    this.#now(await api.register(account, password), (me) => m.keep_done({ account: me.account ?? account }));
  }
  async logIn(account: string, password: string): Promise<void> {
    this.#now(await api.logIn(account, password), (me) => m.logged_in({ name: me.person?.name ?? account }));
  }
  async logOut(): Promise<void> {
    this.#now(await api.logOut(), m.logged_out);
  }
  async changePassword(old: string, password: string): Promise<void> {
    this.#now(await api.changePassword(old, password), m.password_changed);
  }
  async forget(password: string | null): Promise<void> {
    this.#now(await api.deleteMe(password), m.deleted);
  }

  #now(me: Me, words?: (me: Me) => string): void {
    this.told = me;
    if (!words) return;
    // The name that the start page offers is that of the last person here: nobody else plays under it by accident.
    store("name", me.person?.name ?? "");
    this.said = words(me);
  }
}

export const myself = new Myself();
