/** This browser as a place for notices: asked for on a click alone, and told to the server. */

import { call, Problem } from "./api";
import { settings } from "./settings.svelte";

/** Where this browser keeps by which id the server knows it. */
const CHANNEL = "karat.push";

/** Why this browser cannot be told, or how it stands: it is told already, or would be, or was forbidden to. */
export type Standing = "on" | "off" | "denied" | "unable" | "insecure" | "install";

const supported = (): boolean => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** On an iPhone only a page that was put on the home screen can be told. */
const wantsInstalling = (): boolean =>
  /iP(hone|ad|od)/.test(navigator.userAgent) && !matchMedia("(display-mode: standalone)").matches;

async function subscription(): Promise<PushSubscription | null> {
  const worker = await navigator.serviceWorker.getRegistration();
  return (await worker?.pushManager.getSubscription()) ?? null;
}

export async function standing(): Promise<Standing> {
  if (!isSecureContext) return "insecure";
  if (!supported()) return wantsInstalling() ? "install" : "unable";
  if (Notification.permission === "denied") return "denied";
  return Notification.permission === "granted" && (await subscription()) ? "on" : "off";
}

/** Ask for leave, subscribe, and tell the server; how it stands then. */
export async function turnOn(key: string): Promise<Standing> {
  if ((await Notification.requestPermission()) !== "granted") return standing();
  const worker = await navigator.serviceWorker.ready;
  const before = await worker.pushManager.getSubscription();
  // One that was made with another house's key, before its database was made anew, is of no use.
  if (before && !isFor(before, key)) await before.unsubscribe();
  const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  await tell(made);
  return "on";
}

/** The server knows this browser, in the language that is spoken now; nothing where notices are off here. */
export async function renew(): Promise<void> {
  if (!supported() || Notification.permission !== "granted") return;
  const made = await subscription();
  if (made) await tell(made);
}

/** Nothing comes to this browser any more, and the server knows it. */
export async function turnOff(): Promise<void> {
  if (!supported()) return;
  const channel = localStorage.getItem(CHANNEL);
  localStorage.removeItem(CHANNEL);
  await (await subscription())?.unsubscribe();
  if (!channel) return;
  try {
    await call("DELETE /api/me/notices/channels/{channel}", { path: { channel } });
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem; // it was removed before
  }
}

async function tell(made: PushSubscription): Promise<void> {
  const { endpoint, keys } = made.toJSON();
  const { id } = await call("POST /api/me/notices/push", {
    body: {
      endpoint: endpoint ?? "",
      p256dh: keys?.["p256dh"] ?? "",
      auth: keys?.["auth"] ?? "",
      language: settings.language,
      label: browserName(),
    },
  });
  localStorage.setItem(CHANNEL, id);
}

function isFor(made: PushSubscription, key: string): boolean {
  const bytes = new Uint8Array(made.options.applicationServerKey ?? new ArrayBuffer(0));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "") === key;
}

/** As a person would call it in a list. */
function browserName(): string {
  const agent = navigator.userAgent;
  const browser = ["Edg", "OPR", "Firefox", "Chrome", "Safari"].find((name) => agent.includes(name)) ?? "";
  const system =
    ["Android", "iPhone", "iPad", "Windows", "Macintosh", "Linux"].find((name) => agent.includes(name)) ?? "";
  const said: Record<string, string> = { Edg: "Edge", OPR: "Opera", Macintosh: "Mac" };
  return [said[browser] ?? browser, said[system] ?? system].filter(Boolean).join(", ");
}
