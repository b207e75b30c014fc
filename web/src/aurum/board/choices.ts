/** What the view offers, as the hand, the own gold and a line of words show it. */

import type { AurumChoice, AurumView } from "../../lib/wire";
import { i18n } from "../../lib/i18n.svelte";
import { cardName, isGold, partsOf } from "../cards/metals";
import { t } from "../messages";
import type { Wanted } from "./change";
import { choiceWords } from "./tell";

export interface HandCard {
  card: string;
  /** What a click does, where one click does it. */
  action: string | null;
  usable: boolean;
  law: string;
  label: string;
  hinted: boolean;
}

/** Gold that can be played or paid now, and what a click does with it. */
export interface GoldUse {
  card: string;
  kind: AurumChoice["kind"];
  action: string;
  label: string;
  chosen: boolean;
  hinted: boolean;
}

/** `choices` are those that may be clicked; none on a picture of what is past. */
export function handCards(
  view: AurumView,
  seat: number,
  choices: readonly AurumChoice[],
  hinted: readonly string[],
): HandCard[] {
  const shown = view.hands?.[seat] ?? view.hand;
  return shown.map((card) => {
    const choice = choices.find((one) => one.card === card && one.kind !== "gold");
    const law = view.aids.refused[card]?.law ?? "";
    return {
      card,
      action: choice && choice.kind !== "swap" ? choice.action : null,
      usable: !!choice,
      law,
      label: labelOf(card, choice, choices.length ? law : ""),
      hinted: choices.some((one) => one.card === card && hinted.includes(one.action)),
    };
  });
}

function labelOf(card: string, choice: AurumChoice | undefined, law: string): string {
  const name = cardName(card);
  if (!choice) return law ? t("aurum.label.may_not", { card: name, law }) : name;
  if (choice.kind === "bid") return t("aurum.label.bid", { card: name, n: choice.tricks ?? 0 });
  return t(choice.kind === "swap" ? "aurum.label.lay" : "aurum.label.may", { card: name });
}

/** What was picked so far: a card lifted by a touch, and the parts of a change of bids. */
export interface Picked {
  lifted: string | null;
  wanted: Wanted;
  swap: AurumChoice | null;
}

export function goldUses(
  stock: readonly string[],
  choices: readonly AurumChoice[],
  { lifted, wanted, swap }: Picked,
  { names, hinted }: { names: readonly string[]; hinted: readonly string[] },
): GoldUse[] {
  return stock.flatMap((card): GoldUse[] => {
    const play = choices.find((one) => one.kind === "gold" && one.card === card);
    if (play) {
      const { action, kind } = play;
      const label = choiceWords(play, names);
      return [{ card, kind, action, label, chosen: lifted === card, hinted: hinted.includes(action) }];
    }
    const paid = choices.find((one) => one.kind === "swap" && one.gold === card);
    if (!paid) return [];
    return [
      {
        card,
        kind: paid.kind,
        action: paid.action,
        label: `${t("aurum.pay")}: ${cardName(card)}`,
        chosen: (swap?.gold ?? wanted.gold) === card,
        hinted: choices.some((one) => one.gold === card && hinted.includes(one.action)),
      },
    ];
  });
}

/** What is asked, where no button says it; `chosen` is the bid that lies face down. */
export function promptOf(view: AurumView, choices: readonly AurumChoice[], chosen: string | null): string {
  const offers = (kind: AurumChoice["kind"]) => choices.some((one) => one.kind === kind);
  if (view.aids.phase === "bid" && chosen) return t("aurum.bid_lies");
  if (offers("bid")) return t("aurum.ask_bid");
  if (offers("keep") || !choices.length) return "";
  const trick = view.aids.trick;
  const metals = i18n.list((trick?.metals ?? []).map((letter) => t(`aurum.metals.${partsOf(`${letter}1`).metal}`)));
  const n = trick?.metals.length ?? 0;
  if (offers("end")) return offers("gold") ? t("aurum.ask_end", { metals, n }) : t("aurum.ask_end_only");
  if (!trick) return Object.keys(view.aids.refused).some(isGold) ? t("aurum.ask_lead_no_gold") : t("aurum.ask_lead");
  if (!Object.keys(view.aids.refused).length) return t("aurum.ask_play", { metals, n });
  return t("aurum.ask_other", { metals, n });
}
