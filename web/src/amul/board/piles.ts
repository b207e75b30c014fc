/** Lists of cards in which equal ones occur. */

/** Equal cards together, each with how many there are, in the order in which they came. */
export function counted(list: readonly string[]): { card: string; number: number }[] {
  const found = new Map<string, number>();
  for (const card of list) found.set(card, (found.get(card) ?? 0) + 1);
  return [...found].map(([card, number]) => ({ card, number }));
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
