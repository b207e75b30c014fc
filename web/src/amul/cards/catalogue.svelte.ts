/** What is known of every card of a card file, fetched once for each file and shared by all that draw cards. */

import { call } from "../../lib/api";
import { i18n } from "../../lib/i18n.svelte";
import type { AmulCardFacts, AmulCatalogue } from "../../lib/wire";

export type CardFacts = AmulCardFacts;

class Cards {
  #files = $state.raw<Record<string, Map<string, CardFacts>>>({});
  #asked = new Set<string>();
  /** The file of the table that is on screen; sentences about cards use it too. */
  #file = $state("standard");

  /** Use this file from now on, and fetch it unless that was done. */
  use(file: string): void {
    this.#file = file;
    if (this.#asked.has(file)) return;
    this.#asked.add(file);
    void this.#fetch(file);
  }

  /** Put a file in place that came by another way than a call. */
  put(catalogue: Pick<AmulCatalogue, "file" | "cards">): void {
    this.#asked.add(catalogue.file);
    this.#files = { ...this.#files, [catalogue.file]: new Map(catalogue.cards.map((card) => [card.id, card])) };
  }

  get ready(): boolean {
    return this.#file in this.#files;
  }

  /** A card by its text, `id` or `id:letter`. */
  of(card: string): CardFacts | undefined {
    return this.#files[this.#file]?.get(idOf(card));
  }

  name(card: string): string {
    const names = this.of(card)?.names;
    return names?.[i18n.language] ?? names?.["en"] ?? idOf(card).replaceAll("_", " ");
  }

  text(card: string): string {
    const text = this.of(card)?.text;
    return text?.[i18n.language] ?? text?.["en"] ?? "";
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

export function idOf(card: string): string {
  return card.split(":")[0]!;
}

/** The turn-order letter of a copy, where it has one. */
export function letterOf(card: string): string {
  return card.split(":")[1] ?? "";
}
