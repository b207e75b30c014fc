import type { Board } from "../../lib/game";
import type { AmulView } from "../../lib/wire";
import BigCard from "../cards/BigCard.svelte";
import { cards } from "../cards/catalogue.svelte";
import AmulBoard from "./Board.svelte";
import { beats } from "./beats";
import { noise, reason, tell, words } from "./tell";

const cardName = (card: string): string => cards.name(card);

export const board: Board<AmulView> = {
  component: AmulBoard,
  prepare: (view) => cards.use(view?.cards ?? "standard"),
  beats,
  tell,
  words,
  reason,
  noise,
  cardName,
  face: BigCard,
};
