import { afterEach, expect, test, vi } from "vitest";
import { editionOf, Hosted } from "./hosted.svelte";
import { i18n } from "./i18n.svelte";
import type { GameFacts } from "./wire";

const facts = (ready: string[], compiled: number) => ({
  games: [{ name: "aurum", bots: ["casual", "expert"], ready, usual: "casual" }],
  compiled,
});
const answers = (...given: object[]) =>
  vi.fn(async () => new Response(JSON.stringify(given.length > 1 ? given.shift() : given[0]), { status: 200 }));

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("levels that are being compiled appear by themselves, and then nothing is asked any more", async () => {
  vi.useFakeTimers();
  const fetched = answers(facts(["casual"], 0.25), facts(["casual", "expert"], 1));
  vi.stubGlobal("fetch", fetched);
  const hosted = new Hosted();
  hosted.follow();
  await vi.advanceTimersByTimeAsync(10);
  expect([hosted.isReady("aurum", "expert"), hosted.isReady("aurum", "casual"), hosted.percent]).toEqual([
    false,
    true,
    25,
  ]);
  await vi.advanceTimersByTimeAsync(3000);
  expect([hosted.isReady("aurum", "expert"), hosted.percent]).toEqual([true, 100]);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(fetched).toHaveBeenCalledTimes(2);
});

test("who leaves the page asks no more", async () => {
  vi.useFakeTimers();
  const fetched = answers(facts(["casual"], 0.25));
  vi.stubGlobal("fetch", fetched);
  const leave = new Hosted().follow();
  await vi.advanceTimersByTimeAsync(10);
  leave();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(fetched).toHaveBeenCalledTimes(1);
});

test("the edition of the own language is taken where none was wished for, and the usual one where there is none", () => {
  const whist = { editions: ["de", "fr"], usual_edition: "de" } as GameFacts;
  const before = i18n.language;
  try {
    i18n.language = "fr";
    expect([editionOf(whist, ""), editionOf(whist, "de"), editionOf(whist, "ru")]).toEqual(["fr", "de", "fr"]);
    expect(editionOf({} as GameFacts, "de")).toBe("");
    i18n.language = "ru";
    expect(editionOf(whist, "")).toBe("de");
  } finally {
    i18n.language = before;
  }
});
