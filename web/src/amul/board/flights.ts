/** Cards fly from where they lay to where they go. Spots are named in the markup: `data-spot="market:silk"`. */

import { settings } from "../../lib/settings.svelte";
import type { GameEvent } from "../../lib/wire";

export interface Flight {
  /** The first of these that was on screen. */
  from: string[];
  /** The first of these that is on screen now. */
  to: string[];
}

/** What flies when something happens; `front` is the seat whose hand is on screen. */
export function flightsOf(event: GameEvent, front: number): Flight[] {
  switch (event.e) {
    case "OffersRevealed":
      return (event.cards ?? []).map((card, seat) => ({
        from: seat === front ? [`hand:${card}`, `sealed:${seat}`, `seat:${seat}`] : [`sealed:${seat}`, `seat:${seat}`],
        to: [`market:${card}:${seat}`],
      }));
    case "CardTaken":
      return [
        {
          from: [`market:${event.card}`],
          to:
            event.seat === front
              ? [`hand:${event.card}`, `seat:${event.seat}`]
              : [`did:${event.seat}`, `seat:${event.seat}`],
        },
      ];
    case "PlaysRevealed":
      return (event.cards ?? []).map((card, seat) => ({
        from: seat === front ? [`hand:${card}`, `seat:${seat}`] : [`seat:${seat}`],
        to: [`did:${seat}`, `area:${seat}:${card}`],
      }));
    case "CardGained":
      return [
        {
          from: [`${event.place}:${event.card}`],
          to: [`area:${event.seat}:${event.card}`, `did:${event.seat}`, `seat:${event.seat}`],
        },
      ];
    default:
      return [];
  }
}

export type Places = Map<string, DOMRect>;

/** Where everything is that can be flown from. A spot with an end (`market:silk:2`) is known by its beginning too. */
export function remember(root: HTMLElement): Places {
  const places: Places = new Map();
  for (const element of root.querySelectorAll<HTMLElement>("[data-spot]")) {
    const spot = element.dataset["spot"]!;
    const box = element.getBoundingClientRect();
    if (!box.width) continue;
    places.set(spot, box);
    const short = spot.split(":").slice(0, 2).join(":");
    if (!spot.startsWith("area:") && !places.has(short)) places.set(short, box);
  }
  return places;
}

export function fly(root: HTMLElement, before: Places, flights: readonly Flight[]): void {
  if (settings.calm || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const ms = settings.pace === "fast" ? 220 : settings.pace === "slow" ? 520 : 360;
  for (const flight of flights) {
    const from = flight.from.map((spot) => before.get(spot)).find(Boolean);
    const element = flight.to.map((spot) => visible(root, spot)).find(Boolean);
    if (!from || !element) continue;
    const to = element.getBoundingClientRect();
    const [dx, dy] = [
      from.left + from.width / 2 - to.left - to.width / 2,
      from.top + from.height / 2 - to.top - to.height / 2,
    ];
    if (Math.abs(dx) + Math.abs(dy) < 4) continue;
    const scale = Math.min(1.6, Math.max(0.5, from.height / to.height));
    element.animate(
      [
        { transform: `translate(${dx}px, ${dy}px) scale(${scale})`, zIndex: 9, opacity: 0.85 },
        { transform: "none", zIndex: 9, opacity: 1 },
      ],
      { duration: ms, easing: "cubic-bezier(.2,.8,.2,1)" },
    );
  }
}

function visible(root: HTMLElement, spot: string): HTMLElement | undefined {
  const found = [...root.querySelectorAll<HTMLElement>(`[data-spot="${CSS.escape(spot)}"]`)];
  return found.filter((element) => element.getClientRects().length).at(-1);
}
