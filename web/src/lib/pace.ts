/** How fast things are shown, as a person wishes. */

import { settings, type Pace } from "./settings.svelte";

export const PACES: readonly Pace[] = ["slow", "normal", "fast", "none"];

const FACTORS: Record<Pace, number> = { slow: 1.8, normal: 1, fast: 0.35, none: 0 };

/** By which every time is multiplied. */
export function pace(): number {
  return FACTORS[settings.pace];
}

/** Whether nothing should fly: by the person's own wish, or by that of their whole device. */
export function isCalm(): boolean {
  return settings.calm || matchMedia("(prefers-reduced-motion: reduce)").matches;
}
