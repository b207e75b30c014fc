/** How what happens is seen: a card is laid, a full trick stands for a moment before it is taken, a round ends in sight. */

import type { Frame } from "../../lib/link.svelte";
import type { Beat, Beats } from "../../lib/stage.svelte";
import type { AurumEvent, AurumView, GameEvent } from "../../lib/wire";

type Of<E extends AurumEvent["e"]> = Extract<AurumEvent, { e: E }>;

const FULL_TRICK = 1300;
const ROUND_ENDED = 1500;
const NUGGETS = 900;
const SCORED = 500;
/** Until the last card of a hand has been dealt. */
const ALL_DEALT = 950;

/** How long the last of a frame stays, by what happened in it; what one did oneself needs no looking at. */
const STAYS: Partial<Record<string, { own: number; other: number }>> = {
  RoundDealt: { own: 1100, other: 1100 },
  BidLaid: { own: 300, other: 550 },
  BidChosen: { own: 100, other: 300 },
  BidsRevealed: { own: 1200, other: 1200 },
  BidKept: { own: 0, other: 260 },
  BidChanged: { own: 600, other: 1600 },
  CardPlayed: { own: 300, other: 500 },
};

export const beats: Beats<AurumView> = (before, frame) => {
  const after = frame.view;
  if (!after) return [];
  const events = frame.events;
  if (!before || before === after) return [{ view: after, events, ms: 0 }];
  const made: Beat[] = [];
  let standing = before;
  let told = 0;
  const upTo = (event: GameEvent): GameEvent[] => {
    const part = events.slice(told, events.indexOf(event) + 1);
    told += part.length;
    return part;
  };

  const taken = find(events, "TrickTaken");
  const played = find(events, "CardPlayed");
  if (taken && played) {
    standing = withCard(before, played, taken, find(events, "GoldWon"));
    made.push({ view: standing, events: upTo(taken), ms: FULL_TRICK });
    standing = { ...standing, aids: { ...standing.aids, trick: null } };
  }
  const ended = find(events, "RoundEnded");
  if (ended) made.push({ view: (standing = quiet(standing)), events: upTo(ended), ms: ROUND_ENDED });
  const scored = find(events, "RoundScored");
  if (scored) {
    const sheet = scoredView(standing, after);
    // Nuggets land where all can see it, before the sheet lies above the table.
    if (after.aids.sides.some(({ nuggets }, side) => nuggets > (standing.aids.sides[side]?.nuggets ?? 0)))
      made.push({ view: { ...sheet, results: standing.results }, events: [], ms: NUGGETS });
    made.push({ view: sheet, events: upTo(find(events, "MatchEnded") ?? scored), ms: SCORED, holds: true });
  }

  const rest = events.slice(told);
  const ms = Math.max(0, ...rest.map((event) => stay(event, after.seat)));
  made.push({ view: after, events: rest, ms, ...(find(rest, "RoundDealt") && { lands: ALL_DEALT }) });
  return made;
};

/** The end of a trick is looked at as the trick, and that of a round as the table that it left, with what it brought. */
export const still = (before: AurumView, frame: Frame<AurumView>): AurumView => {
  const shown = beats(before, frame);
  const [first, second] = shown;
  const after = frame.view ?? before;
  const scored = shown.find(({ holds }) => holds);
  if (scored) return scored.view as AurumView;
  const standing = second && find(frame.events, "TrickTaken");
  return standing ? { ...after, aids: { ...after.aids, trick: (first!.view as AurumView).aids.trick } } : after;
};

function find<E extends AurumEvent["e"]>(events: readonly GameEvent[], kind: E): Of<E> | undefined {
  return events.find((event) => event.e === kind) as Of<E> | undefined;
}

function stay(event: GameEvent, you: number | null): number {
  const stays = STAYS[event.e];
  return stays ? ("seat" in event && event.seat === you ? stays.own : stays.other) : 0;
}

/** Nothing to choose: it is only looked at. */
function quiet(view: AurumView): AurumView {
  return { ...view, to_act: [], aids: { ...view.aids, choices: [], refused: {} } };
}

/** The full trick before anybody takes it, as its events tell it. */
function withCard(
  view: AurumView,
  played: Of<"CardPlayed">,
  taken: Of<"TrickTaken">,
  won: Of<"GoldWon"> | undefined,
): AurumView {
  const { seat, card } = played;
  const cards = [...(view.aids.trick?.cards ?? []), { seat, card }];
  const metals = view.aids.trick?.metals ?? [];
  const trick = { cards, winner: taken.seat, lowest: taken.leads, full: true, prize: won?.card ?? null, metals };
  const still = quiet(view);
  const fromStock = view.stocks[seat]?.includes(card) ?? false;
  return {
    ...still,
    hand: seat === view.seat ? without(view.hand, card) : view.hand,
    hands: view.hands?.map((hand, index) => (index === seat ? without(hand, card) : hand)) ?? null,
    hand_sizes: fromStock ? view.hand_sizes : view.hand_sizes.map((size, index) => (index === seat ? size - 1 : size)),
    stocks: fromStock
      ? view.stocks.map((stock, index) => (index === seat ? without(stock, card) : stock))
      : view.stocks,
    aids: { ...still.aids, trick },
  };
}

/** The table as the round left it, with what it brought. */
function scoredView(standing: AurumView, after: AurumView): AurumView {
  const still = quiet(standing);
  const sides = still.aids.sides.map((side, index) => ({
    ...side,
    nuggets: after.aids.sides[index]?.nuggets ?? 0,
    total: after.aids.sides[index]?.total ?? 0,
  }));
  return { ...still, results: after.results, aids: { ...still.aids, sides } };
}

function without(cards: readonly string[], card: string): string[] {
  const index = cards.indexOf(card);
  return cards.filter((_, at) => at !== index);
}
