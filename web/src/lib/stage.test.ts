import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Stage, type Beat } from "./stage.svelte";
import type { View } from "./wire";

const view = (name: string) => ({ name }) as unknown as View;
const frame = (name: string) => ({ events: [], view: view(name), turn: {}, fresh: false });
/** A frame is shown as a beat before and one that stays. */
const beats = (_: View | null, { view: shown }: { view: View | null }): Beat[] => [
  { view: view("before"), events: [], ms: 100 },
  { view: shown!, events: [], ms: 100 },
];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("takes a click as soon as the present is on screen, though it has just come", async () => {
  const stage = new Stage(beats);
  stage.push(frame("now"));
  expect([stage.view, stage.settled]).toEqual([view("before"), false]);
  await vi.advanceTimersByTimeAsync(100);
  expect([stage.view, stage.settled, stage.still]).toEqual([view("now"), true, false]);
  await vi.advanceTimersByTimeAsync(100);
  expect([stage.settled, stage.still]).toEqual([true, true]);
});

it("takes no click on what is past because more has come", async () => {
  const stage = new Stage(beats);
  stage.push(frame("first"));
  stage.push(frame("second"));
  await vi.advanceTimersByTimeAsync(100);
  expect([stage.view, stage.settled]).toEqual([view("first"), false]);
  await vi.advanceTimersByTimeAsync(200);
  expect([stage.view, stage.settled]).toEqual([view("second"), true]);
  stage.push(frame("third"));
  expect(stage.settled).toBe(false);
});
