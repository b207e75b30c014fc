import { beforeAll, describe, expect, it } from "vitest";
import { i18n } from "../../lib/i18n.svelte";
import type { AurumChoice } from "../../lib/wire";
import { texts } from "../messages";
import { NOTHING } from "./change";
import { goldUses, handCards, promptOf } from "./choices";
import { example, names } from "./fixture";

beforeAll(() => i18n.add("aurum", texts));

const bid = (card: string): AurumChoice => ({ action: `bid ${card}`, kind: "bid", card });
const swap = (gold: string, whose: number, card: string): AurumChoice => ({
  action: `swap ${gold} ${whose} ${card}`,
  kind: "swap",
  gold,
  whose,
  card,
});
const nothing = { lifted: null, wanted: NOTHING, swap: null };
const telling = { names, hinted: [] as string[] };

describe("cards in hand", () => {
  it("say what a click does with them, or by which rule it does nothing", () => {
    const view = example();
    const cards = handCards(view, 1, view.aids.choices, ["play P4"]);
    expect(cards.map(({ card, action, law, hinted }) => [card, action, law, hinted])).toEqual([
      ["B6", "play B6", "", false],
      ["P4", "play P4", "", true],
      ["S1", null, "A5.4", false],
      ["Z4", null, "A5.4", false],
    ]);
    expect(cards[2]!.label).toBe("silver 1, may not be played: rule A5.4");
  });

  it("do nothing by one click where gold and a bid are to be said too", () => {
    const [card] = handCards(example(), 1, [swap("G0", 1, "B6")], []);
    expect(card).toMatchObject({ card: "B6", action: null, usable: true, label: "bismuth 6, can be laid as a bid" });
  });

  it("are only named where nothing may be chosen", () => {
    expect(handCards(example(), 1, [], []).map(({ label, usable }) => [label, usable])[2]).toEqual(["silver 1", false]);
  });
});

describe("own gold", () => {
  it("is played where it may be, else paid", () => {
    const uses = goldUses(
      ["G0", "G3"],
      [{ action: "gold G0", kind: "gold", card: "G0" }, swap("G3", 3, "B6")],
      nothing,
      telling,
    );
    expect(uses.map(({ action, label }) => [action, label])).toEqual([
      ["gold G0", "Play gold 0"],
      ["swap G3 3 B6", "Pay: gold 3"],
    ]);
  });

  it("is chosen by what was wanted, or by the change that is meant", () => {
    const choices = [swap("G0", 1, "B6"), swap("G3", 3, "B6")];
    const chosen = (picked: Partial<typeof nothing>) =>
      goldUses(["G0", "G3"], choices, { ...nothing, ...picked }, telling).map((use) => use.chosen);
    expect(chosen({})).toEqual([false, false]);
    expect(chosen({ wanted: { ...NOTHING, gold: "G3" } })).toEqual([false, true]);
    expect(goldUses(["G0", "G3"], choices, { ...nothing, swap: choices[0]! }, telling)[0]!.chosen).toBe(true);
  });

  it("is nothing to click where no choice has it", () => {
    expect(goldUses(["G0"], [{ action: "play B6", kind: "play", card: "B6" }], nothing, telling)).toEqual([]);
  });
});

describe("what is asked", () => {
  const asked = (choices: AurumChoice[], aids = {}, chosen: string | null = null) =>
    promptOf(example({}, aids), choices, chosen);
  it("follows from what is offered", () => {
    expect(asked([bid("B6")], { phase: "bid" })).toContain("its rank is the number of tricks");
    expect(asked([bid("B6")], { phase: "bid" }, "B6")).toContain("Your bid lies face down");
    const play: AurumChoice = { action: "play B6", kind: "play", card: "B6" };
    expect(asked([play])).toBe("Play another metal or gold: Zinc and Silver lie in the trick already.");
    expect(asked([play], { refused: {} })).toBe(
      "Choose a card: Zinc and Silver lie in the trick, and you have none of them.",
    );
    expect(asked([play], { trick: null, refused: {} })).toBe("You lead: any metal may be played.");
    const end: AurumChoice = { action: "end", kind: "end" };
    expect(asked([end])).toBe("You have no card that may be played: end the round.");
    expect(asked([{ action: "gold G0", kind: "gold", card: "G0" }, end])).toContain("Play gold or end the round");
    expect(asked([{ action: "keep", kind: "keep" }])).toBe("");
    expect(asked([])).toBe("");
  });
});
