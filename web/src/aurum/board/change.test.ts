import { expect, it } from "vitest";
import type { AurumChoice } from "../../lib/wire";
import { golds, meant, NOTHING, targets } from "./change";

const swap = (gold: string, whose: number, card: string): AurumChoice => ({
  action: `swap ${gold} ${whose} ${card}`,
  kind: "swap",
  gold,
  whose,
  card,
});
const swaps = [swap("G0", 1, "B6"), swap("G0", 3, "B6"), swap("G3", 3, "P4")];

it("offers only what some open swap has, narrowed by the card", () => {
  expect(golds(swaps, NOTHING)).toEqual(["G0", "G3"]);
  expect(golds(swaps, { ...NOTHING, card: "P4" })).toEqual(["G3"]);
  expect(targets(swaps, { ...NOTHING, card: "P4" })).toEqual([3]);
});

it("means nothing until a card is chosen, then one's own bid first, and never a swap that is not open", () => {
  expect(meant(swaps, NOTHING, 1)).toBeNull();
  expect(meant(swaps, { ...NOTHING, card: "B6" }, 1)?.action).toBe("swap G0 1 B6");
  expect(meant(swaps, { ...NOTHING, card: "B6", whose: 3 }, 1)?.action).toBe("swap G0 3 B6");
  expect(meant(swaps, { ...NOTHING, card: "P4", gold: "G0" }, 1)).toBeNull();
});
