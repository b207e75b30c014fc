/** Sentences with slots and forms, as `karat/words/texts.py` writes them: `[seat: You play|{seat} plays] {card}.` */

import { i18n } from "./i18n.svelte";

/** Whoever a sentence is about: what they are called, and whether it is said to them. */
export interface Somebody {
  name: string;
  spokenTo: boolean;
}
export type Part = Somebody | string | number;
export type Parts = Readonly<Record<string, Part>>;

/** The sentence of a key with its slots filled. */
export function said(key: string, parts: Parts): string {
  return filled(i18n.text(key), parts);
}

/** What stands in a slot says which of its forms is taken: for somebody the first if they are spoken to and the second if
not, for a number the plural of the language. Forms may hold slots and further forms. */
export function filled(text: string, parts: Parts): string {
  return formed(text, parts).replace(/\{(\w+)\}/g, (_, slot: string) => written(parts[slot]!));
}

function formed(text: string, parts: Parts): string {
  const begin = text.indexOf("[");
  if (begin < 0) return text;
  const ends: number[] = [];
  let depth = 0;
  let end = begin;
  for (; end < text.length; end++) {
    if (text[end] === "[") depth++;
    else if (text[end] === "]" && --depth === 0) break;
    else if (text[end] === "|" && depth === 1) ends.push(end);
  }
  const colon = text.indexOf(": ", begin);
  const starts = [colon + 2, ...ends.map((at) => at + 1)];
  const which = Math.min(formOf(parts[text.slice(begin + 1, colon)]!), starts.length - 1);
  const form = text.slice(starts[which], [...ends, end][which]);
  return text.slice(0, begin) + formed(form, parts) + formed(text.slice(end + 1), parts);
}

const PLURALS = ["one", "few", "many"];
const LAST = PLURALS.length;

function formOf(part: Part): number {
  if (typeof part === "object") return part.spokenTo ? 0 : 1;
  const at = PLURALS.indexOf(i18n.plural(Number(part)));
  return at < 0 ? LAST : at;
}

function written(part: Part): string {
  if (typeof part === "object") return part.name;
  return typeof part === "number" ? i18n.number(part) : part;
}
