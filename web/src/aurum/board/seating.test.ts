import { expect, it } from "vitest";
import { example } from "./fixture";
import { seatingOf } from "./seating";

it("seats the others clockwise around the one below", () => {
  const { others, placeOf, turnOf } = seatingOf(example(), 1);
  expect(others).toEqual([2, 3, 0]);
  expect(others.map(placeOf)).toEqual(["left", "top", "right"]);
  expect([1, 2, 3, 0].map(turnOf)).toEqual([0, 1, 2, 3]);
});

it("marks the sides and the partner where seats play together", () => {
  const { signOf, isPartner } = seatingOf(example(), 1);
  expect([0, 1, 2, 3].map(signOf)).toEqual(["sun", "moon", "sun", "moon"]);
  expect([0, 2, 3].map(isPartner)).toEqual([false, false, true]);
});

it("has no sides to mark where everyone plays alone", () => {
  const alone = [0, 1, 2].map((seat) => ({
    seats: [seat],
    bid: null,
    tricks: 0,
    missing: 0,
    extra: 0,
    nuggets: 0,
    total: 0,
    now: null,
  }));
  const { others, placeOf, signOf, isPartner } = seatingOf(example({ players: 3 }, { sides: alone }), 0);
  expect(others.map(placeOf)).toEqual(["left", "right"]);
  expect([0, 1, 2].map(signOf)).toEqual([null, null, null]);
  expect(others.some(isPartner)).toBe(false);
});
