/** Which choices belong to which card on the table, and what is asked. */

import { i18n } from "../../lib/i18n.svelte";
import type { AmulChoice, AmulDone, AmulRefusal, AmulView } from "../../lib/wire";
import { cards } from "../cards/catalogue.svelte";
import { t } from "../messages";
import { placeName } from "./names";

export type Place = AmulChoice["place"];

export function choiceAt(view: AmulView, place: Place, card: string): AmulChoice | undefined {
  return view.aids.choices.find((choice) => choice.card === card && choice.place === place);
}

/** Why nothing may be done with a card there now. */
export function refusalAt(view: AmulView, place: Place, card: string): AmulRefusal | undefined {
  return place === "hand" ? view.aids.refused[card] : view.aids.refused_places[place];
}

/** What a seat did last in this round that all could see. */
export function lastDeed(view: AmulView, seat: number): AmulDone | undefined {
  return view.actions.filter((done) => done.seat === seat).at(-1);
}

/** What a card on the table offers to who may choose. */
export interface Offer {
  /** `open` may be chosen now, `shut` may not, `plain` is only looked at. */
  state: "open" | "shut" | "plain";
  chosen: boolean;
  hinted: boolean;
  action: string | undefined;
  onpick: (card: string, event: MouseEvent) => void;
}

/** The hand of a seat as it is sorted for whom it belongs to. */
export function handOf(view: AmulView, seat: number): readonly string[] {
  if (view.hands) return view.hands[seat] ?? [];
  return view.aids.hand.length ? view.aids.hand.flatMap((group) => group.cards) : view.hand;
}

/** Where the cards lie that can be chosen now. */
export function openPlaces(view: AmulView): Place[] {
  return [...new Set(view.aids.choices.map((choice) => choice.place))];
}

/** What is asked of `you`, or whom the table waits for. */
export function promptOf(view: AmulView, you: number | null, names: readonly string[]): string {
  const { phase, choices, sealed } = view.aids;
  if (phase === "over") return t("amul.prompt.over");
  if (you === null || !choices.length) return waitingLine(view, you, names);
  if (sealed && (sealed.kind === "offer" || sealed.kind === "play")) {
    return t(`amul.prompt.${sealed.kind}_sealed`, { card: cards.name(sealed.card) });
  }
  if (phase !== "gain") return phase ? t(`amul.prompt.${phase}`) : "";
  return t("amul.prompt.gain", {
    card: cards.name(view.errand?.card ?? ""),
    places: i18n.list(openPlaces(view).map(placeName)),
    n: view.errand?.left ?? 1,
  });
}

function waitingLine(view: AmulView, you: number | null, names: readonly string[]): string {
  const owing = view.to_act.filter((seat) => seat !== you);
  if (!owing.length) return "";
  const { phase } = view.aids;
  return t("amul.prompt.waiting", {
    names: i18n.list(owing.map((seat) => names[seat] ?? "")),
    step: phase && phase !== "over" ? t(`amul.steps.${phase}`) : "",
  });
}
