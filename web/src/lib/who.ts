/** Who sits at this browser, as the server knows them; nobody is no error, so a stranger's console stays clean. */

import { call } from "./api";
import { i18n } from "./i18n.svelte";
import { settings } from "./settings.svelte";
import type { Me } from "./wire";

export async function whoAmI(): Promise<Me | null> {
  return (await call("GET /api/session")).me;
}

/** Make a stranger a guest, by the name that they play under at this device. */
export async function becomeGuest(): Promise<void> {
  await call("POST /api/guests", { body: { name: settings.name.trim() || i18n.text("home.guest") } });
}

/** The address of somebody's page. Names are found however they are written; with a dot it would pass for a file's. */
export function personPath(name: string): string {
  return `/u/${encodeURIComponent(name.replaceAll(".", ""))}`;
}
