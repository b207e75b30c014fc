import { expect, it } from "vitest";
import { still } from "./beats";
import { example } from "./fixture";

it("shows the trick where a link leads to its end, not the empty table after it", () => {
  const before = example(
    {},
    { trick: { ...example().aids.trick!, cards: [...example().aids.trick!.cards, { seat: 1, card: "B6" }] } },
  );
  const after = example({ hand: [] }, { trick: null });
  const events = [
    { e: "CardPlayed", seat: 2, card: "P9" },
    { e: "GoldWon", seat: 3, card: "G1" },
    { e: "TrickTaken", seat: 2, leads: 3 },
  ] as never;
  const shown = still(before, { events, view: after, turn: {}, fresh: false });
  expect(shown.aids.trick!.cards.map(({ card }) => card)).toEqual(["Z1", "S8", "B6", "P9"]);
  expect([shown.aids.trick!.full, shown.aids.trick!.winner, shown.hand]).toEqual([true, 2, []]);
});

it("shows the table that a round left where a link leads to its score, not the cleared one", () => {
  const before = example({}, { trick: null });
  const after = example({ hand: [], bids: ["", "", ""], results: [{} as never] }, { trick: null });
  const events = [{ e: "RoundScored", result: {} }] as never;
  const shown = still(before, { events, view: after, turn: {}, fresh: false });
  expect([shown.bids, shown.results, shown.aids.choices]).toEqual([before.bids, after.results, []]);
});

it("shows any other moment as it is", () => {
  const after = example();
  const events = [{ e: "CardPlayed", seat: 0, card: "S8" }] as never;
  expect(still(example({}, { trick: null }), { events, view: after, turn: {}, fresh: false })).toBe(after);
});
