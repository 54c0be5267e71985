import { mount } from "svelte";
import App from "./app/App.svelte";
import "./styles/index.css";
import "./styles/screens.css";

mount(App, { target: document.getElementById("app")! });
