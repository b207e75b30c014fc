/** What one says in advance: which of it is over, and why. The server does it; here it is only told. */

/** What ended by itself though it could still be said: what it stood on has changed. What was done or is past is not among it. */
export function overtaken(before: readonly string[], now: readonly string[], may: readonly string[]): string[] {
  return before.filter((action) => !now.includes(action) && may.includes(action));
}

/** With this one last of those wanted, or without it. */
export function toggled(orders: readonly string[], action: string): string[] {
  return orders.includes(action) ? orders.filter((other) => other !== action) : [...orders, action];
}
