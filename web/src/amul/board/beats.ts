/** How a frame is seen to happen: one beat for each thing that a person should see, then the view that is true.

What lies where between two views follows from the events themselves; points and choices wait for the last beat. */

import type { Beat, Beats } from "../../lib/stage.svelte";
import type { AmulDone, AmulEvent, AmulGroup, AmulView, GameEvent } from "../../lib/wire";
import { cards } from "../cards/catalogue.svelte";

/** How long each thing stays at a table of four, at normal pace. */
const TIMES: Partial<Record<GameEvent["e"], number>> = {
  OffersRevealed: 900,
  CardTaken: 520,
  PlaysRevealed: 1100,
  PlayRemoved: 450,
  CardGained: 650,
  NothingToGain: 450,
  MarketCleared: 400,
  RoundBegan: 500,
  HandLaidDown: 450,
  MatchScored: 300,
};
const SELDOM_LONG = new Set<GameEvent["e"]>(["OffersRevealed", "PlaysRevealed", "RoundBegan", "MatchScored"]);

/** What many do one after the other goes faster the more they are. */
export function timeOf(event: GameEvent, players: number): number {
  const time = TIMES[event.e] ?? 0;
  return SELDOM_LONG.has(event.e) ? time : Math.round(time * Math.min(1, 4 / players));
}

export const beats: Beats<AmulView> = (before, frame) => {
  const after = frame.view;
  if (!after) return [];
  const made: Beat[] = [];
  let shown = before;
  let quiet: GameEvent[] = [];
  for (const event of frame.events) {
    quiet.push(event);
    const ms = timeOf(event, after.players);
    if (!shown || !ms) continue;
    shown = between(shown, event as AmulEvent);
    made.push({ view: shown, events: quiet, ms });
    quiet = [];
  }
  const last = made.at(-1);
  // The last thing that happened is shown with the true view, unless that has moved on to another round.
  if (last && !quiet.length && after.aids.round === shown?.aids.round) made[made.length - 1] = { ...last, view: after };
  else made.push({ view: after, events: quiet, ms: last ? 0 : 120 });
  return made;
};

/** The view with one thing done that everybody saw; nothing may be chosen in it. */
export function between(view: AmulView, event: AmulEvent): AmulView {
  const still = {
    ...view,
    to_act: [],
    aids: { ...view.aids, choices: [], refused: {}, refused_places: {}, sealed: null },
  };
  switch (event.e) {
    case "OffersRevealed":
      return {
        ...still,
        ...laidOut(still, event.cards),
        wares: [...view.wares, ...(event.cards ?? []).map((card, seat) => ({ card, offered_by: seat }))],
        laid: [],
        choice: null,
      };
    case "CardTaken": {
      const actions = [...view.actions, did(event.seat, "take", event.card, "market")];
      const turns = view.turns.filter((seat) => seat !== event.seat);
      const index = view.wares.findIndex((ware) => ware.card === event.card);
      return {
        ...still,
        wares: view.wares.filter((_, place) => place !== index),
        turns,
        actions,
        aids: { ...still.aids, in_turn: turns[0] ?? null },
      };
    }
    case "PlaysRevealed":
      return {
        ...(event.cards ?? []).reduce(placed, { ...still, ...laidOut(still, event.cards) }),
        played: event.cards ?? [],
        laid: [],
        choice: null,
        actions: [...view.actions, ...(event.cards ?? []).map((card, seat) => did(seat, "play", card, "hand"))],
      };
    case "CardGained": {
      const gone = { wares: view.wares, palace: view.palace, bazaar: view.bazaar };
      if (event.place === "market")
        gone.wares = view.wares.filter(
          (_, place) => place !== view.wares.findIndex((ware) => ware.card === event.card),
        );
      else gone[event.place] = without(view[event.place], event.card);
      return {
        ...placed(still, event.card, event.seat),
        ...gone,
        actions: [...view.actions, did(event.seat, "gain", event.card, event.place)],
      };
    }
    case "PlayRemoved": {
      const groups = (seat: number) => still.aids.areas[seat]?.groups ?? [];
      return withArea(
        still,
        event.seat,
        without(view.areas[event.seat] ?? [], event.card),
        groups(event.seat).map((group) => ({ ...group, cards: without(group.cards, event.card) })),
      );
    }
    case "MarketCleared":
      return { ...still, wares: [] };
    default:
      return still;
  }
}

/** The own hand without the card that was laid last and turned up at once; one that lay face down has left it before. */
function laidOut(view: AmulView, laid: readonly string[] = []): Partial<AmulView> {
  if (view.seat === null || view.choice) return {};
  const card = laid[view.seat] ?? "";
  const groups = view.aids.hand.map((group) => ({ ...group, cards: without(group.cards, card) }));
  return { hand: without(view.hand, card), aids: { ...view.aids, hand: groups } };
}

/** A card lies in a seat's area, with those of its colour; what it is worth is told by the next view. */
function placed(view: AmulView, card: string, seat: number): AmulView {
  const colour = cards.of(card)?.colour ?? "";
  const groups = view.aids.areas[seat]?.groups ?? [];
  const known = groups.some((group) => group.colour === colour);
  return withArea(
    view,
    seat,
    [...(view.areas[seat] ?? []), card],
    known
      ? groups.map((group) => (group.colour === colour ? { ...group, cards: [...group.cards, card] } : group))
      : [...groups, { colour, cards: [card] }],
  );
}

function withArea(view: AmulView, seat: number, area: string[], groups: AmulGroup[]): AmulView {
  return {
    ...view,
    areas: view.areas.map((one, index) => (index === seat ? area : one)),
    aids: { ...view.aids, areas: view.aids.areas.map((one, index) => (index === seat ? { ...one, groups } : one)) },
  };
}

function without(cards: readonly string[], card: string): string[] {
  const index = cards.indexOf(card);
  return cards.filter((_, place) => place !== index);
}

function did(seat: number, kind: AmulDone["kind"], card: string, place: AmulDone["place"]): AmulDone {
  return { action: "", kind, card, place, seat };
}
