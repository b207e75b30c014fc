/** A result as a text to send to friends: how one did, and nothing of the cards. */

import { i18n } from "../lib/i18n.svelte";
import type { ShownDaily } from "../lib/wire";
import { t } from "./messages";

const SQUARES = 5;

/** So many of five squares, at least one for who finished. */
export function squares(better: number): string {
  const lit = Math.max(1, Math.min(SQUARES, Math.ceil(better * SQUARES)));
  return "🟨".repeat(lit) + "⬜".repeat(SQUARES - lit);
}

export function shareText(deal: ShownDaily, game: string, streak: number, address: string): string {
  const better = deal.mine?.better ?? 0;
  const others = deal.finishers > 1;
  return [
    t("events.daily.share_title", { day: dayName(deal.begins), game }),
    others
      ? `${squares(better)} ${t("events.daily.share_better", { percent: i18n.percent(better), n: deal.finishers })}`
      : `🟨 ${t("events.daily.share_first")}`,
    ...(streak > 1 ? [t("events.daily.streak", { n: streak })] : []),
    address,
  ].join("\n");
}

/** A day as the house counts them. */
export function dayName(begins: number, style: "long" | "medium" = "medium"): string {
  return new Intl.DateTimeFormat(i18n.language, { dateStyle: style, timeZone: "UTC" }).format(begins * 1000);
}
