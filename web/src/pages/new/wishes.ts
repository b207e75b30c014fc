/** What is wished of a new table, and the table that comes of it. */

import { editionOf } from "../../lib/hosted.svelte";
import type { Config, GameFacts } from "../../lib/wire";

/** As the form has it: what does not fit the game that is chosen is kept for when it fits again. */
export interface Wishes {
  players: string;
  edition: string;
  variants: string[];
  /** By seat; the own seat is the first. */
  bots: Record<number, string>;
  clock: "none" | "live" | "days";
  /** Minutes. */
  bank: number;
  /** Seconds. */
  increment: number;
  days: number;
  visibility: NonNullable<Config["visibility"]>;
  spectators: NonNullable<Config["spectators"]>;
  /** Seconds after which bots take empty seats, or never. */
  fill: string;
  /** Seconds after which a bot plays for who is gone, or never. */
  standIn: string;
  level: string;
  rated: boolean;
  /** Whether players may ask what a bot would do; never where the match is rated. */
  hints: boolean;
}

export function playersOf(wishes: Wishes, facts: GameFacts): number {
  return facts.players.map(String).includes(wishes.players) ? Number(wishes.players) : facts.usual_players;
}

/** Of the bots that come later; empty for the usual one. */
export function levelOf(wishes: Wishes, facts: GameFacts): string {
  return facts.bots.includes(wishes.level) ? wishes.level : "";
}

export function configOf(wishes: Wishes, facts: GameFacts): Config {
  const players = playersOf(wishes, facts);
  const edition = editionOf(facts, wishes.edition);
  const seated = Object.entries(wishes.bots).filter(
    ([seat, level]) => level && Number(seat) > 0 && Number(seat) < players,
  );
  return {
    game: facts.name,
    players,
    ...(edition ? { edition } : {}),
    variants: (facts.variants ?? []).filter((name) => wishes.variants.includes(name)).sort(),
    bots: Object.fromEntries(seated),
    clock: clockOf(wishes),
    visibility: wishes.visibility,
    spectators: wishes.spectators,
    rated: wishes.rated,
    hints: wishes.hints && !wishes.rated,
    fill_after: secondsOf(wishes.fill),
    stand_in_after: secondsOf(wishes.standIn),
    bot_level: levelOf(wishes, facts) || null,
  };
}

function clockOf({ clock, bank, increment, days }: Wishes): Config["clock"] {
  if (clock === "live") return { kind: "live", bank: bank * 60, increment };
  return clock === "days" ? { kind: "days", days } : null;
}

function secondsOf(wish: string): number | null {
  return wish === "never" ? null : Number(wish);
}
