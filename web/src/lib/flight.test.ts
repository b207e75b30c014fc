import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { flights, Motion } from "./flight";
import { settings } from "./settings.svelte";

let root: HTMLElement;
let layer: HTMLElement;
let ended: (() => void)[];

/** A card at a place; there is no layout in these tests, so it says itself where it is. */
function card(spot: string, left: number): HTMLElement {
  const made = document.createElement("button");
  Object.assign(made.dataset, { spot, action: "play B7" });
  made.getBoundingClientRect = () => new DOMRect(left, 0, 50, 70);
  root.append(made);
  return made;
}

beforeEach(() => {
  document.body.innerHTML = `<main><div><span data-back hidden>back</span></div></main>`;
  root = document.querySelector("main")!;
  layer = root.querySelector("div")!;
  ended = [];
  vi.stubGlobal(
    "DOMRect",
    class {
      constructor(
        readonly left: number,
        readonly top: number,
        readonly width: number,
        readonly height: number,
      ) {}
    },
  );
  HTMLElement.prototype.animate = vi.fn(() => {
    let cancel = () => {};
    const finished = new Promise<void>((done, fail) => {
      ended.push(done);
      cancel = () => fail(new Error("cancelled"));
    });
    return { finished, cancel } as unknown as Animation;
  });
  settings.set({ pace: "normal", calm: false });
  flights.hushed = false;
});
afterEach(() => {
  flights.land();
  vi.unstubAllGlobals();
});

const flying = () => [...layer.querySelectorAll<HTMLElement>("[data-flying]")];
function playsCard(motion = new Motion()): void {
  const old = card("hand:B7", 0);
  motion.before(root, [{ from: ["hand:B7"], to: ["trick:0"], turns: true }]);
  old.remove();
  card("trick:0", 300);
  motion.after(root, layer);
}

it("flies a copy that nobody can click, with its back up first, and takes it away when it has landed", async () => {
  playsCard();
  expect(flying()).toHaveLength(1);
  expect(flying()[0]!.querySelector("[data-action], [data-spot]")).toBeNull();
  expect(flying()[0]!.textContent).toContain("back");
  for (const end of ended) end();
  await vi.waitFor(() => expect(flying()).toEqual([]));
});

it("changes transform and opacity and nothing else", () => {
  playsCard();
  for (const [frames] of vi.mocked(HTMLElement.prototype.animate).mock.calls)
    for (const frame of frames as Keyframe[])
      expect(Object.keys(frame).filter((name) => !["transform", "opacity", "offset", "easing"].includes(name))).toEqual(
        [],
      );
});

it("lets all that set out together come to rest together, so that the table is drawn anew once", () => {
  const motion = new Motion();
  card("deck", 0);
  motion.before(
    root,
    [0, 100, 200].map((delay) => ({ from: ["deck"], to: [`hand:B${delay}`], delay })),
  );
  for (const delay of [0, 100, 200]) card(`hand:B${delay}`, 300 + delay);
  motion.after(root, layer);
  const calls = vi.mocked(HTMLElement.prototype.animate).mock.calls;
  expect(flying()).toHaveLength(3);
  expect(new Set(calls.map(([, options]) => JSON.stringify((options as KeyframeAnimationOptions).duration))).size).toBe(
    1,
  );
  const onTheWay = calls
    .map(([frames]) => frames as Keyframe[])
    .filter((frames) => frames.length > 2)
    .map((frames) => [frames[1]!.offset, frames[2]!.offset] as [number, number]);
  const [first, , last] = onTheWay;
  expect(first![0]).toBe(0);
  expect(first![1]).toBeLessThan(1);
  expect(last![0]).toBeGreaterThan(0);
  expect(last![1]).toBe(1);
  expect(last![1] - last![0]).toBeCloseTo(first![1] - first![0]);
});

it("lands at once when somebody clicks", () => {
  playsCard();
  flights.land();
  expect(flying()).toEqual([]);
});

it("flies nothing for who wants calm, is in a hurry or wants everything at once", () => {
  settings.set({ calm: true });
  playsCard();
  settings.set({ calm: false, pace: "none" });
  playsCard();
  settings.set({ pace: "normal" });
  flights.hushed = true;
  playsCard();
  expect(flying()).toEqual([]);
});

it("shows what leaves as it was, though its place holds something else", () => {
  const motion = new Motion();
  const lies = card("trick:0", 0);
  lies.textContent = "silver";
  card("seat:1", 300);
  motion.before(root, [{ from: ["trick:0"], to: ["seat:1"], leaves: true }]);
  lies.textContent = "copper";
  motion.after(root, layer);
  expect(flying()[0]!.textContent).toBe("silver");
});
