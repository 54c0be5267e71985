/** What the host tells everybody: a message, and maintenance. */
import * as api from "../api/http";
import type { Notice } from "../api/messages";

const QUIET: Notice = { message: null, maintenance: "off" };

class HostNotice {
  now = $state.raw<Notice>(QUIET);
  #hidden = $state("");

  /** Whether there is something that the reader has not hidden. */
  get shown(): boolean {
    const { message, maintenance } = this.now;
    return (message !== null || maintenance !== "off") && this.#hidden !== this.#key;
  }
  get #key(): string {
    return `${this.now.message?.at ?? ""} ${this.now.maintenance}`;
  }

  hide = (): void => {
    this.#hidden = this.#key;
  };
  /** Asks the server; without an answer nothing changes. */
  async load(): Promise<void> {
    try {
      this.now = await api.notice();
    } catch {
      // The page says so by itself when the server cannot be reached.
    }
  }
}

export const hostNotice = new HostNotice();
