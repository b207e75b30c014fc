/** Who sits where on screen: one seat below, the others clockwise around it. */

import type { AurumView } from "../../lib/wire";

const AROUND = { 3: ["left", "right"], 4: ["left", "top", "right"] } as const;

export type Place = "left" | "top" | "right";
/** Of a side of partners. */
export type SideSign = "sun" | "moon";

export interface Seating {
  bottom: number;
  others: number[];
  /** How many seats after the one below, clockwise. */
  turnOf: (seat: number) => number;
  placeOf: (seat: number) => Place;
  /** Where there are partners, the sign of the side; else none. */
  signOf: (seat: number) => SideSign | null;
  isPartner: (seat: number) => boolean;
}

export function seatingOf(view: AurumView, bottom: number): Seating {
  const { players } = view;
  const turnOf = (seat: number) => (seat - bottom + players) % players;
  const own = view.aids.sides.find((side) => side.seats.includes(bottom))?.seats ?? [];
  return {
    bottom,
    others: Array.from({ length: players - 1 }, (_, index) => (bottom + 1 + index) % players),
    turnOf,
    placeOf: (seat) => AROUND[players === 3 ? 3 : 4][turnOf(seat) - 1] ?? "top",
    signOf: (seat) =>
      sideSign(
        view,
        view.aids.sides.findIndex((side) => side.seats.includes(seat)),
      ),
    isPartner: (seat) => own.includes(seat),
  };
}

export function sideSign(view: AurumView, side: number): SideSign | null {
  const paired = view.aids.sides.some(({ seats }) => seats.length > 1);
  return paired ? (side === 0 ? "sun" : "moon") : null;
}
