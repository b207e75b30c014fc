import { describe, expect, it } from "vitest";
import type { AurumView, GameEvent } from "../../lib/wire";
import { beats } from "./beats";
import { example } from "./fixture";

const full = example(
  {},
  {
    trick: {
      cards: [
        { seat: 3, card: "Z1" },
        { seat: 0, card: "S8" },
        { seat: 1, card: "B6" },
      ],
      winner: 0,
      lowest: 3,
      full: false,
      prize: "G1",
      metals: [],
    },
  },
);
const played: GameEvent = { e: "CardPlayed", seat: 2, card: "C2" };
const won: GameEvent = { e: "GoldWon", seat: 3, card: "G1" };
const taken: GameEvent = { e: "TrickTaken", seat: 0, leads: 3, trick: ["Z1", "S8", "B6", "C2"] };
const after = example({}, { trick: null, phase: "change" });
const shown = (view: unknown) => view as AurumView;

describe("beats", () => {
  it("let a full trick stand, with who took it and the gold, before it is gone", () => {
    const made = beats(full, { events: [played, won, taken], view: after, turn: {}, fresh: false });
    expect(made).toHaveLength(2);
    expect(shown(made[0]!.view).aids.trick).toEqual({
      cards: [...full.aids.trick!.cards, { seat: 2, card: "C2" }],
      winner: 0,
      lowest: 3,
      full: true,
      prize: "G1",
      metals: [],
    });
    expect(shown(made[0]!.view).hand_sizes[2]).toBe(3);
    expect(shown(made[0]!.view).aids.choices).toEqual([]);
    expect(made[0]!.ms).toBeGreaterThanOrEqual(1000);
    expect(made[1]).toEqual({ view: after, events: [], ms: 0 });
  });

  it("show the end of a round on its own table although the next is dealt", () => {
    const result = { sides: [], law: "A8.3", tricks: [], gold: [] };
    const next = example({ results: [result], hand: ["C1"] }, { round: 2, trick: null });
    const events: GameEvent[] = [
      { e: "RoundEnded", seat: 1, shown: ["S1"] },
      { e: "RoundScored", result: {} },
      { e: "RoundDealt", number: 1, first: 2 },
    ];
    const made = beats(example(), { events, view: next, turn: {}, fresh: false });
    expect(made.map((beat) => beat.events.map((event) => event.e))).toEqual([
      ["RoundEnded"],
      ["RoundScored"],
      ["RoundDealt"],
    ]);
    expect(shown(made[1]!.view).results).toEqual([result]);
    expect(shown(made[1]!.view).hand).toEqual(example().hand);
    expect(made.at(-1)!.view).toBe(next);
  });

  it("tell every event once, and end on the view of the frame", () => {
    const events = [
      played,
      won,
      taken,
      { e: "RoundEnded", seat: 3 } as GameEvent,
      { e: "RoundScored", result: {} } as GameEvent,
      { e: "MatchEnded", result: {} } as GameEvent,
    ];
    const made = beats(full, { events, view: after, turn: {}, fresh: false });
    expect(made.flatMap((beat) => beat.events)).toEqual(events);
    expect(made.at(-1)!.view).toBe(after);
  });
});
