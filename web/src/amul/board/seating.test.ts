import { expect, it } from "vitest";
import { around } from "./seating";

it("has a neighbour on each side and the others in order", () => {
  expect(around(5, 3)).toEqual({ left: 4, right: 2, others: [0, 1] });
  expect(around(3, 0)).toEqual({ left: 1, right: 2, others: [] });
});
