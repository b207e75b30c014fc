/** One click to today's table: a new one, or the one that one has. */

import { call } from "../lib/api";
import { t } from "../lib/i18n.svelte";
import { place } from "../lib/route.svelte";
import { settings } from "../lib/settings.svelte";

export async function beginDaily(deal: string): Promise<void> {
  const name = settings.name.trim() || t("home.guest");
  const seated = await call("POST /api/daily/{deal}/play", { path: { deal }, body: { name } });
  place.go(`/t/${seated.table}`);
}
