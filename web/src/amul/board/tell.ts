/** Events and actions of Amul in words. */

import type { Board } from "../../lib/game";
import { cards, idOf } from "../cards/catalogue.svelte";
import { i18n, told } from "../../lib/i18n.svelte";
import { t } from "../messages";
import type { AmulEvent, AmulView } from "../../lib/wire";
import { placeName } from "./names";

export const tell: Board<AmulView>["tell"] = (event, { view, names, you }) => {
  const who = (seat: number) =>
    seat === you ? t("amul.tell.you") : (names[seat] ?? t("common.seat", { n: seat + 1 }));
  const each = (list: readonly string[]) =>
    i18n.list(list.map((card, seat) => t("amul.tell.by", { name: who(seat), card: cards.name(card) })));
  const all = (list: readonly string[]) => i18n.list(list.map((card) => cards.name(card)));
  const happened = event as AmulEvent;
  switch (happened.e) {
    case "MarketOpened":
      return t("amul.tell.opened", { name: who(happened.emir) });
    case "HandDealt":
      return t("amul.tell.hand", { cards: all(happened.hand ?? []) });
    case "RoundBegan": {
      const turned = happened.turned_up ?? [];
      return t("amul.tell.round", {
        round: happened.number,
        rounds: view.aids.rounds,
        name: who(happened.first_pick),
        cards: turned.length ? all(turned) : "–",
      });
    }
    case "CardDealt":
      return t("amul.tell.dealt", { card: cards.name(happened.card) });
    case "OffersRevealed":
      return t("amul.tell.offers", { cards: each(happened.cards ?? []) });
    case "CardTaken":
      return t("amul.tell.taken", { name: who(happened.seat), card: cards.name(happened.card) });
    case "PlaysRevealed":
      return t("amul.tell.plays", { cards: each(happened.cards ?? []) });
    case "PlayRemoved":
      return t("amul.tell.removed", { name: who(happened.seat), card: cards.name(happened.card) });
    case "CardGained":
      return t("amul.tell.gained", {
        name: who(happened.seat),
        card: cards.name(happened.card),
        place: placeName(happened.place),
      });
    case "NothingToGain":
      return t("amul.tell.nothing", { name: who(happened.seat), card: cards.name(happened.card) });
    case "MarketCleared":
      return happened.cards?.length ? t("amul.tell.cleared", { cards: all(happened.cards) }) : "";
    case "HandLaidDown":
      return t("amul.tell.laid_down", {
        name: who(happened.seat),
        kept: happened.kept?.length ? all(happened.kept) : "–",
        removed: happened.removed?.length ? all(happened.removed) : "–",
      });
    case "MatchScored": {
      const points = (happened.sheet.points ?? []).map((n, seat) =>
        t("amul.tell.by", { name: who(seat), card: t("common.points", { n }) }),
      );
      return t("amul.tell.scored", {
        points: i18n.list(points),
        names: i18n.list((happened.sheet.winners ?? []).map(who)),
      });
    }
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
