/** Events and actions of Amul in words. */

import type { Board } from "../../lib/game";
import { cards, idOf } from "../cards/catalogue.svelte";
import { i18n, told } from "../../lib/i18n.svelte";
import { said, type Parts } from "../../lib/sentences";
import { t } from "../messages";
import type { AmulEvent, AmulView } from "../../lib/wire";
import { placeName } from "./names";

export const tell: Board<AmulView>["tell"] = (event, { names, you }) => {
  const called = (seat: number) => names[seat] ?? t("common.seat", { n: seat + 1 });
  const who = (seat: number) => ({ name: called(seat), spokenTo: seat === you });
  const all = (list: readonly string[]) => i18n.list(list.map((card) => cards.name(card))) || t("amul.nothing");
  const each = (list: readonly string[]) =>
    i18n.list(list.map((card, seat) => said("amul.events.card_of", { seat: who(seat), card: cards.name(card) })));
  const happened = event as AmulEvent;
  const sentence = (parts: Parts, kind: string = happened.e) => said(`amul.events.${kind}`, parts);
  switch (happened.e) {
    case "MarketOpened":
      return sentence({ emir: who(happened.emir) });
    case "HandDealt":
      return sentence({ seat: who(happened.seat), hand: all(happened.hand ?? []) });
    case "RoundBegan":
      return sentence({
        number: happened.number,
        first_pick: who(happened.first_pick),
        turned_up: all(happened.turned_up ?? []),
      });
    case "OffersRevealed":
    case "PlaysRevealed":
      return sentence({ cards: each(happened.cards ?? []) });
    case "CardDealt":
    case "CardTaken":
    case "PlayRemoved":
    case "NothingToGain":
      return sentence({ seat: who(happened.seat), card: cards.name(happened.card) });
    case "CardGained":
      return sentence({
        seat: who(happened.seat),
        place: said(`amul.events.from.${happened.place}`, {}),
        card: cards.name(happened.card),
      });
    case "MarketCleared":
      return happened.cards?.length ? sentence({ cards: all(happened.cards) }) : "";
    case "HandLaidDown": {
      const parts = { seat: who(happened.seat), kept: all(happened.kept ?? []) };
      return happened.removed?.length
        ? sentence({ ...parts, removed: all(happened.removed) }, "HandLaidDown_removed")
        : sentence(parts);
    }
    case "MatchScored":
      return sentence({
        points: i18n.list((happened.sheet.points ?? []).map((n, seat) => `${called(seat)} ${i18n.number(n)}`)),
        winners: i18n.list((happened.sheet.winners ?? []).map(called)),
      });
    default:
      return ""; // that somebody has chosen is seen at the seats; said for each it would drown what matters
  }
};

export const words: Board["words"] = (action) => {
  const [kind = "", ...rest] = action.split(" ");
  const card = cards.name(rest.at(-1) ?? "");
  if (kind === "gain") return t("amul.words.gain", { card, place: placeName(rest[0] ?? "") });
  return told("amul.words", kind, action, { card });
};

/** What a choice would bring, as the areas lie now. */
export const reason: NonNullable<Board<AmulView>["reason"]> = (action, { view }) => {
  const meant = view?.aids.choices.find((one) => one.action === action);
  const worth = meant && view?.aids.worths.find((one) => one.card === idOf(meant.card));
  if (!meant || !worth || meant.kind === "offer") return "";
  return t(worth.own < 0 ? "amul.why.costs" : "amul.why.brings", { n: Math.abs(worth.own) });
};

export const noise: Board["noise"] = (event) => {
  switch (event.e) {
    case "OffersRevealed":
    case "PlaysRevealed":
      return "trick";
    case "CardTaken":
      return "card";
    case "CardGained":
      return "gold";
    case "RoundBegan":
      return "deal";
    case "MarketCleared":
      return "trick";
    default:
      return null;
  }
};
