import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Problem } from "../lib/api";
import { lastKnown, Pad } from "./pad.svelte";

interface Entries {
  rounds: number[];
}
const OFFLINE = new Problem(0, "offline", "the server cannot be reached");
let drawer: Map<string, string>;
let online: boolean;
const pads: Pad<Entries, number>[] = [];

const store = {
  getItem: (place: string) => drawer.get(place) ?? null,
  setItem: (place: string, text: string) => void drawer.set(place, text),
};

function pad(send?: (entries: Entries) => Promise<number>): Pad<Entries, number> {
  const sum = async ({ rounds }: Entries) => {
    if (!online) throw OFFLINE;
    return rounds.reduce((a, b) => a + b, 0);
  };
  const made = new Pad<Entries, number>("pad", { rounds: [] }, ({ rounds }) => !rounds.length, send ?? sum, store);
  pads.push(made);
  return made;
}

async function settle(): Promise<void> {
  await vi.advanceTimersByTimeAsync(300);
}

beforeEach(() => {
  drawer = new Map();
  online = true;
  vi.useFakeTimers();
});
afterEach(() => {
  for (const one of pads.splice(0)) one.close();
  vi.useRealTimers();
});

describe("a score pad", () => {
  it("counts what is entered", async () => {
    const mine = pad();
    mine.change({ rounds: [3, 4] });
    await settle();
    expect([mine.standing, mine.result]).toEqual(["counted", 7]);
  });

  it("counts once for changes that follow each other at once", async () => {
    const send = vi.fn(async () => 1);
    const mine = pad(send);
    for (let n = 1; n <= 5; n++) mine.change({ rounds: [n] });
    await settle();
    expect(send.mock.calls).toEqual([[{ rounds: [5] }]]);
  });

  it("keeps what was entered for the next visit", async () => {
    const mine = pad();
    mine.change({ rounds: [5] });
    await settle();
    mine.close();
    const again = pad();
    expect(again.entries).toEqual({ rounds: [5] });
    expect([again.standing, again.result]).toEqual(["counted", 5]);
  });

  it("keeps what was entered without a connection, and counts it when it is back", async () => {
    online = false;
    const mine = pad();
    mine.change({ rounds: [2] });
    await settle();
    expect(mine.standing).toBe("waiting");
    mine.close();
    const again = pad();
    expect(again.entries).toEqual({ rounds: [2] });
    await again.count();
    expect(again.standing).toBe("waiting");
    online = true;
    dispatchEvent(new Event("online"));
    await settle();
    expect([again.standing, again.result]).toEqual(["counted", 2]);
  });

  it("tries again by itself where nobody says that the connection is back", async () => {
    online = false;
    const mine = pad();
    mine.change({ rounds: [2] });
    await settle();
    online = true;
    await vi.advanceTimersByTimeAsync(6000);
    expect(mine.result).toBe(2);
  });

  it("takes back any number of changes", async () => {
    const mine = pad();
    mine.change({ rounds: [1] });
    mine.change({ rounds: [1, 2] });
    mine.change({ rounds: [9, 2] });
    mine.undo();
    expect(mine.entries).toEqual({ rounds: [1, 2] });
    mine.undo();
    mine.undo();
    expect([mine.entries, mine.canUndo]).toEqual([{ rounds: [] }, false]);
    await settle();
    expect([mine.standing, mine.result]).toEqual(["empty", null]);
  });

  it("says why entries are refused, and does not ask again", async () => {
    const send = vi.fn(async () => {
      throw new Problem(400, "bad_entry", "a bid is a rank from 1 to 9, not 10");
    });
    const mine = pad(send);
    mine.change({ rounds: [10] });
    await vi.advanceTimersByTimeAsync(20_000);
    expect([mine.standing, mine.refusal?.message]).toEqual(["refused", "a bid is a rank from 1 to 9, not 10"]);
    expect(send).toHaveBeenCalledTimes(1);
  });

  it("ignores an answer to what has changed since", async () => {
    const answers: ((sum: number) => void)[] = [];
    const mine = pad(() => new Promise((answer) => answers.push(answer)));
    mine.change({ rounds: [1] });
    await settle();
    mine.change({ rounds: [2] });
    await settle();
    answers[1]!(2);
    await settle();
    answers[0]!(1);
    await settle();
    expect(mine.result).toBe(2);
  });

  it("begins anew where something else lies in its place", () => {
    drawer.set("pad", "no JSON");
    expect(pad().entries).toEqual({ rounds: [] });
  });
});

describe("what the server knows", () => {
  it("is what it said last, without a connection", async () => {
    expect(await lastKnown("cards", async () => [1, 2], store)).toEqual([1, 2]);
    expect(await lastKnown("cards", () => Promise.reject(OFFLINE), store)).toEqual([1, 2]);
    await expect(lastKnown("other", () => Promise.reject(OFFLINE), store)).rejects.toBe(OFFLINE);
  });
});
