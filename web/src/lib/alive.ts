/** Pictures that move by themselves: only while somebody looks, and never for who wants less motion. */

import { settings } from "./settings.svelte";

export function wantsCalm(): boolean {
  return settings.calm || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Do something again and again, as long as the page is looked at; what is given back ends it. */
export function everyNow(milliseconds: number, step: () => void): () => void {
  const timer = setInterval(() => {
    if (document.visibilityState === "visible" && !wantsCalm()) step();
  }, milliseconds);
  return () => clearInterval(timer);
}
