/** What a reader has chosen, kept in the browser. */
import { getLocale, isLocale, setLocale } from "../paraglide/runtime.js";
import { store, stored } from "./storage";

export type Language = ReturnType<typeof getLocale>;
export type Theme = "dark" | "light";
export type Motion = "off" | "fast" | "normal" | "slow";
/** How long a choice can be undone where bots have chosen already. */
export type Pause = "off" | "short" | "long";
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

const PAUSE: Record<Pause, number> = { off: 0, short: 1000, long: 3000 };

const asks = (query: string): boolean => typeof matchMedia === "function" && matchMedia(query).matches;
const among = <T extends string>(value: string | null, all: readonly T[], fallback: T): T =>
  all.includes(value as T) ? (value as T) : fallback;

class Settings {
  language = $state<Language>("en");
  theme = $state<Theme>("dark");
  motion = $state<Motion>("normal");
  cardSize = $state<CardSize>("normal");
  sounds = $state(false);
  /** From 0 to 1. */
  volume = $state(0.6);
  signs = $state(true);
  hints = $state(true);
  pause = $state<Pause>("short");

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
    const volume = Number(stored("volume") ?? 0.6);
    if (volume >= 0 && volume <= 1) this.volume = volume;
    this.hints = stored("hints") !== "off";
    this.pause = among(stored("pause"), ["off", "short", "long"], "short");
  }

  /** The factor for durations; 0 where the system asks for reduced motion. */
  get pace(): number {
    return asks("(prefers-reduced-motion: reduce)") ? 0 : PACE[this.motion];
  }

  /** Milliseconds between a choice and the reveal, against bots. */
  get pauseTime(): number {
    return PAUSE[this.pause];
  }

  setPause(pause: Pause): void {
    this.pause = pause;
    store("pause", pause);
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
    // Only where a rule wants it, since that rule would be tried on every element.
    document.documentElement.toggleAttribute("data-still", motion === "off");
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

  setVolume(volume: number): void {
    this.volume = volume;
    store("volume", String(volume));
  }

  setHints(on: boolean): void {
    this.hints = on;
    store("hints", on ? "on" : "off");
  }
}

export const settings = new Settings();
