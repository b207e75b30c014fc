/** The result of a match in words, for who played and for who watched. */

import { i18n, t } from "../lib/i18n.svelte";
import type { ShownOutcome } from "../lib/wire";

interface Placed {
  place: number;
  side: number;
  name: string;
  score: number;
  own: boolean;
}

export interface Told {
  /** Null for who only watched. */
  won: boolean | null;
  headline: string;
  /** By whom it was won if not by oneself, and the points of few. */
  score: string;
  /** How far ahead of the next, or behind the first; nothing where points did not decide. */
  margin: string;
  /** From the first on; those that are level share a place. */
  places: Placed[];
  /** By side. */
  names: string[];
  own: number;
}

const FEW = 3;

/** `amount` says so much of what decided, in words: `2 points`. */
export function endingOf(
  outcome: ShownOutcome,
  you: number | null,
  names: readonly string[],
  amount: (n: number) => string,
): Told {
  const { sides = [], winners = [], scores = [] } = outcome;
  const called = sides.map((seats) => i18n.list(seats.map((seat) => names[seat] ?? "")));
  const own = you === null ? -1 : sides.findIndex((seats) => seats.includes(you));
  const won = own < 0 ? null : winners.includes(own);
  const order = sides
    .map((_, side) => ({ side, score: scores[side] ?? 0, first: winners.includes(side) }))
    .sort((a, b) => Number(b.first) - Number(a.first) || b.score - a.score);
  const places = order.map(({ side, score, first }) => {
    const better = order.filter((one) => (first ? false : one.first || one.score > score)).length;
    return { place: better + 1, side, name: called[side]!, score, own: side === own };
  });
  const winning = i18n.list(winners.map((side) => called[side] ?? ""));
  // Of many the places tell the points, a line each.
  const points = order.length > FEW ? "" : i18n.score(order.map(({ score }) => score));
  return {
    won,
    headline: headlineOf(won, winners.length > 1, (sides[own]?.length ?? 1) > 1, winning),
    score: [won === false ? t("table.end.won_by", { names: winning }) : "", points].filter(Boolean).join(" · "),
    margin: marginOf(order, own, called, won, amount),
    places,
    names: called,
    own,
  };
}

function marginOf(
  order: readonly { side: number; score: number }[],
  own: number,
  called: readonly string[],
  won: boolean | null,
  amount: (n: number) => string,
): string {
  const [first, second] = order;
  if (!first || !second) return "";
  const mine = order.find(({ side }) => side === own);
  const ahead = won === false && mine ? first.score - mine.score : first.score - second.score;
  if (ahead <= 0) return "";
  const rival = called[won === false ? first.side : second.side]!;
  return won === false
    ? t("table.end.behind", { by: amount(ahead), name: rival })
    : t("table.end.ahead", { by: amount(ahead), name: rival });
}

function headlineOf(won: boolean | null, shared: boolean, partners: boolean, names: string): string {
  if (won && shared) return t("table.end.shared", { names });
  if (won === null) return t("table.end.won_by", { names });
  if (won) return t(partners ? "table.end.won_side" : "table.end.won");
  return t(partners ? "table.end.lost_side" : "table.end.lost");
}
