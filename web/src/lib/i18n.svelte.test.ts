import { flushSync } from "svelte";
import { expect, it, vi } from "vitest";
import { i18n, type Texts } from "./i18n.svelte";

/** What is on its way; it comes when it is let. */
const waiting: (() => void)[] = [];
const text = (hello: string) => () =>
  new Promise<{ default: { hello: string } }>((settle) => waiting.push(() => settle({ default: { hello } })));
const TEXTS: Texts = { en: text("Hello"), de: text("Hallo"), fr: text("Salut"), ru: text("Привет") };

async function letAllCome(until: Promise<unknown>): Promise<void> {
  const come = { all: false };
  void until.then(() => (come.all = true));
  while (!come.all) {
    for (const arrive of waiting.splice(0)) arrive();
    await new Promise((after) => setTimeout(after));
  }
}

it("has the texts of a part once they are there, and says the key until then", async () => {
  const added = i18n.add("early", TEXTS);
  expect(i18n.text("early.hello")).toBe("early.hello");
  await letAllCome(added);
  expect(i18n.text("early.hello")).toBe("Hello");
  expect(i18n.text("common.home")).toBe("To the start page");
});

it("has them in every language that is chosen later", async () => {
  await letAllCome(i18n.use("de"));
  expect([i18n.text("early.hello"), i18n.text("common.home")]).toEqual(["Hallo", "Zur Startseite"]);
  await i18n.use("en");
});

it("writes something and what it is as the language does", async () => {
  expect(i18n.pair("Follow", "Ada")).toBe("Follow: Ada");
  await letAllCome(i18n.use("fr"));
  expect(i18n.pair("Suivre", "Ada")).toBe("Suivre\u00a0: Ada");
  await i18n.use("en");
});

it("has them in the language that was chosen while they were on their way", async () => {
  const added = i18n.add("late", TEXTS);
  const chosen = i18n.use("fr");
  await letAllCome(Promise.all([added, chosen]));
  expect([i18n.language, i18n.text("late.hello")]).toEqual(["fr", "Salut"]);
  await i18n.use("en");
});

it("fetches again what could not be had", async () => {
  let tries = 0;
  const flaky = () =>
    ++tries === 1 ? Promise.reject(new Error("offline")) : Promise.resolve({ default: { hello: "Hello" } });
  const texts: Texts = { en: flaky, de: flaky, fr: flaky, ru: flaky };
  await expect(i18n.add("flaky", texts)).rejects.toThrow("offline");
  await i18n.add("flaky", texts);
  expect(i18n.text("flaky.hello")).toBe("Hello");
});

it("does not make an effect that opens a part run again when its texts come", async () => {
  let runs = 0;
  let added = Promise.resolve();
  const stop = $effect.root(() => {
    $effect(() => {
      runs++;
      added = i18n.add("opened", TEXTS);
    });
  });
  flushSync();
  await letAllCome(added);
  flushSync();
  expect([runs, i18n.text("opened.hello")]).toEqual([1, "Hello"]);
  stop();
});

it("makes what writes numbers once for a language and not for each number", async () => {
  const written = () => [0.5, 1, 2].map((n) => `${i18n.number(n)} ${i18n.percent(n)}`);
  await letAllCome(i18n.use("de"));
  expect(written()[0]).toBe("0,5 50\u00a0%");
  const made = vi.spyOn(Intl, "NumberFormat");
  expect(written()).toHaveLength(3);
  expect(made).not.toHaveBeenCalled();
  await i18n.use("en");
  expect(written()[0]).toBe("0.5 50%");
  expect(made).toHaveBeenCalled();
  made.mockRestore();
});
