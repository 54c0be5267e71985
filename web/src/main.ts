import { mount } from "svelte";
import { askAhead } from "./api/replays";
import App from "./app/App.svelte";
import { router } from "./app/router.svelte";
import { offline } from "./browser/offline.svelte";
import { settings } from "./browser/settings.svelte";
import "./styles/index.css";
import "./styles/screens.css";

askAhead(router.now, settings.language);
void offline.keep();
mount(App, { target: document.getElementById("app")! });
