/** Who sits where around the front seat, and which choices belong to which card on the table. */

import type { AmulChoice, AmulDone, AmulView } from "../../lib/wire";

export type Place = "hand" | "market" | "palace" | "bazaar";

/** The other seats: those next to the front seat, and the rest in order. */
export function around(players: number, front: number): { left: number; right: number; others: number[] } {
  const order = Array.from({ length: players - 1 }, (_, step) => (front + 1 + step) % players);
  return { left: order[0]!, right: order.at(-1)!, others: order.slice(1, -1) };
}

/** Where a choice is made: by a card in hand, or by one that lies somewhere. */
export function placeOf(choice: AmulChoice): Place {
  if (choice.kind === "take") return "market";
  return choice.kind === "gain" ? (choice.place ?? "market") : "hand";
}

export function choiceAt(view: AmulView, place: Place, card: string): AmulChoice | undefined {
  return view.aids.choices.find((choice) => choice.card === card && placeOf(choice) === place);
}

/** An action that was tried and is not open, to ask why not. */
export function tried(view: AmulView, place: Place, card: string): string {
  if (place === "hand") return view.aids.phase === "offer" ? `offer ${card}` : `play ${card}`;
  return place === "market" && view.aids.phase !== "gain" ? `take ${card}` : `gain ${place} ${card}`;
}

export function lawAt(view: AmulView, place: Place, card: string): string | undefined {
  return place === "hand" ? view.aids.refused[card] : view.aids.refused_places[place];
}

/** What a seat did last in this round that all could see. */
export function lastDeed(view: AmulView, seat: number): AmulDone | undefined {
  return view.actions.filter((done) => done.seat === seat).at(-1);
}

/** A key for every card of a list in which equal ones occur. */
export function keyed(list: readonly string[]): { card: string; key: string }[] {
  const seen = new Map<string, number>();
  return list.map((card) => {
    const number = seen.get(card) ?? 0;
    seen.set(card, number + 1);
    return { card, key: `${card}#${number}` };
  });
}
