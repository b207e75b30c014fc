import { describe, expect, it } from "vitest";
import { bins } from "./bins";

describe("bars of a distribution", () => {
  it("has one for each score while they are few, and none is left out between them", () => {
    const found = bins([{ score: -1, people: 2 }, { score: 2, people: 1 }], [4]); // prettier-ignore
    expect(found.map(({ from, people }) => [from, people])).toEqual([[-1, 2], [0, 0], [1, 0], [2, 1], [3, 0], [4, 0]]); // prettier-ignore
  });

  it("puts many together without losing anybody", () => {
    const scores = Array.from({ length: 100 }, (_, n) => ({ score: n - 50, people: 1 }));
    const found = bins(scores, []);
    expect(found.length).toBeLessThanOrEqual(22);
    expect(found.reduce((sum, { people }) => sum + people, 0)).toBe(100);
  });

  it("is nothing without scores", () => expect(bins([], [])).toEqual([]));
});
