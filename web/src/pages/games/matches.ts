/** What a finished match came to for somebody who reads of it. */

import { botName } from "../../games";
import { i18n, t } from "../../lib/i18n.svelte";
import { levelName } from "../../table/names";
import type { Calls, FinishedMatch, SeatAt } from "../../lib/wire";

export type Result = "won" | "shared" | "lost" | "broken";

/** As the form has it; what is empty does not matter. */
export interface Filters {
  game: string;
  players: string;
  edition: string;
  rated: string;
  against: string;
  result: string;
  name: string;
}

export const EVERYTHING: Filters = {
  game: "",
  players: "",
  edition: "",
  rated: "",
  against: "",
  result: "",
  name: "",
};

type Query = NonNullable<Calls["GET /api/matches"]["query"]>;

/** The question that the filters ask; `person` where it is about one person's matches. */
export function queryOf(filters: Filters, person: string | null): Query {
  const query: Query = {};
  if (person) query.person = person;
  if (filters.game) query.game = filters.game;
  if (filters.players) query.players = Number(filters.players);
  if (filters.edition) query.edition = filters.edition;
  if (filters.rated) query.rated = filters.rated === "yes";
  if (filters.against) query.against = filters.against as NonNullable<Query["against"]>;
  if (filters.result) query.result = filters.result as NonNullable<Query["result"]>;
  if (filters.name.trim()) query.name = filters.name.trim();
  return query;
}

interface Outcome {
  winners: number[];
  scores: number[];
  sides: number[][];
}

/** How it ended for a seat, where results are told. */
export function resultOf(match: FinishedMatch, seat: SeatAt): Result | null {
  if (!match.finished) return "broken";
  const outcome = match.outcome as Outcome | null;
  if (!outcome || seat.side === null) return null;
  if (seat.forfeited || !outcome.winners.includes(seat.side)) return "lost";
  return outcome.winners.length > 1 ? "shared" : "won";
}

/** How many stand in the order of places. */
export function sidesOf(match: FinishedMatch): number {
  return (match.outcome as Outcome | null)?.scores.length ?? match.players;
}

/** The points of all sides, one's own first. */
export function scoresOf(match: FinishedMatch, side: number | null): string {
  const outcome = match.outcome as Outcome | null;
  if (!outcome) return "";
  const order = outcome.scores.map((_, index) => index).sort((a, b) => Number(b === side) - Number(a === side));
  return i18n.score(order.map((index) => outcome.scores[index]!));
}

/** A name, and the level where it is a bot's. */
export function calledAt(seat: SeatAt): string {
  if (seat.level) return `${botName(seat.name)} (${levelName(seat.level)})`;
  return seat.name || t("games.forgotten");
}

/** By how much a rating moved, with its sign. */
export function moved(points: number): string {
  return new Intl.NumberFormat(i18n.language, { signDisplay: "exceptZero" }).format(points);
}
