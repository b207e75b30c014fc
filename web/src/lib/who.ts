/** Who sits at this browser, as the server knows them; nobody is no error, so a stranger's console stays clean. */

import { call } from "./api";
import type { Me } from "./wire";

export async function whoAmI(): Promise<Me | null> {
  return (await call("GET /api/session")).me;
}

/** The address of somebody's page. Names are found however they are written; with a dot it would pass for a file's. */
export function personPath(name: string): string {
  return `/u/${encodeURIComponent(name.replaceAll(".", ""))}`;
}
