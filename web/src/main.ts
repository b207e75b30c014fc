import { mount } from "svelte";
import "./tokens.css";
import "./app.css";
import App from "./App.svelte";
import { i18n } from "./lib/i18n.svelte";
import { settings } from "./lib/settings.svelte";

settings.apply();
await i18n.use(settings.language);
mount(App, { target: document.getElementById("app")! });
if ("serviceWorker" in navigator && import.meta.env.PROD) void keepForOffline().catch(() => {}); // without, the page works all the same

/** The worker that keeps the page; what was read before it was there it is told of. */
async function keepForOffline(): Promise<void> {
  await navigator.serviceWorker.register("/sw.js");
  const { active } = await navigator.serviceWorker.ready;
  const read = performance.getEntriesByType("resource").map(({ name }) => name);
  active?.postMessage({ read: read.filter((url) => new URL(url).pathname.startsWith("/api/")) });
}
