import { afterEach, expect, it } from "vitest";
import { i18n } from "./i18n.svelte";
import { filled } from "./sentences";

const BEN = { name: "Ben", spokenTo: false };
const YOU = { name: "Ada", spokenTo: true };

afterEach(() => i18n.use("en"));

it("speaks to whom it is about, and of everybody else by name", () => {
  const text = "[seat: You play|{seat} plays] {card}.";
  expect(filled(text, { seat: YOU, card: "silver 7" })).toBe("You play silver 7.");
  expect(filled(text, { seat: BEN, card: "silver 7" })).toBe("Ben plays silver 7.");
});

it("has forms within forms, and several in a sentence", () => {
  const text = "[a: You [b: see you|see {b}]|{a} [b: sees you|sees {b}]] and [a: go|goes].";
  expect(filled(text, { a: BEN, b: YOU })).toBe("Ben sees you and goes.");
  expect(filled(text, { a: YOU, b: BEN })).toBe("You see Ben and go.");
});

it("counts as the language does", async () => {
  const cards = (n: number, text: string) => filled(text, { n });
  expect([1, 2].map((n) => cards(n, "{n} [n: card|cards]"))).toEqual(["1 card", "2 cards"]);
  await i18n.use("ru");
  expect([1, 22, 5, 11].map((n) => cards(n, "{n} [n: карта|карты|карт]"))).toEqual([
    "1 карта",
    "22 карты",
    "5 карт",
    "11 карт",
  ]);
});

it("reads nothing into a name", () => {
  expect(
    filled("[seat: You|{seat}] {card}", { seat: { name: "[seat: {card}|x]", spokenTo: false }, card: "gem" }),
  ).toBe("[seat: {card}|x] gem");
});
