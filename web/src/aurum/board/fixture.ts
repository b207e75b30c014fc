/** A view of a match of four in its first round, for tests: seat 1 is to follow to Z1 and S8. */

import type { AurumView, ShownSeat } from "../../lib/wire";

export const names = ["Ada", "Bea", "Cleo", "Dora"];
export const seats: ShownSeat[] = names.map((name) => ({ name }));

const line = {
  bid: 6,
  tricks: 1,
  made: "under" as const,
  bid_points: 0,
  gold: [],
  gold_each: [],
  gold_points: 0,
  points: 0,
  nuggets: 1,
};

export function example(change: Partial<AurumView> = {}, aids: Partial<AurumView["aids"]> = {}): AurumView {
  return {
    game: "aurum",
    seat: 1,
    players: 4,
    edition: "de",
    variants: [],
    first: 1,
    aside: ["C7", "P9"],
    hand: ["B6", "P4", "S1", "Z4"],
    hand_sizes: [6, 4, 4, 6],
    hands: null,
    stocks: [[], ["G0", "G3"], [], []],
    supply: ["G1", "G1", "G8"],
    laid: [0, 1, 2, 3],
    bids: ["B2", "C5", "Z6", "C3"],
    tricks: [0, 3, 1, 0],
    leader: 3,
    asked: [],
    to_act: [1],
    actions: [],
    results: [],
    result: null,
    ...change,
    aids: {
      phase: "play",
      round: 1,
      decides: "nuggets",
      nuggets_to_win: 2,
      sides: [
        { seats: [0, 2], bid: 6, tricks: 1, missing: 5, extra: 0, nuggets: 0, total: 0, now: line },
        { seats: [1, 3], bid: 5, tricks: 3, missing: 2, extra: 0, nuggets: 0, total: 0, now: line },
      ],
      trick: {
        cards: [
          { seat: 3, card: "Z1" },
          { seat: 0, card: "S8" },
        ],
        winner: 0,
        lowest: 3,
        full: false,
        prize: "G1",
        metals: ["Z", "S"],
      },
      last_trick: null,
      choices: [
        { action: "play B6", kind: "play", card: "B6" },
        { action: "play P4", kind: "play", card: "P4" },
        { action: "gold G0", kind: "gold", card: "G0" },
      ],
      changes: [],
      refused: { S1: { action: "play S1", law: "A5.4" }, Z4: { action: "play Z4", law: "A5.4" } },
      ...aids,
    },
  };
}
