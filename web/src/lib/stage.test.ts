import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { flights } from "./flight";
import { settings } from "./settings.svelte";
import { Stage, type Beat } from "./stage.svelte";
import type { GameEvent, Turn, View } from "./wire";

const view = (name: string) => ({ name }) as unknown as View;
const yours: Turn = { to_act: [0], decision: "7" };
const frame = (name: string, turn: Turn = {}) => ({ events: [happened(name)], view: view(name), turn, fresh: false });
const happened = (name: string) => ({ e: name }) as unknown as GameEvent;
/** A frame is shown as a beat before and one that stays. */
const beats = (_: View | null, { view: shown, events }: { view: View | null; events: GameEvent[] }): Beat[] => [
  { view: view("before"), events: [], ms: 100 },
  { view: shown!, events, ms: 1000, lands: 300 },
];

let stage: Stage;
beforeEach(() => {
  vi.useFakeTimers();
  settings.set({ pace: "normal" });
  stage = new Stage(beats);
  stage.push({ ...frame("first"), fresh: true });
});
afterEach(() => {
  flights.land();
  vi.useRealTimers();
});

describe("words and pictures", () => {
  it("keep step: the turn is told when the last that happened has landed", async () => {
    stage.push(frame("Ben", { to_act: [2] }));
    stage.push(frame("Cyd", yours));
    const seen: [unknown, string | undefined, boolean][] = [];
    for (let ms = 0; ms <= 2700; ms += 50) {
      seen.push([(stage.view as unknown as { name: string }).name, stage.turn.decision, stage.settled]);
      await vi.advanceTimersByTimeAsync(50);
    }
    const told = seen.filter(([, decision]) => decision);
    expect(told.length).toBeGreaterThan(5);
    expect(told.every(([shown, , settled]) => shown === "Cyd" && settled)).toBe(true);
    // 100 + 1000 for Ben, 100 + 300 until Cyd's card has landed
    expect(seen.findIndex(([, decision]) => decision) * 50).toBe(1500);
    expect(stage.still).toBe(true);
  });

  it("tell nobody's turn while something is shown, and let the clocks run", async () => {
    stage.retell({ ...yours, banks: [60, 60], deadlines: { 0: 9 } });
    expect(stage.turn.decision).toBe("7");
    stage.push(frame("Ben", yours));
    expect(stage.turn).toEqual({ banks: [60, 60], deadlines: { 0: 9 } });
    await vi.advanceTimersByTimeAsync(2000);
    expect(stage.turn).toEqual(yours);
  });

  it("follow a turn that comes later with what it belongs to", async () => {
    stage.push(frame("Ben"));
    stage.retell(yours);
    expect(stage.turn.decision).toBeUndefined();
    await vi.advanceTimersByTimeAsync(400);
    expect(stage.turn).toEqual(yours);
  });

  it("are not held up by what happens beside the game", () => {
    stage.retell(yours);
    const told: string[] = [];
    stage.onbeat = (beat) => told.push(...beat.events.map((event) => event.e));
    stage.push({ events: [happened("away")], view: stage.view, turn: yours, fresh: false });
    expect([told, stage.settled, stage.turn]).toEqual([["away"], true, yours]);
  });
});

describe("what flies", () => {
  /** A card that is under way until it is let land. */
  function card(): () => void {
    let land = () => {};
    const finished = new Promise<Animation>((done) => (land = () => done({} as Animation)));
    flights.hold(document.createElement("div"), { finished } as Animation);
    return land;
  }
  const shown = () => (stage.view as unknown as { name: string }).name;

  it("has landed before the next thing sets out, on a slow machine too", async () => {
    stage = new Stage(() => ["Ben", "Cyd"].map((name) => ({ view: view(name), events: [], ms: 400 })));
    stage.push(frame("both"));
    const land = card();
    await vi.advanceTimersByTimeAsync(2000);
    expect(shown()).toBe("Ben");
    land();
    await vi.advanceTimersByTimeAsync(0);
    expect(shown()).toBe("Cyd");
  });

  it("is not waited for between things that are shorter than a flight", async () => {
    stage = new Stage(() => ["Ben", "Cyd"].map((name) => ({ view: view(name), events: [], ms: 120 })));
    stage.push(frame("both"));
    const land = card();
    await vi.advanceTimersByTimeAsync(120);
    expect(shown()).toBe("Cyd");
    land();
  });
});

describe("a click", () => {
  it("ends at once what is being shown, and everything has been told", () => {
    const told: [string, boolean][] = [];
    stage.onbeat = (beat, _, hurried) =>
      told.push(...beat.events.map((event) => [event.e, hurried] as [string, boolean]));
    for (const name of ["Ben", "Cyd", "Dan"]) stage.push(frame(name, yours));
    stage.finish();
    expect([stage.view, stage.turn, stage.settled, stage.still]).toEqual([view("Dan"), yours, true, true]);
    expect(told).toEqual(["Ben", "Cyd", "Dan"].map((name) => [name, true]));
  });

  it("does not skip what has to be looked at", async () => {
    stage = new Stage((_, { view: shown, events }) => [
      { view: view("sheet"), events, ms: 500, holds: true },
      { view: shown!, events: [], ms: 0 },
    ]);
    stage.joined = () => true;
    stage.push(frame("dealt", yours));
    stage.finish();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([stage.view, stage.settled]).toEqual([view("sheet"), false]);
    for (let number = 0; number < 40; number++) stage.push(frame("more"));
    expect(stage.view).toEqual(view("sheet")); // others go on, and this page catches up
    stage.seen();
    stage.seen();
    expect(stage.view).toEqual(view("sheet")); // of the next round
  });

  it("of an onlooker is not waited for", async () => {
    stage = new Stage((_, { view: shown }) => [
      { view: view("sheet"), events: [], ms: 500, holds: true },
      { view: shown!, events: [], ms: 0 },
    ]);
    stage.push(frame("dealt"));
    await vi.advanceTimersByTimeAsync(500);
    expect(stage.view).toEqual(view("dealt"));
  });
});

it("goes to the present when too much waits", () => {
  for (let number = 0; number < 14; number++) stage.push(frame(`${number}`, yours));
  expect([stage.view, stage.still]).toEqual([view("13"), true]);
});

it("shows the first match slowly, later ones at normal pace, and keeps to what was wished", () => {
  settings.set({ pace: "", played: false });
  expect(settings.pace).toBe("slow");
  settings.set({ played: true });
  expect(settings.pace).toBe("normal");
  settings.set({ pace: "fast" });
  expect(settings.pace).toBe("fast");
});
