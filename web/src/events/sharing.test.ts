import { describe, expect, it } from "vitest";
import { i18n } from "../lib/i18n.svelte";
import type { ShownDaily } from "../lib/wire";
import { fetchEventTexts } from "./messages";
import { shareText, squares } from "./sharing";

const deal = {
  id: "2026-11-18-x-4",
  begins: Date.UTC(2026, 10, 18) / 1000,
  finishers: 41,
  mine: { table: "t", finished: true, missed: false, score: 7, points: 31, better: 0.83, place: 8, counts: true },
} as ShownDaily;

describe("a result to be shared", () => {
  it("lights squares by how many one did better than, and one for who did worst", () => {
    expect([0, 0.2, 0.21, 1].map(squares)).toEqual(["🟨⬜⬜⬜⬜", "🟨⬜⬜⬜⬜", "🟨🟨⬜⬜⬜", "🟨🟨🟨🟨🟨"]);
  });

  it("tells nothing of the cards or the score", async () => {
    await i18n.use("en");
    await fetchEventTexts();
    const text = shareText(deal, "Game for 4", 5, "https://karat.example/daily/x");
    expect(text.split("\n")).toEqual([
      "Karat, Nov 18, 2026: Game for 4",
      "🟨🟨🟨🟨🟨 better than 83% of 41",
      "5 days in a row",
      "https://karat.example/daily/x",
    ]);
    const first = shareText({ ...deal, finishers: 1 }, "Game for 4", 1, "x");
    expect(first).toContain("the first to finish");
  });
});
