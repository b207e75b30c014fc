/** What a card is worth now, as the view tells it: in the area where it lies, or if it lay in one's own. */

import { getContext, setContext } from "svelte";
import { i18n } from "../../lib/i18n.svelte";
import type { AmulView } from "../../lib/wire";
import { t } from "../messages";
import { cards, idOf } from "./catalogue.svelte";

export interface Now {
  /** As a number on the card, with a sign where it is what would be won or lost; empty for a part of a whole set. */
  sign: string;
  number: string;
  sentence: string;
}

export type WorthOf = (card: string, spot: string) => Now | null;

const KEY = Symbol("worth");

/** All cards below ask this board what they are worth. */
export function provideWorth(worthOf: WorthOf): void {
  setContext(KEY, worthOf);
}

/** Nothing where a card lies on no table. */
export function askWorth(): WorthOf {
  return getContext<WorthOf | undefined>(KEY) ?? (() => null);
}

/** `spot` is where the card lies, as the board marks it: `area:2:silk`, `market:silk:deck`. */
export function nowOf(view: AmulView, names: readonly string[], card: string, spot: string): Now | null {
  const [place, seat] = spot.split(":");
  if (place === "area") return inArea(view, Number(seat), card);
  const worth = view.aids.worths.find((one) => one.card === idOf(card));
  if (!worth) return null;
  const others = worth.others.map(({ seat: who, points }) =>
    t(points > 0 ? "amul.now.gets" : "amul.now.loses", { name: names[who] ?? "", n: Math.abs(points) }),
  );
  const [sign, n] = [worth.own > 0 ? "+" : worth.own < 0 ? "−" : "", Math.abs(worth.own)];
  return { sign, number: i18n.number(n), sentence: [wouldBe(card, worth.own), ...others].join(" ") };
}

function wouldBe(card: string, points: number): string {
  const n = Math.abs(points);
  if (points < 0) return t("amul.now.costs", { n });
  return t(cards.of(card)?.zone === "hand" ? "amul.now.kept" : "amul.now.brings", { n });
}

function inArea(view: AmulView, seat: number, card: string): Now | null {
  const line = view.aids.pads[seat]?.lines.find((one) => one.cards.some((other) => idOf(other) === idOf(card)));
  if (!line) return null;
  const alone = line.cards.length === 1;
  return {
    sign: "",
    number: alone ? i18n.number(line.points) : "",
    sentence: t(alone ? "amul.now.lies" : "amul.now.set", { n: line.points }),
  };
}
