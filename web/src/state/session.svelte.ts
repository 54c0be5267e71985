/** Who uses this page: nobody yet, a guest, or an account. */
import * as api from "../api/http";
import type { Me, Person } from "../api/messages";
import { turnCalls } from "../browser/push.svelte";
import { store } from "../browser/storage";
import * as m from "../paraglide/messages.js";

const NOTICE_SHOWN = 15_000;

class Session {
  /** The server's last answer; null before the first. */
  me = $state.raw<Me | null>(null);
  /** What was just done, as text; the next screen shows it. */
  notice = $state("");
  #timer: ReturnType<typeof setTimeout> | undefined;

  get person(): Person | null {
    return this.me?.person ?? null;
  }
  get account(): string | null {
    return this.me?.account ?? null;
  }

  async load(): Promise<void> {
    this.me = await api.me();
  }
  /** Enters as a guest, or changes the nickname. */
  async setNickname(name: string): Promise<void> {
    this.#become(await api.setNickname(name));
  }
  async register(account: string, password: string): Promise<void> {
    this.#become(await api.register(account, password));
    this.notify(m.keep_done({ account: this.account ?? account }));
  }
  async logIn(account: string, password: string): Promise<void> {
    this.#become(await api.logIn(account, password));
    this.notify(m.logged_in({ name: this.person?.name ?? account }));
  }
  async logOut(): Promise<void> {
    // The device may belong to somebody else next; without a network the push service forgets it by itself.
    await turnCalls.stop().catch(() => undefined);
    this.#become(await api.logOut());
    this.notify(m.logged_out());
  }
  async changePassword(old: string, password: string): Promise<void> {
    this.#become(await api.changePassword(old, password));
    this.notify(m.password_changed());
  }
  async deleteMe(password: string | null): Promise<void> {
    this.#become(await api.deleteMe(password));
    this.notify(this.person ? m.deletion_noted() : m.deleted());
  }

  notify(text: string): void {
    this.notice = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.notice = ""), NOTICE_SHOWN);
  }

  #become(me: Me): void {
    this.me = me;
    // The start page offers the stored name; after a log-out it must not offer the last person's.
    store("name", me.person?.name ?? "");
  }
}

export const session = new Session();
