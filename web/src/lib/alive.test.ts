import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { everyNow } from "./alive";
import { settings } from "./settings.svelte";

let reduced = false;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("matchMedia", () => ({ matches: reduced }));
});
afterEach(() => {
  reduced = false;
  settings.set({ calm: false });
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a living picture moves again and again until it is left", () => {
  const step = vi.fn();
  const end = everyNow(100, step);
  vi.advanceTimersByTime(350);
  expect(step).toHaveBeenCalledTimes(3);
  end();
  vi.advanceTimersByTime(350);
  expect(step).toHaveBeenCalledTimes(3);
});

test("it rests for who wants less motion, by the system's wish or the page's own", () => {
  const step = vi.fn();
  const end = everyNow(100, step);
  reduced = true;
  vi.advanceTimersByTime(300);
  reduced = false;
  settings.set({ calm: true });
  vi.advanceTimersByTime(300);
  end();
  expect(step).not.toHaveBeenCalled();
});
