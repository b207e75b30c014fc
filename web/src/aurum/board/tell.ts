/** Aurum in words: what happened, what one may do. */

import { i18n } from "../../lib/i18n.svelte";
import { said, type Parts } from "../../lib/sentences";
import { t } from "../messages";
import type { Board, Telling } from "../../lib/game";
import type { AurumChoice, AurumEvent, AurumView } from "../../lib/wire";
import { cardName } from "../cards/metals";
import { capital, cardNames, sideName } from "./names";

export const words: Board<AurumView>["words"] = (action, { names, view }) => {
  const meant = view?.aids.choices.find((one) => one.action === action);
  if (meant) return choiceWords(meant, names, view?.seat ?? null);
  return wordsAlone(action, names);
};

/** The same where no view tells what it comes to: of what is past, of others, or said in advance. */
function wordsAlone(action: string, names: readonly string[]): string {
  const [kind, first = "", whose = "", laid = ""] = action.split(" ");
  switch (kind) {
    case "bid":
      return t("aurum.do.bid_card", { card: cardName(first) });
    case "keep":
    case "end":
      return t(`aurum.do.${kind}`);
    case "swap": {
      const name = names[Number(whose)] ?? "";
      return capital(t("aurum.do.swap", { gold: cardName(first), card: cardName(laid), name }));
    }
    case "play":
    case "gold":
      return capital(t("aurum.do.play", { card: cardName(first) }));
    default:
      return action;
  }
}

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

function sentence(event: AurumEvent, { names, view, you }: Telling<AurumView>): string {
  const who = (seat: number) => ({ name: names[seat] ?? "", spokenTo: seat === you });
  const of = (parts: Parts, kind: string = event.e) => said(`aurum.events.${kind}`, parts);
  switch (event.e) {
    case "RoundDealt": {
      const parts = { number: event.number + 1, first: who(event.first) };
      return event.aside?.length ? of({ ...parts, aside: cardNames(event.aside) }, "RoundDealt_open") : of(parts);
    }
    case "BidsRevealed": {
      const each = (event.bids ?? []).map((card, seat) => of({ seat: who(seat), card: cardName(card) }, "bid_of_each"));
      return of({ bids: i18n.list(each) });
    }
    case "BidChosen":
    case "BidKept":
      return of({ seat: who(event.seat) });
    case "BidChanged": {
      const cards = { paid: cardName(event.paid), taken: cardName(event.taken), laid: cardName(event.laid) };
      const parts = { seat: who(event.seat), whose: who(event.whose), ...cards };
      return of(parts, event.whose === event.seat ? "BidChanged_own" : event.e);
    }
    case "BidLaid":
    case "CardPlayed":
    case "GoldWon":
      return of({ seat: who(event.seat), card: cardName(event.card) });
    case "TrickTaken": {
      const parts = { seat: who(event.seat), leads: who(event.leads) };
      return of(parts, event.seat === event.leads ? "TrickTaken_leads" : event.e);
    }
    case "RoundEnded": {
      const parts = { seat: who(event.seat) };
      return event.shown?.length ? of({ ...parts, shown: cardNames(event.shown) }) : of(parts, "RoundEnded_empty");
    }
    case "RoundScored":
      return of({
        points: i18n.list(
          (event.result.points ?? []).map((points, side) => `${sideOf(view, side, names)} ${i18n.number(points)}`),
        ),
      });
    case "MatchEnded":
      return of({ winners: i18n.list((event.result.winners ?? []).map((side) => sideOf(view, side, names))) });
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

/** By what a match is won: nuggets, or points where the edition counts those. */
export const amount: NonNullable<Board<AurumView>["amount"]> = (n, view) =>
  view.aids.decides === "nuggets" ? t("aurum.nuggets_count", { n }) : t("common.points", { n });

export const noise: Board["noise"] = (event) => NOISES[event.e] ?? null;
