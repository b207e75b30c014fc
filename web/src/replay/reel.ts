/** Where one is in a replay: steps are counted through the whole match, rounds are fetched when they are wanted. */

import type { Replay, ReplayRound, ReplayStep } from "../lib/wire";

export interface Spot {
  /** From 1. */
  round: number;
  /** Within the round, from 0. */
  step: number;
}

/** Something one can jump to. */
export interface Jump {
  at: number;
  round: number;
  /** "round" for its beginning, else what the server marks. */
  kind: string;
  number: number;
}

export function lengthOf(rounds: readonly ReplayRound[]): number {
  return rounds.reduce((sum, round) => sum + round.steps, 0);
}

/** A step that is there: the nearest to the one that was wanted. */
export function clamp(rounds: readonly ReplayRound[], at: number): number {
  return Number.isFinite(at) ? Math.max(0, Math.min(lengthOf(rounds) - 1, Math.trunc(at))) : 0;
}

export function spotOf(rounds: readonly ReplayRound[], at: number): Spot {
  let left = clamp(rounds, at);
  for (const round of rounds) {
    if (left < round.steps) return { round: round.number, step: left };
    left -= round.steps;
  }
  return { round: 1, step: 0 };
}

export function jumpsOf(rounds: readonly ReplayRound[]): Jump[] {
  const jumps: Jump[] = [];
  let before = 0;
  for (const round of rounds) {
    jumps.push({ at: before, round: round.number, kind: "round", number: round.number });
    for (const mark of round.marks)
      jumps.push({ at: before + mark.step, round: round.number, kind: mark.kind, number: mark.number });
    before += round.steps;
  }
  return jumps;
}

/** The nearest jump before or after a step; the ends of the match where there is none. */
export function jumpFrom(rounds: readonly ReplayRound[], at: number, towards: 1 | -1): number {
  const places = jumpsOf(rounds).map((jump) => jump.at);
  return towards > 0
    ? (places.find((place) => place > at) ?? lengthOf(rounds) - 1)
    : (places.filter((place) => place < at).at(-1) ?? 0);
}

export type Load = (seat: number | null, round: number) => Promise<Replay>;

/** The rounds of one match as they were asked for, each fetched once for each pair of eyes. */
export class Reel {
  #kept = new Map<string, Promise<Replay>>();

  constructor(readonly load: Load) {}

  part(seat: number | null, round: number): Promise<Replay> {
    const key = `${seat ?? "open"} ${round}`;
    let part = this.#kept.get(key);
    if (!part) {
      part = this.load(seat, round);
      this.#kept.set(key, part);
      part.catch(() => this.#kept.delete(key)); // what failed may be asked for again
    }
    return part;
  }

  /** The step itself; the round after it is fetched ahead when its own comes to an end. */
  async step(rounds: readonly ReplayRound[], seat: number | null, at: number): Promise<ReplayStep> {
    const spot = spotOf(rounds, at);
    const part = await this.part(seat, spot.round);
    if (spot.step >= part.steps.length - 5 && spot.round < rounds.length)
      this.part(seat, spot.round + 1).catch(() => {});
    return part.steps[spot.step]!;
  }
}

/** The address of a moment. */
export function addressOf(path: string, at: number, seat: number | null): string {
  const query = new URLSearchParams({ step: String(at) });
  if (seat !== null) query.set("seat", String(seat));
  return `${path}?${query}`;
}

/** The moment that an address names. */
export function momentOf(query: URLSearchParams): { at: number; seat: number | null } {
  const [step, seat] = [query.get("step"), query.get("seat")];
  return {
    at: step !== null && /^\d{1,6}$/.test(step) ? Number(step) : 0,
    seat: seat !== null && /^\d{1,2}$/.test(seat) ? Number(seat) : null,
  };
}
