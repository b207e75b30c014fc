import { cleanup, render } from "@testing-library/svelte";
import { afterEach, beforeAll, expect, it } from "vitest";
import Card from "./Card.svelte";
import { i18n } from "../../lib/i18n.svelte";
import type { Language } from "../../lib/settings.svelte";
import { texts } from "../messages";

beforeAll(() => i18n.add("aurum", texts));
afterEach(async () => {
  cleanup();
  await i18n.use("en");
});

const ALL = ["B1", "C1", "P1", "S1", "Z1", "G1"];

async function lettersIn(language: Language): Promise<string[]> {
  await i18n.use(language);
  return ALL.map((card) => {
    const { container } = render(Card, { card });
    const letters = [...container.querySelectorAll<HTMLElement>("[data-size].letter")].map(
      (one) => one.dataset["text"],
    );
    expect(new Set(letters).size).toBe(1); // the same at every width
    return letters[0]!;
  });
}

it("has the letter of its metal in the language that is spoken, and none twice", async () => {
  for (const language of ["en", "de", "fr", "ru"] as const) expect(new Set(await lettersIn(language)).size).toBe(6);
  expect((await lettersIn("de"))[1]).toBe("K");
});

it("writes gold in Russian with two letters, for one alone would be taken for a three", async () => {
  const letters = await lettersIn("ru");
  expect(letters[5]).toBe("Зл");
  const { container } = render(Card, { card: "G1" });
  expect(container.querySelectorAll(".letter.long").length).toBe(container.querySelectorAll(".letter").length);
});
