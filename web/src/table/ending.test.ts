import { expect, it } from "vitest";
import { endingOf } from "./ending";

const names = ["Ada", "Ben", "Cyd", "Dan"];
const partners = {
  sides: [
    [0, 2],
    [1, 3],
  ],
  winners: [0],
  scores: [3, 1],
};
const points = (n: number) => `${n} points`;
const alone = { sides: [[0], [1], [2]], winners: [1], scores: [40, 52, 40] };

it("says to each who won and by what", () => {
  expect(endingOf(partners, 2, names, points)).toMatchObject({
    won: true,
    headline: "Your side won",
    score: "3\u00a0:\u00a01",
    own: 0,
  });
  expect(endingOf(partners, 1, names, points)).toMatchObject({
    won: false,
    headline: "Your side lost",
    score: "Ada and Cyd won · 3\u00a0:\u00a01",
  });
  expect(endingOf(alone, 0, names, points)).toMatchObject({
    headline: "You lost",
    score: "Ben won · 52\u00a0: 40\u00a0: 40",
  });
  expect(endingOf(alone, 1, names, points).headline).toBe("You won");
  expect(endingOf(alone, null, names, points)).toMatchObject({ won: null, headline: "Ben won", own: -1 });
});

it("says how far behind or ahead one was, where points decided", () => {
  expect(endingOf(alone, 0, names, points).margin).toBe("12 points behind Ben");
  expect(endingOf(alone, 1, names, points).margin).toBe("12 points ahead of Ada");
  expect(endingOf(partners, 3, names, (n) => `${n} nuggets`).margin).toBe("2 nuggets behind Ada and Cyd");
  expect(endingOf({ ...alone, scores: [52, 52, 40] }, 0, names, points).margin).toBe("");
});

it("gives places, which those who are level share", () => {
  expect(endingOf(alone, 0, names, points).places.map(({ place, name, own }) => [place, name, own])).toEqual([
    [1, "Ben", false],
    [2, "Ada", true],
    [2, "Cyd", false],
  ]);
  const shared = { ...alone, winners: [0, 2], scores: [52, 40, 52] };
  expect(endingOf(shared, 0, names, points).headline).toBe("A shared win: Ada and Cyd");
  expect(endingOf(shared, 0, names, points).places.map(({ place }) => place)).toEqual([1, 1, 3]);
});

it("leaves the points of many to their places", () => {
  const many = { ...alone, sides: [[0], [1], [2], [3]], scores: [40, 52, 30, 20] };
  const told = endingOf(many, 0, [...names, "Dan"], points);
  expect([told.score, told.margin]).toEqual(["Ben won", "12 points behind Ben"]);
  expect(told.places.map(({ score }) => score)).toEqual([52, 40, 30, 20]);
});
