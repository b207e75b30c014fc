import { expect, test } from "vitest";
import { piecesOf } from "./reasons";

const AURUM = new Map([
  ["S7", "silver 7"],
  ["Z1", "zinc 1"],
]);

test("actions are told in words, and their cards open", () => {
  const actions = new Map([
    ["play S7", "“Play silver 7”"],
    ["end", "“End the round”"],
  ]);
  const pieces = piecesOf("With play S7 your side ends ahead, with end not. Z1 is the lowest.", {
    actions,
    cards: AURUM,
  });
  expect(pieces.map(({ text }) => text).join("")).toBe(
    "With “Play silver 7” your side ends ahead, with “End the round” not. zinc 1 is the lowest.",
  );
  expect(pieces.filter(({ card }) => card)).toEqual([
    { text: "silver 7", card: "S7" },
    { text: "zinc 1", card: "Z1" },
  ]);
});

test("a card is known by its name, and the longer of two names is the one that is meant", () => {
  const cards = new Map([
    ["silk", "Silk"],
    ["silk_road", "Silk Road"],
  ]);
  const pieces = piecesOf("With taking Silk Road you may expect more than with taking Silk.", {
    actions: new Map(),
    cards,
  });
  expect(pieces.flatMap(({ card }) => card ?? [])).toEqual(["silk_road", "silk"]);
});

test("without cards it is one piece", () => {
  expect(piecesOf("Nothing.", { actions: new Map(), cards: new Map() })).toEqual([{ text: "Nothing.", card: null }]);
});
