import { expect, it } from "vitest";
import { VIEW } from "./fixture";
import { flightsOf, flightsOfEvent } from "./flights";

it("an offer is laid face down, then turned over in the market", () => {
  const laid = { ...VIEW, laid: [...VIEW.laid, 1] };
  const before = { ...VIEW, laid: VIEW.laid.filter((seat) => seat !== 1) };
  expect(flightsOf(before, laid, [], 0)).toContainEqual({ from: ["held:1", "seat:1"], to: ["sealed:1"] });
  const turned = flightsOfEvent({ e: "OffersRevealed", cards: ["silk", "tent"] }, 0);
  expect(turned[1]).toMatchObject({ from: ["sealed:1", "seat:1"], to: ["market:tent:1"], turns: true });
});

it("a card is taken into one's own hand in sight, and leaves to others", () => {
  const [own] = flightsOfEvent({ e: "CardTaken", seat: 0, card: "gem" }, 0);
  const [other] = flightsOfEvent({ e: "CardTaken", seat: 1, card: "gem" }, 0);
  expect([own!.to[0], own!.leaves]).toEqual(["hand:gem", undefined]);
  expect([other!.to[0], other!.leaves]).toEqual(["held:1", true]);
});

it("what is left in the market leaves the game, and the next round is dealt from the deck", () => {
  expect(flightsOfEvent({ e: "MarketCleared", cards: ["gem"] }, 0)[0]).toMatchObject({ to: ["gone"], leaves: true });
  const after = { ...VIEW, hand: [...VIEW.hand, "gem"] };
  const dealt = flightsOf(VIEW, after, [{ e: "RoundBegan", number: 2, first_pick: 0 }], 0);
  expect(dealt.map(({ from, to }) => [from[0], to[0]])).toContainEqual(["deck", "hand:gem"]);
});
