/** Aurum in words: what happened, what one may do. */

import { i18n } from "../../lib/i18n.svelte";
import { t } from "../messages";
import type { Board, Telling } from "../../lib/game";
import type { AurumChoice, AurumEvent, AurumView } from "../../lib/wire";
import { cardName } from "../cards/metals";
import { capital, cardNames, sideName } from "./names";

export const words: Board<AurumView>["words"] = (action, { names, view }) => {
  const meant = view?.aids.choices.find((one) => one.action === action);
  if (meant) return choiceWords(meant, names, view?.seat ?? null);
  return action === "keep" ? t("aurum.do.keep") : action; // it may be said in advance, when no choice is open
};

/** What a choice would do, from what the view tells of it. */
export const reason: NonNullable<Board<AurumView>["reason"]> = (action, { view }) => {
  const meant = view?.aids.choices.find((one) => one.action === action);
  if (!view || !meant) return "";
  if (meant.kind === "swap") {
    const change = view.aids.changes.find((one) => one.whose === meant.whose && one.card === meant.card);
    const shared = view.aids.sides.some(({ seats }) => seats.length > 1);
    return change ? t(shared ? "aurum.why.side_bid" : "aurum.why.bid", { n: change.bid }) : "";
  }
  if (!meant.outlook) return "";
  const { wins, lowest, earns } = meant.outlook;
  if (earns) return t(wins ? "aurum.why.both" : "aurum.why.earns", { card: cardName(earns) });
  if (lowest) return t(wins ? "aurum.why.wins_leads" : "aurum.why.leads");
  return t(wins ? "aurum.why.wins" : "aurum.why.nothing");
};

export function choiceWords(meant: AurumChoice, names: readonly string[], own: number | null = null): string {
  const card = meant.card ? cardName(meant.card) : "";
  switch (meant.kind) {
    case "bid":
      return t("aurum.do.bid", { n: meant.tricks ?? 0, card });
    case "keep":
      return t("aurum.do.keep");
    case "swap":
      return capital(
        t(meant.whose === own ? "aurum.do.swap_own" : "aurum.do.swap", {
          gold: cardName(meant.gold ?? ""),
          card,
          name: names[meant.whose ?? 0] ?? "",
        }),
      );
    case "play":
    case "gold":
      return capital(t("aurum.do.play", { card }));
    case "end":
      return t("aurum.do.end");
  }
}

export const tell: Board<AurumView>["tell"] = (event, telling) => sentence(event as AurumEvent, telling);

function sentence(event: AurumEvent, { names, view }: Telling<AurumView>): string {
  const name = (seat: number) => names[seat] ?? "";
  switch (event.e) {
    case "RoundDealt": {
      const params = { n: event.number + 1, name: name(event.first) };
      return event.aside?.length
        ? t("aurum.tell.dealt_open", { ...params, cards: cardNames(event.aside) })
        : t("aurum.tell.dealt", params);
    }
    case "BidLaid":
      return t("aurum.tell.bid", { name: name(event.seat), n: event.tricks, card: cardName(event.card) });
    case "BidChosen":
      return t("aurum.tell.bid_hidden", { name: name(event.seat) });
    case "BidsRevealed":
      return t("aurum.tell.revealed", {
        bids: i18n.list(
          (event.bids ?? []).map((card, seat) =>
            t("aurum.tell.revealed_one", { name: name(seat), card: cardName(card) }),
          ),
        ),
      });
    case "BidKept":
      return t("aurum.tell.kept", { name: name(event.seat) });
    case "BidChanged": {
      const params = {
        name: name(event.seat),
        gold: cardName(event.paid),
        taken: cardName(event.taken),
        laid: cardName(event.laid),
      };
      return event.whose === event.seat
        ? t("aurum.tell.changed_own", params)
        : t("aurum.tell.changed", { ...params, other: name(event.whose) });
    }
    case "CardPlayed":
      return t("aurum.tell.played", { name: name(event.seat), card: cardName(event.card) });
    case "GoldWon":
      return t("aurum.tell.gold", { name: name(event.seat), card: cardName(event.card) });
    case "TrickTaken":
      return event.seat === event.leads
        ? t("aurum.tell.taken_leads", { name: name(event.seat) })
        : t("aurum.tell.taken", { name: name(event.seat), leader: name(event.leads) });
    case "RoundEnded":
      return event.shown?.length
        ? t("aurum.tell.ended_shown", { name: name(event.seat), cards: cardNames(event.shown) })
        : t("aurum.tell.ended", { name: name(event.seat) });
    case "RoundScored":
      return t("aurum.tell.scored", {
        scores: i18n.list(
          (event.result.points ?? []).map((points, side) =>
            t("aurum.tell.scored_one", { side: sideOf(view, side, names), points }),
          ),
        ),
      });
    case "MatchEnded":
      return t("aurum.tell.over", {
        names: i18n.list((event.result.winners ?? []).map((side) => sideOf(view, side, names))),
      });
    default:
      return "";
  }
}

function sideOf(view: AurumView, side: number, names: readonly string[]): string {
  const found = view.aids.sides[side];
  return found ? sideName(found, names) : "";
}

const NOISES: Partial<Record<string, ReturnType<Board["noise"]>>> = {
  BidLaid: "card",
  BidChosen: "card",
  BidsRevealed: "card",
  BidChanged: "gold",
  CardPlayed: "card",
  GoldWon: "gold",
  TrickTaken: "trick",
  RoundDealt: "deal",
  RoundScored: "gold",
};

export const noise: Board["noise"] = (event) => NOISES[event.e] ?? null;
