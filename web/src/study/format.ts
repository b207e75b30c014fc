/** Parts of a win as people read them. */

import { i18n } from "../lib/i18n.svelte";

/** With one digit after the point; `sign` also where it is more than nothing. */
export function part(share: number, sign = false): string {
  return new Intl.NumberFormat(i18n.language, {
    style: "percent",
    maximumFractionDigits: 1,
    signDisplay: sign ? "exceptZero" : "auto",
  }).format(share);
}

/** How the places in a list of shares are joined: `54 % : 46 %`. */
export function parts(shares: readonly number[]): string {
  return shares.map((share) => i18n.percent(share)).join(" : ");
}
