/** What cards and sides are called. */

import { i18n } from "../../lib/i18n.svelte";
import type { AurumSide, AurumView } from "../../lib/wire";
import { cardName } from "../cards/metals";
import { t } from "../messages";

export function cardNames(cards: readonly string[]): string {
  return i18n.list(cards.map(cardName));
}

export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase(i18n.language) + text.slice(1);
}

/** Whoever scores together, by name. */
export function sideName(side: AurumSide, names: readonly string[]): string {
  return side.seats.map((seat) => names[seat] ?? "").join(" & ");
}

/** Who won, once it is over. */
export function winnersLine(view: AurumView, names: readonly string[]): string {
  const winners = (view.result?.winners ?? []).map((side) => sideName(view.aids.sides[side]!, names));
  return t(winners.length > 1 ? "aurum.match.shared" : "aurum.match.won", { names: i18n.list(winners) });
}
