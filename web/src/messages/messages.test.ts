/** The four languages say the same things, and say nothing that nobody asks for. */

import { describe, expect, it } from "vitest";
import { GAMES } from "../games";
import type { Language } from "../lib/settings.svelte";
import { texts as eventTexts } from "../events/messages";
import { texts as meetingTexts } from "../meeting/messages";
import { texts as studyTexts } from "../study/messages";
import de from "./de";
import en from "./en";
import fr from "./fr";
import ru from "./ru";

type Forms = Record<string, string>;

/** The texts of every page and of every game, as if they were one tree. */
async function whole(language: Language, shared: object): Promise<object> {
  const games = GAMES.map(async ({ name, texts }) => [name, (await texts[language]()).default] as const);
  const study = (await studyTexts[language]()).default;
  const events = (await eventTexts[language]()).default;
  const meeting = (await meetingTexts[language]()).default;
  return { ...shared, study, events, meeting, ...Object.fromEntries(await Promise.all(games)) };
}
const LANGUAGES: Record<string, object> = {
  en: await whole("en", en),
  de: await whole("de", de),
  fr: await whole("fr", fr),
  ru: await whole("ru", ru),
};

/** Every text by its path; a plural is one text of several forms. */
function flat(tree: object, path = ""): Map<string, string | Forms> {
  const found = new Map<string, string | Forms>();
  for (const [name, value] of Object.entries(tree as Record<string, string | Forms | object>)) {
    const key = path ? `${path}.${name}` : name;
    if (typeof value === "string" || "other" in value) found.set(key, value);
    else for (const [deeper, text] of flat(value, key)) found.set(deeper, text);
  }
  return found;
}

const TEXTS = Object.fromEntries(Object.entries(LANGUAGES).map(([language, tree]) => [language, flat(tree)]));
const KEYS = [...TEXTS["en"]!.keys()];
const AREAS = Object.keys(LANGUAGES["en"]!);

function places(text: string | Forms): string[] {
  const whole = typeof text === "string" ? text : Object.values(text).join(" ");
  return [...new Set([...whole.matchAll(/\{(\w+)\}/g)].map((found) => found[1]!))].sort();
}

const SOURCES = Object.entries(
  import.meta.glob<string>("../**/*.{ts,svelte}", { query: "?raw", import: "default", eager: true }),
)
  .filter(([path]) => !path.endsWith(".test.ts") && !path.endsWith("wire.gen.ts") && !/^\.\/|\/messages\//.test(path))
  .map(([, source]) => source);
const SOURCE = SOURCES.join("\n");

const literals = new Set([...SOURCE.matchAll(/["'`]([\w.-]+)["'`]/g)].map((found) => found[1]!));
const prefixes = [...SOURCE.matchAll(/\btold\(\s*"([\w.]+)"/g)].map((found) => found[1]!);
/** What shared pages ask of every game by the server's codes; a game need not have such a group. */
const groups = [...SOURCE.matchAll(/\btoldBy\(\s*[\w.]+,\s*"(\w+)"/g)].flatMap((found) =>
  GAMES.map(({ name }) => `${name}.${found[1]!}`),
);
const templates = [...SOURCE.matchAll(/`((?:[a-z]\w*)\.[\w.]*\$\{[^`]*?\}[\w.]*)`/g)]
  .map((found) => found[1]!)
  .filter((template) => AREAS.includes(template.split(".")[0]!));

/** Whether somebody asks for the key: by its name, by `told("prefix", …)` or `toldBy(game, "group", …)`, or by a template that it fits. */
function isUsed(key: string): boolean {
  if (literals.has(key) || [...prefixes, ...groups].some((prefix) => key.startsWith(`${prefix}.`))) return true;
  return templates.some((template) => {
    const pattern = template.split(/\$\{.*?\}/).map((part) => part.replaceAll(".", "\\."));
    if (!new RegExp(`^${pattern.join("[\\w-]+")}$`).test(key)) return false;
    // A template such as `games.${pool}` fits its whole area, so the rest of the key must be a word of the source.
    const [area, ...rest] = key.split(".");
    return pattern[0] !== `${area}\\.` || pattern.slice(1).some(Boolean) || literals.has(rest.join("."));
  });
}

describe.each(["de", "fr", "ru"])("%s", (language) => {
  const texts = TEXTS[language]!;

  it("has exactly the keys of English", () => {
    expect([...texts.keys()].sort()).toEqual([...KEYS].sort());
  });

  it("has the places of English in every text", () => {
    const wrong = KEYS.filter(
      (key) => texts.has(key) && places(texts.get(key)!).join() !== places(TEXTS["en"]!.get(key)!).join(),
    );
    expect(wrong).toEqual([]);
  });

  it("has a plural where English has one", () => {
    const wrong = KEYS.filter((key) => typeof TEXTS["en"]!.get(key) !== typeof texts.get(key));
    expect(wrong).toEqual([]);
  });
});

it.each(
  Object.entries({
    en: ["one", "other"],
    de: ["one", "other"],
    fr: ["one", "other"],
    ru: ["few", "many", "one", "other"],
  }),
)("%s has all its plural forms", (language, forms) => {
  const plurals = [...TEXTS[language]!].filter((entry): entry is [string, Forms] => typeof entry[1] !== "string");
  expect(
    plurals
      .filter(
        ([, text]) =>
          forms.some((form) => !(form in text)) || Object.keys(text).some((form) => ![...forms, "many"].includes(form)),
      )
      .map(([key]) => key),
  ).toEqual([]);
});

it("says nothing empty", () => {
  const empty = Object.entries(TEXTS).flatMap(([language, texts]) =>
    [...texts]
      .filter(([, text]) => (typeof text === "string" ? [text] : Object.values(text)).some((form) => !form.trim()))
      .map(([key]) => `${language} ${key}`),
  );
  expect(empty).toEqual([]);
});

it("has every key that the source asks for by name", () => {
  const asked = [...SOURCE.matchAll(/\bt\(\s*"([\w.]+)"/g)].map((found) => found[1]!);
  const keylike = [...literals].filter(
    (word) => /^[a-z]\w*(\.[a-z]\w*)+$/.test(word) && AREAS.includes(word.split(".")[0]!),
  );
  // A literal can also be a group of keys, as the first argument of `told`.
  const missing = [...new Set([...asked, ...keylike, ...prefixes])].filter(
    (key) => !KEYS.includes(key) && !KEYS.some((known) => known.startsWith(`${key}.`)),
  );
  expect(missing).toEqual([]);
});

it("has a key for every template of the source", () => {
  const missing = templates.filter((template) => {
    const pattern = template.split(/\$\{.*?\}/).map((part) => part.replaceAll(".", "\\."));
    return !KEYS.some((key) => new RegExp(`^${pattern.join("[\\w.-]+")}$`).test(key));
  });
  expect(missing).toEqual([]);
});

it("has no key that nobody asks for", () => {
  expect(KEYS.filter((key) => !isUsed(key))).toEqual([]);
});

describe("French", () => {
  // A sentence's forms, `[seat: …|…]`, are no marks of the language.
  const wholes = [...TEXTS["fr"]!].flatMap(([key, text]) =>
    (typeof text === "string" ? [text.replace(/\[\w+: /g, "[")] : Object.values(text)).map((one) => `${key}= ${one}`),
  );
  const wrong = (form: RegExp) => wholes.filter((text) => form.test(text));

  it("keeps its marks with their word: no plain space stands before or within them", () => {
    const marks = / [:;?!»%]|«[^\u00a0\u202f]|[^\u00a0\u202f][;?!»]|[^\u00a0\u202f]:(?!\w|\/)/u;
    expect(wrong(marks)).toEqual([]);
  });

  it("writes apostrophes as printers do", () => {
    expect(wrong(/\p{L}'\p{L}/u)).toEqual([]);
  });
});
