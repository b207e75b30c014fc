import { describe, expect, it } from "vitest";
import { beats, between, timeOf } from "./beats";
import { VIEW } from "./fixture";
import type { AmulView, GameEvent } from "../../lib/wire";

const frame = (events: GameEvent[], view: AmulView) => ({ events, view, turn: {}, fresh: false });
const taken: GameEvent = { e: "CardTaken", seat: 1, card: "gem" };

describe("beats of Amul", () => {
  it("shows offers together in the market before anything else happens", () => {
    const after: AmulView = { ...VIEW, wares: [], aids: { ...VIEW.aids, phase: "take" } };
    const [first, second] = beats(
      VIEW,
      frame([{ e: "OffersRevealed", cards: ["silk", "tent", "spices"] }, taken], after),
    );
    expect((first!.view as AmulView).wares.map((ware) => [ware.card, ware.offered_by])).toEqual([
      ["gem", null],
      ["silk", 0],
      ["tent", 1],
      ["spices", 2],
    ]);
    expect((first!.view as AmulView).aids.choices).toEqual([]);
    expect(second!.view).toBe(after);
    expect(second!.events).toEqual([taken]);
  });

  it("keeps every event once, whatever the view says", () => {
    const events: GameEvent[] = [
      { e: "PlayChosen", seat: 1 },
      { e: "PlaysRevealed", cards: ["silk", "silk", "gem"] },
      { e: "PlayRemoved", seat: 2, card: "gem" },
      { e: "MarketCleared", cards: [] },
      { e: "RoundBegan", number: 4, first_pick: 0 },
      { e: "CardDealt", seat: 0, card: "gem" },
    ];
    const after: AmulView = { ...VIEW, aids: { ...VIEW.aids, round: 4 } };
    const shown = beats(VIEW, frame(events, after));
    expect(shown.flatMap((beat) => beat.events)).toEqual(events);
    expect(shown.at(-1)!.view).toBe(after);
  });

  it("goes faster the more players there are", () => {
    expect(timeOf(taken, 8)).toBe(timeOf(taken, 4) / 2);
    expect(timeOf(taken, 3)).toBe(timeOf(taken, 4));
  });

  it("takes a gained card away from where it lay", () => {
    const shown = between(VIEW, { e: "CardGained", seat: 2, place: "palace", card: "tent" });
    expect(shown.palace).toEqual([]);
    expect(shown.actions.at(-1)).toMatchObject({ seat: 2, kind: "gain", card: "tent" });
  });
});
