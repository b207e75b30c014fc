import { describe, expect, it } from "vitest";
import type { Replay, ReplayRound } from "../lib/wire";
import { addressOf, clamp, jumpFrom, jumpsOf, lengthOf, momentOf, Reel, spotOf } from "./reel";

const ROUNDS: ReplayRound[] = [
  {
    number: 1,
    steps: 10,
    marks: [
      { kind: "bids", number: 1, step: 3 },
      { kind: "trick", number: 1, step: 7 },
    ],
  },
  { number: 2, steps: 5, marks: [{ kind: "trick", number: 1, step: 2 }] },
];

function part(round: number): Replay {
  return {
    round,
    rounds: ROUNDS,
    steps: Array.from({ length: ROUNDS[round - 1]!.steps }, (_, step) => ({ action: `${round}.${step}` })),
  } as unknown as Replay;
}

describe("steps through the whole match", () => {
  it("are counted over the rounds", () => {
    expect(lengthOf(ROUNDS)).toBe(15);
    expect(spotOf(ROUNDS, 9)).toEqual({ round: 1, step: 9 });
    expect(spotOf(ROUNDS, 10)).toEqual({ round: 2, step: 0 });
    expect(spotOf(ROUNDS, 14)).toEqual({ round: 2, step: 4 });
  });

  it("end at the first and the last", () => {
    expect(clamp(ROUNDS, -3)).toBe(0);
    expect(clamp(ROUNDS, 99)).toBe(14);
    expect(clamp(ROUNDS, Number.NaN)).toBe(0);
    expect(spotOf(ROUNDS, 99)).toEqual({ round: 2, step: 4 });
  });

  it("can be jumped by rounds, bids and tricks", () => {
    expect(jumpsOf(ROUNDS).map(({ at, kind }) => [at, kind])).toEqual([
      [0, "round"],
      [3, "bids"],
      [7, "trick"],
      [10, "round"],
      [12, "trick"],
    ]);
    expect(jumpFrom(ROUNDS, 3, 1)).toBe(7);
    expect(jumpFrom(ROUNDS, 7, -1)).toBe(3);
    expect(jumpFrom(ROUNDS, 12, 1)).toBe(14);
    expect(jumpFrom(ROUNDS, 0, -1)).toBe(0);
  });
});

describe("a moment's address", () => {
  it("comes back as the same moment", () => {
    const address = addressOf("/replay/abc", 37, 2);
    expect(address).toBe("/replay/abc?step=37&seat=2");
    expect(momentOf(new URL(address, "http://karat").searchParams)).toEqual({ at: 37, seat: 2 });
  });

  it("is the beginning with open cards where it says nothing sensible", () => {
    expect(momentOf(new URLSearchParams("step=-1&seat=x"))).toEqual({ at: 0, seat: null });
  });
});

describe("a reel", () => {
  it("fetches every round once for each pair of eyes, and the next one ahead of time", async () => {
    const asked: string[] = [];
    const reel = new Reel(async (seat, round) => {
      asked.push(`${seat} ${round}`);
      return part(round);
    });
    expect((await reel.step(ROUNDS, null, 2)).action).toBe("1.2");
    expect((await reel.step(ROUNDS, null, 3)).action).toBe("1.3");
    expect(asked).toEqual(["null 1"]);
    await reel.step(ROUNDS, null, 8);
    expect(asked).toEqual(["null 1", "null 2"]);
    expect((await reel.step(ROUNDS, 1, 11)).action).toBe("2.1");
    expect(asked).toEqual(["null 1", "null 2", "1 2"]);
  });

  it("asks again for what failed", async () => {
    let tries = 0;
    const reel = new Reel(async (_, round) => {
      if (++tries === 1) throw new Error("offline");
      return part(round);
    });
    await expect(reel.step(ROUNDS, null, 0)).rejects.toThrow("offline");
    expect((await reel.step(ROUNDS, null, 0)).action).toBe("1.0");
  });
});
