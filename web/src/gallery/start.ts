/** What both gallery pages share: theme and language from the address, and the samples. */
import { mount, type Component } from "svelte";
import "../styles/index.css";
import { isLocale, setLocale } from "../paraglide/runtime.js";

export const open = (page: Component): void => {
  const asked = new URLSearchParams(location.search);
  document.documentElement.dataset["theme"] = asked.get("theme") === "light" ? "light" : "dark";
  const language = asked.get("lang");
  if (isLocale(language)) void setLocale(language, { reload: false });
  mount(page, { target: document.getElementById("app")! });
};
