/** Narrowing the open swaps by what is wanted so far; nothing is put together that the server did not offer. */

import type { AurumChoice } from "../../lib/wire";

export interface Wanted {
  gold: string | null;
  whose: number | null;
  card: string | null;
}

export const NOTHING: Wanted = { gold: null, whose: null, card: null };

function fits(choice: AurumChoice, wanted: Partial<Wanted>): boolean {
  return (
    (wanted.gold == null || choice.gold === wanted.gold) &&
    (wanted.whose == null || choice.whose === wanted.whose) &&
    (wanted.card == null || choice.card === wanted.card)
  );
}

function distinct<T>(values: (T | null | undefined)[]): T[] {
  return [...new Set(values.filter((value): value is T => value != null))];
}

export function golds(swaps: readonly AurumChoice[], { card }: Wanted): string[] {
  return distinct(swaps.filter((one) => fits(one, { card })).map((one) => one.gold));
}

export function targets(swaps: readonly AurumChoice[], { card }: Wanted): number[] {
  return distinct(swaps.filter((one) => fits(one, { card })).map((one) => one.whose));
}

/** The one swap that is meant once a card is chosen; gold and bid not yet said are the first that is offered. */
export function meant(swaps: readonly AurumChoice[], wanted: Wanted, own: number | null): AurumChoice | null {
  if (wanted.card === null) return null;
  const open = swaps.filter((one) => fits(one, wanted));
  return open.find((one) => one.whose === own) ?? open[0] ?? null;
}
