/** A card of Aurum as it is written, `B7`, taken apart for drawing and saying it. */

import { t } from "../messages";

const METALS = { B: "bismuth", C: "copper", P: "phosphorus", S: "silver", Z: "zinc", G: "gold" } as const;
export type Metal = (typeof METALS)[keyof typeof METALS];

/** Those of the cards that are dealt, in the order of their letters. */
export const BASE = Object.entries(METALS)
  .filter(([letter]) => letter !== "G")
  .map(([letter, metal]) => ({ letter, metal }));

export interface CardParts {
  metal: Metal;
  letter: string;
  rank: number;
}

export function partsOf(card: string): CardParts {
  const letter = card[0] as keyof typeof METALS;
  return { metal: METALS[letter], letter, rank: Number(card.slice(1)) };
}

export function isGold(card: string): boolean {
  return card.startsWith("G");
}

/** A card in words: "bismuth 7". */
export function cardName(card: string): string {
  const { metal, rank } = partsOf(card);
  return t(`aurum.cards.${metal}`, { rank: String(rank) });
}
