/** Cards of the catalogue by what one types and the colour that one wants. */

import type { AmulCardFacts } from "../../lib/wire";
import { type Agreed, copiesIn } from "../cards/catalogue.svelte";

const plain = (text: string) => text.toLocaleLowerCase().normalize("NFD").replace(/\p{M}/gu, "");

/** Every word must begin a word of the card's name, in any language: boxes and their owners differ. */
export function matching(
  cards: readonly AmulCardFacts[],
  wanted: { words: string; colour: string; match: Agreed },
): AmulCardFacts[] {
  const words = plain(wanted.words).split(/\s+/).filter(Boolean);
  return cards.filter((card) => {
    if ((wanted.colour && card.colour !== wanted.colour) || !copiesIn(wanted.match, card)) return false;
    const names = Object.values(card.names).flatMap((name) => plain(name).split(/[\s'’-]+/));
    return words.every((word) => names.some((name) => name.startsWith(word)));
  });
}

/** How many copies nobody has yet. */
export function leftOf(card: AmulCardFacts, areas: readonly (readonly string[])[], match: Agreed): number {
  return copiesIn(match, card) - areas.flat().filter((one) => one.split(":")[0] === card.id).length;
}
