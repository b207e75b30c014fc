/** What is seen to fly when something happens in Amul. Places are named in the markup: `data-spot="market:silk:2"`. */

import type { Flight } from "../../lib/flight";
import type { AmulView, GameEvent } from "../../lib/wire";

const EACH = 45;

/** `front` is the seat whose hand is on screen. */
export function flightsOf(before: AmulView, after: AmulView, events: readonly GameEvent[], front: number): Flight[] {
  if (before === after) return [];
  return [
    ...sealed(before, after, front),
    ...events.flatMap((event) => flightsOfEvent(event, front)),
    ...dealt(before, after, events),
  ];
}

export function flightsOfEvent(event: GameEvent, front: number): Flight[] {
  const own = (seat: number) => seat === front;
  switch (event.e) {
    case "OffersRevealed":
      return (event.cards ?? []).map((card, seat) => ({
        from: own(seat) ? [`sealed:${seat}`, `hand:${card}`, `seat:${seat}`] : [`sealed:${seat}`, `seat:${seat}`],
        to: [`market:${card}:${seat}`],
        turns: true,
        delay: seat * EACH,
      }));
    case "CardTaken":
      return own(event.seat)
        ? [{ from: [`market:${event.card}`], to: [`hand:${event.card}`, `seat:${event.seat}`] }]
        : [{ from: [`market:${event.card}`], to: [`held:${event.seat}`, `seat:${event.seat}`], leaves: true }];
    case "PlaysRevealed":
      return (event.cards ?? []).map((card, seat) => ({
        from: own(seat) ? [`hand:${card}`, `seat:${seat}`] : [`seat:${seat}`],
        to: [`area:${seat}:${card}`, `did:${seat}`],
        turns: !own(seat),
        delay: seat * EACH,
      }));
    case "CardGained":
      return [
        {
          from: [`${event.place}:${event.card}`],
          to: [`area:${event.seat}:${event.card}`, `did:${event.seat}`, `seat:${event.seat}`],
        },
      ];
    case "MarketCleared":
      return (event.cards ?? []).map((card, index) => ({
        from: [`market:${card}`],
        to: ["gone"],
        leaves: true,
        delay: index * EACH,
      }));
    default:
      return [];
  }
}

/** Somebody has laid an offer face down. */
function sealed(before: AmulView, after: AmulView, front: number): Flight[] {
  if (after.aids.phase !== "offer") return [];
  return after.laid
    .filter((seat) => !before.laid.includes(seat))
    .map((seat) => ({
      from:
        seat === front && after.choice ? [`hand:${after.choice}`, `seat:${seat}`] : [`held:${seat}`, `seat:${seat}`],
      to: [`sealed:${seat}`],
    }));
}

/** A round begins: cards from the deck into the market and into one's own hand. */
function dealt(before: AmulView, after: AmulView, events: readonly GameEvent[]): Flight[] {
  if (!events.some((event) => event.e === "RoundBegan" || event.e === "HandDealt" || event.e === "CardDealt"))
    return [];
  const held = [...before.hand];
  const drawn = after.hand.filter((card) => {
    const at = held.indexOf(card);
    if (at >= 0) held.splice(at, 1);
    return at < 0;
  });
  return [
    ...after.wares.filter((ware) => ware.offered_by === null).map((ware) => `market:${ware.card}:deck`),
    ...drawn.map((card) => `hand:${card}`),
  ].map((to, index) => ({ from: ["deck"], to: [to], turns: true, delay: index * EACH }));
}
