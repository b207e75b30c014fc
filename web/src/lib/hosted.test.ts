import { afterEach, expect, test, vi } from "vitest";
import { Hosted } from "./hosted.svelte";

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
