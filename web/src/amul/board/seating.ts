/** Who sits where on screen: one seat in front, its neighbours beside it, the rest behind. */

import type { AmulView } from "../../lib/wire";

/** The other seats: those next to the front seat, and the rest in order. */
export function around(
  { players, aids }: Pick<AmulView, "players"> & { aids: Pick<AmulView["aids"], "neighbours"> },
  front: number,
): { left: number; right: number; others: number[] } {
  const { left, right } = aids.neighbours[front]!;
  const order = Array.from({ length: players - 1 }, (_, step) => (front + 1 + step) % players);
  return { left, right, others: order.filter((seat) => seat !== left && seat !== right) };
}
