/** Cards of the catalogue by what one types and the colour that one wants. */

import type { AmulCardFacts } from "../../lib/wire";

const plain = (text: string) => text.toLocaleLowerCase().normalize("NFD").replace(/\p{M}/gu, "");

/** Every word must begin a word of the card's name, in any language: boxes and their owners differ. */
export function matching(
  cards: readonly AmulCardFacts[],
  wanted: { words: string; colour: string; players: number; tea: boolean },
): AmulCardFacts[] {
  const words = plain(wanted.words).split(/\s+/).filter(Boolean);
  return cards.filter((card) => {
    if ((wanted.colour && card.colour !== wanted.colour) || !inBox(card, wanted.players, wanted.tea)) return false;
    const names = Object.values(card.names).flatMap((name) => plain(name).split(/[\s'’-]+/));
    return words.every((word) => names.some((name) => name.startsWith(word)));
  });
}

function inBox(card: AmulCardFacts, players: number, tea: boolean): boolean {
  return (tea || card.deck !== "tea") && (card.copies[String(players)] ?? 0) > 0;
}

/** How many copies nobody has yet. */
export function leftOf(card: AmulCardFacts, areas: readonly (readonly string[])[], players: number): number {
  return (card.copies[String(players)] ?? 0) - areas.flat().filter((one) => one.split(":")[0] === card.id).length;
}
