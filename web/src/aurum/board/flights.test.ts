import { expect, it } from "vitest";
import type { AurumView } from "../../lib/wire";
import { example } from "./fixture";
import { flightsOf } from "./flights";

const trick = (full: boolean): AurumView["aids"]["trick"] => ({
  cards: [
    { seat: 3, card: "Z1" },
    { seat: 0, card: "S8" },
    { seat: 1, card: "B6" },
  ],
  winner: 0,
  lowest: 3,
  full,
  metals: ["Z", "S", "B"],
  prize: "G1",
});

it("a card comes out of its player's pack and is turned over; one's own is seen all the way", () => {
  const before = example({}, { trick: null });
  const flown = flightsOf(before, example({}, { trick: trick(false) }), []);
  expect(flown.map(({ from, to, turns }) => [from[0], to[0], turns])).toEqual([
    ["hand:Z1", "trick:3", true],
    ["hand:S8", "trick:0", true],
    ["hand:B6", "trick:1", false],
  ]);
});

it("a taken trick goes to who won it, and gold from the supply to who earned it", () => {
  const before = example({}, { trick: trick(true) });
  const stocks = before.stocks.map((stock, seat) => (seat === 3 ? [...stock, "G1"] : stock));
  const flown = flightsOf(before, example({ stocks }, { trick: null }), []);
  expect(flown.filter((flight) => flight.leaves).map(({ to }) => to[0])).toEqual(Array(3).fill("tricks:0"));
  expect(flown.at(-1)).toMatchObject({ from: ["supply:G1"], to: [`stock:3:G1:${stocks[3]!.length - 1}`] });
});

it("gold that is paid goes back to the supply", () => {
  const before = example({ stocks: [["G2"], [], [], []] });
  const flown = flightsOf(before, example({ stocks: [[], [], [], []] }), []);
  expect(flown).toContainEqual({ from: ["stock:0:G2"], to: ["supply:G2"], leaves: true });
});

it("sealed bids are turned over where they lie", () => {
  const before = example({ bids: [null, null, null, null], laid: [0, 1, 2, 3] }, { trick: null });
  const after = example({ bids: ["B1", "B2", "B3", "B4"], laid: [] }, { trick: null });
  expect(flightsOf(before, after, []).map(({ from, to, turns }) => [from, to, turns])).toEqual(
    [0, 1, 2, 3].map((seat) => [[`bid:${seat}`], [`bid:${seat}`], true]),
  );
});

it("nuggets land at the side that won them", () => {
  const before = example();
  const sides = before.aids.sides.map((side, index) => (index === 1 ? { ...side, nuggets: side.nuggets + 1 } : side));
  expect(flightsOf(before, example({}, { sides }), []).at(-1)).toMatchObject({ from: ["deck"] });
});
