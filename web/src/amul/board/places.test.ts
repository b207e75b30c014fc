import { expect, test } from "vitest";
import { Places } from "./places";

test("a place keeps its room while cards are taken, and gets more when more lie there", () => {
  const places = new Places();
  const full = places.follow(1, { market: 8, palace: 3, bazaar: 4 });
  expect(places.follow(1, { market: 5, palace: 2, bazaar: 4 })).toBe(full);
  expect(places.follow(1, { market: 5, palace: 4, bazaar: 4 })).toEqual({ market: 8, palace: 4, bazaar: 4 });
});

test("another round begins with what lies there then", () => {
  const places = new Places();
  places.follow(1, { market: 8, palace: 3, bazaar: 4 });
  expect(places.follow(2, { market: 3, palace: 2, bazaar: 4 })).toEqual({ market: 3, palace: 2, bazaar: 4 });
});
