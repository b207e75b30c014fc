/** What is seen to fly between two pictures of the table. It follows from what lay where, so that it is right whatever
happened; only a change of bids is told by its event. */

import type { Flight } from "../../lib/flight";
import type { AurumBidChanged, AurumView, GameEvent } from "../../lib/wire";

/** Between two cards that are dealt, and two of a trick that is taken. */
const DEALT_EACH = 38;
const TAKEN_EACH = 30;
const GOLD_LATER = 160;

export function flightsOf(before: AurumView, after: AurumView, events: readonly GameEvent[]): Flight[] {
  if (before === after) return [];
  if (events.some((event) => event.e === "RoundDealt")) return [...gold(before, after), ...dealt(after)];
  return [...bids(before, after, events), ...trick(before, after), ...gold(before, after), ...nuggets(before, after)];
}

/** Where a card comes from that a seat held: seen for one's own and in open hands, else from the pack. */
function hand(seat: number, card: string): string[] {
  return [`hand:${card}`, `pack:${seat}`, `seat:${seat}`];
}

function isHidden(view: AurumView, seat: number): boolean {
  return view.seat !== seat && view.hands === null;
}

function dealt(after: AurumView): Flight[] {
  const own = (after.hands?.flat() ?? after.hand).map((card, index) => ({
    from: ["deck"],
    to: [`hand:${card}`],
    turns: true,
    delay: index * (after.hands ? DEALT_EACH / 3 : DEALT_EACH),
  }));
  const others = after.hand_sizes.flatMap((_, seat) =>
    [0, 1, 2].map((round) => ({ from: ["deck"], to: [`pack:${seat}`], delay: (round * 4 + seat) * DEALT_EACH })),
  );
  return [...own, ...others];
}

function bids(before: AurumView, after: AurumView, events: readonly GameEvent[]): Flight[] {
  const changed = events.find((event): event is AurumBidChanged => event.e === "BidChanged");
  if (changed) {
    const { seat, whose, laid, taken } = changed;
    return [
      { from: [`bid:${whose}`], to: [`hand:${taken}`, `pack:${seat}`], leaves: isHidden(after, seat) },
      { from: hand(seat, laid), to: [`bid:${whose}`], turns: isHidden(after, seat), delay: GOLD_LATER },
    ];
  }
  return after.bids.flatMap((bid, seat): Flight[] => {
    const lay = before.laid.includes(seat) || before.bids[seat] != null;
    if (bid && !before.bids[seat])
      return [
        lay
          ? { from: [`bid:${seat}`], to: [`bid:${seat}`], turns: true }
          : { from: hand(seat, bid), to: [`bid:${seat}`], turns: isHidden(after, seat) },
      ];
    return !bid && !lay && after.laid.includes(seat)
      ? [{ from: hand(seat, after.hand[0] ?? ""), to: [`bid:${seat}`] }]
      : [];
  });
}

function trick(before: AurumView, after: AurumView): Flight[] {
  const [was, is] = [before.aids.trick, after.aids.trick];
  const lay = new Set(was?.cards.map(({ seat, card }) => `${seat}${card}`));
  const fresh = (is?.cards ?? []).filter(({ seat, card }) => !lay.has(`${seat}${card}`));
  const taken = was?.full && is !== was && !is?.full ? was : null;
  return [
    ...(taken?.cards ?? []).map(({ seat, card }, index) => ({
      from: [`trick:${seat}`],
      to: goesBack(before, after, card) ? [`supply:${card}`] : [`tricks:${taken!.winner}`, `seat:${taken!.winner}`],
      leaves: true,
      delay: index * TAKEN_EACH,
    })),
    ...fresh.map(({ seat, card }) => {
      const gold = before.stocks[seat]?.includes(card) ?? false;
      return {
        from: gold ? [`stock:${seat}:${card}`, `seat:${seat}`] : hand(seat, card),
        to: [`trick:${seat}`],
        turns: !gold && isHidden(before, seat),
      };
    }),
  ];
}

function goesBack(before: AurumView, after: AurumView, card: string): boolean {
  const lie = (view: AurumView) => view.supply.filter((one) => one === card).length;
  return lie(after) > lie(before);
}

/** Gold comes out of the supply to a seat, and what is paid goes back. */
function gold(before: AurumView, after: AurumView): Flight[] {
  return after.stocks.flatMap((stock, seat) => {
    const held = [...(before.stocks[seat] ?? [])];
    const fresh = stock.flatMap((card, index) => {
      const at = held.indexOf(card);
      if (at >= 0) held.splice(at, 1);
      return at >= 0 ? [] : [{ card, index }];
    });
    const inTrick = after.aids.trick?.cards.some((one) => one.seat === seat && held.includes(one.card));
    return [
      ...fresh.map(({ card, index }) => ({
        from: [`supply:${card}`],
        to: [`stock:${seat}:${card}:${index}`],
        delay: GOLD_LATER,
      })),
      ...(inTrick
        ? []
        : held.map((card) => ({ from: [`stock:${seat}:${card}`], to: [`supply:${card}`], leaves: true }))),
    ];
  });
}

function nuggets(before: AurumView, after: AurumView): Flight[] {
  return after.aids.sides.flatMap(({ nuggets }, side) => {
    const had = before.aids.sides[side]?.nuggets ?? 0;
    return Array.from({ length: Math.max(0, nuggets - had) }, (_, index) => ({
      from: ["deck"],
      to: [`nugget:${side}:${had + index}`],
      delay: index * GOLD_LATER,
    }));
  });
}
