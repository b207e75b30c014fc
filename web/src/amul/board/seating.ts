/** Who sits where on screen: one seat in front, its neighbours beside it, the rest behind. */

/** The other seats: those next to the front seat, and the rest in order. */
export function around(players: number, front: number): { left: number; right: number; others: number[] } {
  const order = Array.from({ length: players - 1 }, (_, step) => (front + 1 + step) % players);
  return { left: order[0]!, right: order.at(-1)!, others: order.slice(1, -1) };
}
