/** Cards move from where they were to where they go: `use:moves={key}` on anything that keeps its key. */

import { settings } from "./settings.svelte";

/** A key, and where a thing comes from whose key was not on screen: the first element that `from` selects. */
export type Moving = string | { key: string; from?: string };

const places = new Map<string, { box: DOMRect; at: number }>();
const REMEMBERED = 4000;

/** Where a thing with that key is before the screen changes; called for a whole region before an update. */
export function remember(root: ParentNode = document): void {
  const now = performance.now();
  for (const element of root.querySelectorAll<HTMLElement>("[data-moves]")) {
    places.set(element.dataset["moves"]!, { box: element.getBoundingClientRect(), at: now });
  }
}

/** An element that, when it appears or changes place, comes from where its key was last seen. */
export function moves(element: HTMLElement, moving: Moving): { update: (moving: Moving) => void; destroy: () => void } {
  let current = keyOf(moving);
  element.dataset["moves"] = current;
  requestAnimationFrame(() => travel(element, current, startOf(moving)));
  return {
    update(next) {
      const key = keyOf(next);
      if (key === current) return;
      current = key;
      element.dataset["moves"] = key;
      requestAnimationFrame(() => travel(element, key, startOf(next)));
    },
    destroy() {
      if (element.isConnected) places.set(current, { box: element.getBoundingClientRect(), at: performance.now() });
    },
  };
}

function keyOf(moving: Moving): string {
  return typeof moving === "string" ? moving : moving.key;
}

function startOf(moving: Moving): string {
  return typeof moving === "string" ? "" : (moving.from ?? "");
}

function travel(element: HTMLElement, key: string, start: string): void {
  const still = settings.calm || matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (still || !element.isConnected) return;
  const seen = places.get(key);
  const known = seen && performance.now() - seen.at <= REMEMBERED ? seen.box : undefined;
  const from = known ?? (start ? document.querySelector(start)?.getBoundingClientRect() : undefined);
  if (!from) return;
  const to = element.getBoundingClientRect();
  const scale = known && to.width ? from.width / to.width : 0.6; // a place to start from is no card of its own
  const [dx, dy] = [
    from.left + from.width / 2 - to.left - to.width / 2,
    from.top + from.height / 2 - to.top - to.height / 2,
  ];
  if (Math.abs(dx) + Math.abs(dy) < 4) return;
  const style = getComputedStyle(element);
  const rest = style.transform === "none" ? "" : style.transform;
  element.animate(
    [
      { transform: `translate(${dx}px, ${dy}px) scale(${scale}) ${rest}`, zIndex: 5 },
      { transform: rest || "none", zIndex: 5 },
    ],
    { duration: 320, easing: "cubic-bezier(.2,.8,.2,1)" },
  );
}
