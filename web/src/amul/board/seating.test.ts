import { expect, it } from "vitest";
import { around } from "./seating";
import { VIEW } from "./fixture";

it("has the neighbours that the view tells on each side, and the others in order", () => {
  const neighbours = [{ left: 1, right: 4 }];
  expect(around({ players: 5, aids: { neighbours } }, 0)).toEqual({ left: 1, right: 4, others: [2, 3] });
  expect(around(VIEW, 0)).toEqual({ left: 1, right: 2, others: [] });
});
