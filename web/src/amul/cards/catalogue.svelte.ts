/** What is known of every card of a card file, fetched once for each file and shared by all that draw cards. */

import { call } from "../../lib/api";
import { i18n } from "../../lib/i18n.svelte";
import type { AmulCardFacts, AmulCatalogue } from "../../lib/wire";

export type CardFacts = AmulCardFacts;

/** A table is not kept back for ever by a catalogue that does not come: then cards go by their ids. */
const LONGEST_WAIT = 5000;

class Cards {
  #files = $state.raw<Record<string, { rows: readonly string[]; cards: Map<string, CardFacts> }>>({});
  #asked = new Map<string, Promise<void>>();
  /** The file of the table that is on screen; sentences about cards use it too. */
  #file = $state("standard");

  /** Use this file from now on, and fetch it unless that was done; until it is there, or has not come for long. */
  use(file: string): Promise<void> {
    this.#file = file;
    let asked = this.#asked.get(file);
    if (!asked) {
      asked = Promise.race([this.#fetch(file), new Promise<void>((done) => setTimeout(done, LONGEST_WAIT))]);
      this.#asked.set(file, asked);
    }
    return asked;
  }

  /** Put a file in place that came by another way than a call. */
  put({ file, rows, cards }: Pick<AmulCatalogue, "file" | "rows" | "cards">): void {
    this.#asked.set(file, Promise.resolve());
    this.#files = { ...this.#files, [file]: { rows, cards: new Map(cards.map((card) => [card.id, card])) } };
  }

  get ready(): boolean {
    return this.#file in this.#files;
  }

  /** A card by its text, `id` or `id:letter`. */
  of(card: string): CardFacts | undefined {
    return this.#files[this.#file]?.cards.get(idOf(card));
  }

  /** Colours in the order of the score pad. */
  get rows(): readonly string[] {
    return this.#files[this.#file]?.rows ?? [];
  }

  /** Those of a match whose effect takes cards from a place. */
  opening(place: string, agreed: Agreed): string[] {
    const all = [...(this.#files[this.#file]?.cards.values() ?? [])];
    return all
      .filter((card) => card.instant?.places.some((open) => open === place) && copiesIn(agreed, card) > 0)
      .map(({ id }) => id);
  }

  name(card: string): string {
    const names = this.of(card)?.names;
    return names?.[i18n.language] ?? names?.["en"] ?? idOf(card).replaceAll("_", " ");
  }

  text(card: string): string {
    const text = this.of(card)?.text;
    return text?.[i18n.language] ?? text?.["en"] ?? "";
  }

  /** What fits on the card itself; a long row of figures may break. */
  line(card: string): string {
    const line = this.of(card)?.line;
    return (line?.[i18n.language] ?? line?.["en"] ?? "").replaceAll("/", "/\u200b");
  }

  async #fetch(file: string): Promise<void> {
    try {
      this.put(await call("GET /api/cards/amul", { query: { cards: file } }));
    } catch {
      // Cards are drawn by their ids until the catalogue is there; the next table asks again.
      this.#asked.delete(file);
    }
  }
}

export const cards = new Cards();

/** What was agreed for a match, as far as it says how many there are of a card. */
export interface Agreed {
  players: number;
  variants: readonly string[];
}

/** How many of a card are in a match. */
export function copiesIn({ players, variants }: Agreed, card: CardFacts): number {
  const varied = variants.map((name) => card.variants[name]).find(Boolean);
  return (varied ?? card.copies)[String(players)] ?? 0;
}

export function idOf(card: string): string {
  return card.split(":")[0]!;
}

/** The turn-order letter of a copy, where it has one. */
export function letterOf(card: string): string {
  return card.split(":")[1] ?? "";
}
