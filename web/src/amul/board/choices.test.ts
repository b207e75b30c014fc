import { beforeAll, describe, expect, it } from "vitest";
import { i18n } from "../../lib/i18n.svelte";
import type { AmulView } from "../../lib/wire";
import { cards } from "../cards/catalogue.svelte";
import { texts } from "../messages";
import { choiceAt, handOf, openPlaces, promptOf, refusalAt } from "./choices";
import { CARDS, VIEW } from "./fixture";

beforeAll(async () => {
  cards.put({ file: "standard", rows: ["blue", "yellow"], cards: CARDS });
  await i18n.add("amul", texts);
});

const names = ["Ada", "Ben", "Cyd"];
const at = (aids: Partial<AmulView["aids"]>, more: Partial<AmulView> = {}): AmulView => ({
  ...VIEW,
  ...more,
  aids: { ...VIEW.aids, ...aids },
});
const gaining = at(
  {
    phase: "gain",
    choices: [
      { action: "gain palace tent", kind: "gain", place: "palace", card: "tent" },
      { action: "gain bazaar trader_persia", kind: "gain", place: "bazaar", card: "trader_persia" },
    ],
  },
  { errand: { seat: 0, card: "silk", places: ["palace", "bazaar"], left: 2 } },
);

it("finds a choice at the place where its card lies", () => {
  expect(choiceAt(VIEW, "hand", "spices")?.action).toBe("offer spices");
  expect(choiceAt(VIEW, "market", "spices")).toBeUndefined();
  expect(choiceAt(gaining, "palace", "tent")?.action).toBe("gain palace tent");
  expect(openPlaces(gaining)).toEqual(["palace", "bazaar"]);
});

it("knows why not where the view told it", () => {
  expect(refusalAt(VIEW, "palace", "tent")).toEqual({ action: "gain palace tent", law: "M24" });
  expect(refusalAt(VIEW, "hand", "gem")).toBeUndefined();
});

it("shows the hand sorted, or any hand where all are open", () => {
  expect(handOf(VIEW, 0)).toEqual(["spices", "spices", "mongol_guard:A"]);
  expect(handOf({ ...VIEW, hands: [["silk"], ["gem"], []] }, 1)).toEqual(["gem"]);
});

describe("what is asked", () => {
  it("is the step, until the own card lies face down", () => {
    const sealed = VIEW.aids.choices[0]!;
    expect(promptOf(VIEW, 0, names)).toBe("Offer a card to the market");
    expect(promptOf(at({ sealed }), 0, names)).toContain("Your offer lies face down: Spices");
    expect(promptOf(gaining, 0, names)).toBe("Silk: take 2 cards from here: Palace and Bazaar");
  });

  it("is whom the table waits for, for who may not choose", () => {
    expect(promptOf(VIEW, null, names)).toBe("Offer: waiting for Ada and Cyd");
    expect(promptOf(at({ choices: [] }, { to_act: [0, 2] }), 0, names)).toBe("Offer: waiting for Cyd");
  });

  it("is nothing more at the end", () => {
    expect(promptOf(at({ phase: "over", choices: [] }), 0, names)).toBe("The match is over");
  });
});
