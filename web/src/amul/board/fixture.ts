/** A small table for tests: three seats in the middle of offering, and the cards that lie there. */

import type { AmulCardFacts, AmulView } from "../../lib/wire";

const facts = (id: string, name: string, colour: string, more: Partial<AmulCardFacts> = {}): AmulCardFacts => ({
  id,
  names: { en: name },
  deck: "market",
  face: id,
  colour,
  zone: "table",
  copies: { "3": 2 },
  variants: {},
  symbols: {},
  letters: [],
  effect: { kind: "flat", points: 2 },
  instant: null,
  line: { en: "2 points" },
  text: { en: "2 points." },
  ...more,
});

export const CARDS: AmulCardFacts[] = [
  facts("silk", "Silk", "blue"),
  facts("gem", "Gem", "yellow", { zone: "hand" }),
  facts("spices", "Spices", "blue"),
  facts("mongol_guard", "Mongol Guard", "red", { symbols: { mongol: 1, valour: 1 }, letters: ["A", "G"] }),
  facts("tent", "Tent", "yellow", { deck: "palace", zone: null, symbols: { arab: 1 } }),
  facts("trader_persia", "Trader from Persia", "bazaar", {
    deck: "bazaar",
    zone: null,
    effect: {
      kind: "combo",
      points: 7,
      needs: [
        ["silk", 2],
        ["gem", 1],
      ],
    },
    line: { en: "7 for 2 Silk + 1 Gem" },
    text: { en: "7 points if your area has 2 × Silk + 1 × Gem." },
  }),
];

const pad = {
  points: 2,
  tiebreak: 0,
  rows: [{ row: "blue", points: 2 }],
  lines: [{ row: "blue", kind: "flat" as const, cards: ["silk"], points: 2, counts: [] }],
};

export const VIEW: AmulView = {
  game: "amul",
  earlier: [],
  seat: 0,
  players: 3,
  cards: "standard",
  variants: [],
  emir: 1,
  first_pick: 2,
  hand: ["mongol_guard:A", "spices", "spices"],
  hand_sizes: [3, 3, 3],
  hands: null,
  areas: [["silk"], ["silk"], ["silk"]],
  wares: [{ card: "gem", offered_by: null }],
  palace: ["tent"],
  bazaar: ["trader_persia"],
  removed: [],
  deck_size: 9,
  order: [
    { seat: 2, valour: 0, letter: "", owed_to: "first_pick" },
    { seat: 0, valour: 0, letter: "", owed_to: "clockwise" },
    { seat: 1, valour: 0, letter: "", owed_to: "clockwise" },
  ],
  turns: [],
  errand: null,
  played: [],
  laid: [1],
  choice: null,
  to_act: [0, 2],
  actions: [],
  aids: {
    phase: "offer",
    round: 3,
    rounds: 9,
    steps: ["offer", "take", "play", "gain"],
    in_turn: null,
    order_law: "M15",
    pads: [pad, pad, pad],
    tiebreak: "valour",
    points_with_hand: 4,
    winners: [],
    law: null,
    tiebreak_law: "M43",
    neighbours: [
      { left: 1, right: 2 },
      { left: 2, right: 0 },
      { left: 0, right: 1 },
    ],
    areas: [0, 1, 2].map(() => ({ groups: [{ colour: "blue", cards: ["silk"] }] })),
    hand: [
      { colour: "blue", cards: ["spices", "spices"] },
      { colour: "red", cards: ["mongol_guard:A"] },
    ],
    worths: [
      { card: "mongol_guard", own: 2, others: [] },
      { card: "silk", own: 5, others: [{ seat: 1, points: -3 }] },
    ],
    choices: [
      { action: "offer spices", kind: "offer", card: "spices", place: "hand" },
      { action: "offer mongol_guard:A", kind: "offer", card: "mongol_guard:A", place: "hand" },
    ],
    sealed: null,
    refused: {},
    refused_places: {
      palace: { action: "gain palace tent", law: "M24" },
      bazaar: { action: "gain bazaar trader_persia", law: "M24" },
      market: { action: "take gem", law: "M0.1" },
    },
  },
};
