/** What a reader has chosen, kept in the browser. */
import { getLocale, isLocale, setLocale } from "../paraglide/runtime.js";
import { store, stored } from "./storage";

export type Language = ReturnType<typeof getLocale>;
export type Theme = "dark" | "light";
export type Motion = "off" | "fast" | "normal" | "slow";
export type CardSize = "small" | "normal" | "large";

/** Languages by their own names. */
export const LANGUAGES: Record<Language, string> = {
  en: "English",
  fr: "Français",
  nl: "Nederlands",
  de: "Deutsch",
  da: "Dansk",
};

/** How long things take, as a factor. */
const PACE: Record<Motion, number> = { off: 0, fast: 0.5, normal: 1, slow: 1.8 };

const asks = (query: string): boolean => typeof matchMedia === "function" && matchMedia(query).matches;
const among = <T extends string>(value: string | null, all: readonly T[], fallback: T): T =>
  all.includes(value as T) ? (value as T) : fallback;

class Settings {
  language = $state<Language>("en");
  theme = $state<Theme>("dark");
  motion = $state<Motion>("normal");
  cardSize = $state<CardSize>("normal");
  sounds = $state(false);
  signs = $state(true);
  hints = $state(true);

  constructor() {
    const link = typeof location === "undefined" ? null : new URLSearchParams(location.search).get("language");
    if (isLocale(link)) store("language", link); // a link with ?language= counts as a choice
    const asked = [link, stored("language"), ...(typeof navigator === "undefined" ? [] : navigator.languages)].map(
      (each) => each?.slice(0, 2),
    );
    this.setLanguage(asked.find((each) => isLocale(each)) ?? "en", false);
    this.setTheme(stored("theme") ?? (asks("(prefers-color-scheme: light)") ? "light" : "dark"), false);
    this.setMotion(among(stored("motion"), ["off", "fast", "normal", "slow"], "normal"), false);
    this.setCardSize(among(stored("card-size"), ["small", "normal", "large"], "normal"), false);
    this.setSigns(stored("signs") !== "off", false);
    // Sounds in a pocket or a train are a nuisance: off on phones unless asked for.
    this.sounds = (stored("sounds") ?? (asks("(pointer: coarse)") ? "off" : "on")) === "on";
    this.hints = stored("hints") !== "off";
  }

  /** The factor for durations; 0 where the system asks for reduced motion. */
  get pace(): number {
    return asks("(prefers-reduced-motion: reduce)") ? 0 : PACE[this.motion];
  }

  setLanguage(language: string, keep = true): void {
    if (!isLocale(language)) return;
    void setLocale(language, { reload: false });
    document.documentElement.lang = language;
    this.language = language;
    if (keep) store("language", language);
  }

  setTheme(theme: string, keep = true): void {
    this.theme = theme === "light" ? "light" : "dark";
    document.documentElement.dataset["theme"] = this.theme;
    if (keep) store("theme", this.theme);
  }

  setMotion(motion: Motion, keep = true): void {
    this.motion = motion;
    document.documentElement.dataset["motion"] = motion;
    document.documentElement.style.setProperty("--pace", String(PACE[motion]));
    if (keep) store("motion", motion);
  }

  setCardSize(size: CardSize, keep = true): void {
    this.cardSize = size;
    document.documentElement.dataset["cards"] = size;
    if (keep) store("card-size", size);
  }

  setSigns(signs: boolean, keep = true): void {
    this.signs = signs;
    document.documentElement.dataset["signs"] = signs ? "on" : "off";
    if (keep) store("signs", signs ? "on" : "off");
  }

  setSounds(on: boolean): void {
    this.sounds = on;
    store("sounds", on ? "on" : "off");
  }

  setHints(on: boolean): void {
    this.hints = on;
    store("hints", on ? "on" : "off");
  }
}

export const settings = new Settings();
