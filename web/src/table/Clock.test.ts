import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, beforeAll, expect, it } from "vitest";
import { i18n } from "../lib/i18n.svelte";
import type { Turn } from "../lib/wire";
import Clock from "./Clock.svelte";

beforeAll(() => i18n.use("en"));
afterEach(cleanup);

const inSeconds = (left: number): number => Date.now() / 1000 + left;
function shown(turn: Turn): string {
  cleanup();
  render(Clock, { turn, seat: 0, name: "Ada" });
  return screen.getByRole("timer").textContent.trim();
}

it("runs while the table waits, and else stands at what was saved", () => {
  expect(shown({ deadlines: { 0: inSeconds(61.5) }, banks: [600] })).toMatch(/^1:0[12]$/);
  expect(shown({ banks: [600] })).toBe("10:00");
});

it("stands for who watches with a delay until the moment that is shown has begun", () => {
  expect(shown({ deadlines: { 0: inSeconds(772) }, banks: [600] })).toBe("10:00");
});
