import { expect, it } from "vitest";
import type { AmulCardFacts } from "../../lib/wire";
import { leftOf, matching } from "./find";

const card = (id: string, en: string, fr: string, colour: string, copies: number, deck = "market") =>
  ({ id, names: { en, fr }, colour, copies: { "3": copies }, variants: {}, deck }) as unknown as AmulCardFacts;
const CARDS = [
  card("camel", "Camel", "Chameau", "orange", 6),
  card("camel_drivers", "Camel Drivers", "Chameliers", "orange", 1),
  card("spices", "Spices", "Épices", "blue", 4),
  { ...card("tea", "Tea", "Thé", "blue", 0, "tea"), variants: { tea: { "3": 3 } } },
  card("late", "Latecomer", "Tard", "red", 0),
];
const MATCH = { players: 3, variants: [] };
const WITH_TEA = { players: 3, variants: ["tea"] };
const ids = (words: string, colour = "", tea = false) =>
  matching(CARDS, { words, colour, match: tea ? WITH_TEA : MATCH }).map((one) => one.id);

it("finds cards by the beginnings of words in any language, accents or not", () => {
  expect(ids("cam")).toEqual(["camel", "camel_drivers"]);
  expect(ids("driv cam")).toEqual(["camel_drivers"]);
  expect(ids("epic")).toEqual(["spices"]);
  expect(ids("amel")).toEqual([]);
});

it("offers only what is in this match", () => {
  expect(ids("")).toEqual(["camel", "camel_drivers", "spices"]);
  expect(ids("", "blue", true)).toEqual(["spices", "tea"]);
});

it("counts copies over all areas, letters or not", () => {
  expect(leftOf(CARDS[0]!, [["camel"], ["camel:A", "spices"]], MATCH)).toBe(4);
  expect([leftOf(CARDS[3]!, [], MATCH), leftOf(CARDS[3]!, [["tea"]], WITH_TEA)]).toEqual([0, 2]);
});
