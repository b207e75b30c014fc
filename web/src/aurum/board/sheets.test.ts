import { expect, it } from "vitest";
import type { GameEvent } from "../../lib/wire";
import { Sheets } from "./sheets.svelte";

const ended: GameEvent = { e: "RoundEnded", seat: 2, shown: ["S1"] };
const scored: GameEvent = { e: "RoundScored", result: {} };
const played: GameEvent = { e: "CardPlayed", seat: 0, card: "B7" };

it("shows a round that ends in sight, with the cards that ended it", () => {
  const sheets = new Sheets();
  sheets.follow(0, [], true);
  sheets.follow(0, [ended], true);
  expect(sheets.shown).toBeNull();
  sheets.follow(1, [scored], true);
  expect(sheets.shown).toEqual({ round: 0, proof: { seat: 2, shown: ["S1"] } });
});

it("does not show what was over when one came", () => {
  const sheets = new Sheets();
  sheets.follow(2, [scored], true);
  expect(sheets.shown).toBeNull();
});

it("waits for who plays, and goes on by itself for onlookers", () => {
  for (const joins of [true, false]) {
    const sheets = new Sheets();
    sheets.follow(0, [], joins);
    sheets.follow(1, [scored], joins);
    sheets.follow(1, [{ e: "RoundDealt", number: 1, first: 0 }], joins);
    expect(sheets.shown).not.toBeNull();
    sheets.follow(1, [played], joins);
    expect(sheets.shown !== null).toBe(joins);
  }
});

it("does not bring the proof of one round with the next", () => {
  const sheets = new Sheets();
  sheets.follow(0, [], true);
  sheets.follow(1, [ended, scored], true);
  sheets.close();
  sheets.follow(2, [scored], true);
  expect(sheets.shown).toEqual({ round: 1, proof: null });
});
