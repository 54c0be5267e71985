/** What a reader has chosen, kept in the browser: language and theme. */
import { getLocale, isLocale, setLocale } from "../paraglide/runtime.js";

export type Language = ReturnType<typeof getLocale>;
export type Theme = "dark" | "light";

/** Languages by their own names. */
export const LANGUAGES: Record<Language, string> = { en: "English", fr: "Français", nl: "Nederlands", de: "Deutsch", da: "Dansk" };

const stored = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // A browser that forbids storage still shows everything.
  }
};
const store = (key: string, value: string): void => {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The choice then holds until the page is closed.
  }
};

class Settings {
  language = $state<Language>("en");
  theme = $state<Theme>("dark");

  constructor() {
    const asked = [stored("language"), ...(typeof navigator === "undefined" ? [] : navigator.languages)].map((each) => each?.slice(0, 2));
    this.speak(asked.find((each) => isLocale(each)) ?? "en", false);
    const dark = typeof matchMedia !== "function" || !matchMedia("(prefers-color-scheme: light)").matches;
    this.paint(stored("theme") ?? (dark ? "dark" : "light"), false);
  }

  speak(language: string, keep = true): void {
    if (!isLocale(language)) return;
    void setLocale(language, { reload: false });
    document.documentElement.lang = language;
    this.language = language;
    if (keep) store("language", language);
  }

  paint(theme: string, keep = true): void {
    this.theme = theme === "light" ? "light" : "dark";
    document.documentElement.dataset["theme"] = this.theme;
    if (keep) store("theme", this.theme);
  }
}

export const settings = new Settings();
