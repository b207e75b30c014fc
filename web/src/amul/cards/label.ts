/** A card in words: for a screen reader, and for whoever cannot tell the pictures apart. */

import { cards, letterOf } from "./catalogue.svelte";
import { i18n, told } from "../../lib/i18n.svelte";
import { t } from "../messages";

interface Shown {
  number?: number;
  note?: string;
  chosen?: boolean;
  shut?: boolean;
  /** What it is worth now, in a sentence. */
  now?: string;
}

export function cardLabel(card: string, shown: Shown = {}): string {
  const { number = 1, note = "", chosen = false, shut = false, now = "" } = shown;
  const facts = cards.of(card);
  const said = [number > 1 ? `${cards.name(card)} × ${number}` : cards.name(card)];
  if (facts) {
    said.push(told("amul.rows", facts.colour, facts.colour));
    if (Object.keys(facts.symbols).length) said.push(symbolWords(facts.symbols));
    if (letterOf(card)) said.push(t("amul.card.letter", { letter: letterOf(card) }));
  }
  if (note) said.push(note);
  if (chosen) said.push(t("amul.card.chosen"));
  if (shut) said.push(t("amul.card.not_now"));
  const text = [cards.text(card), now].filter(Boolean).join(" ");
  return text ? `${said.join(", ")}. ${text}` : said.join(", ");
}

export function symbolWords(symbols: Record<string, number>): string {
  return i18n.list(
    Object.entries(symbols).map(([name, count]) => {
      const word = told("amul.symbols", name, name);
      return count > 1 ? `${word} × ${count}` : word;
    }),
  );
}
