import { mount } from "svelte";
import "./tokens.css";
import "./app.css";
import App from "./App.svelte";
import { i18n } from "./lib/i18n.svelte";
import { settings } from "./lib/settings.svelte";

settings.apply();
await i18n.use(settings.language);
mount(App, { target: document.getElementById("app")! });
if ("serviceWorker" in navigator && import.meta.env.PROD) navigator.serviceWorker.register("/sw.js").catch(() => {}); // without one the page works all the same
