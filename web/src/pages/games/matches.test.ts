import { beforeAll, describe, expect, it } from "vitest";
import { i18n } from "../../lib/i18n.svelte";
import type { FinishedMatch, SeatAt } from "../../lib/wire";
import { calledAt, EVERYTHING, moved, queryOf, resultOf, scoresOf } from "./matches";

const seat = (side: number | null, more: Partial<SeatAt> = {}): SeatAt => ({
  name: "Ada",
  level: "",
  avatar: "",
  kind: "guest",
  person: "p",
  side,
  place: 1,
  points: null,
  forfeited: false,
  ...more,
});
const match = (more: Partial<FinishedMatch> = {}): FinishedMatch => ({
  id: "m",
  game: "whist",
  players: 4,
  started: 0,
  ended: 1,
  rated: false,
  imported: false,
  finished: true,
  outcome: {
    sides: [
      [0, 2],
      [1, 3],
    ],
    winners: [1],
    scores: [3, 8],
  },
  seats: [],
  edition: "",
  sharing: "link",
  yours: true,
  ...more,
});

beforeAll(() => i18n.use("en"));

describe("a match in a list", () => {
  it("tells how it ended for a seat", () => {
    expect(resultOf(match(), seat(0))).toBe("lost");
    expect(resultOf(match(), seat(1))).toBe("won");
    expect(resultOf(match({ outcome: { ...match().outcome, winners: [0, 1] } }), seat(0))).toBe("shared");
    expect(resultOf(match(), seat(1, { forfeited: true }))).toBe("lost");
    expect(resultOf(match({ finished: false, outcome: null }), seat(null))).toBe("broken");
  });

  it("gives nothing away where results are not told", () => {
    expect(resultOf(match({ outcome: null }), seat(0))).toBeNull();
    expect(scoresOf(match({ outcome: null }), 0)).toBe("");
  });

  it("puts the own score first", () => {
    expect(scoresOf(match(), 1)).toBe("8\u00a0:\u00a03");
    expect(scoresOf(match(), 0)).toBe("3\u00a0:\u00a08");
  });

  it("calls bots by name and level, in the language of the page", async () => {
    const bot = seat(0, { name: "Flamel", level: "casual" });
    expect(calledAt(bot)).toBe("Flamel (Casual)");
    await i18n.use("ru");
    expect(calledAt(bot)).toMatch(/^Фламель \(.+\)$/);
    await i18n.use("en");
    expect(calledAt(seat(0, { name: "" }))).toBe("somebody who left Karat");
  });

  it("shows a rating's way with its sign", () => {
    expect([moved(12), moved(-3), moved(0)]).toEqual(["+12", "-3", "0"]);
  });
});

it("asks for what the filters say and nothing else", () => {
  expect(queryOf(EVERYTHING, null)).toEqual({});
  const filters = { ...EVERYTHING, players: "3", rated: "no", against: "bots", result: "won", name: " Bea " };
  expect(queryOf(filters, "me")).toEqual({
    person: "me",
    players: 3,
    rated: false,
    against: "bots",
    result: "won",
    name: "Bea",
  });
});
