import type { Board } from "../../lib/game";
import type { AurumView } from "../../lib/wire";
import BigCard from "../cards/BigCard.svelte";
import { cardName } from "../cards/metals";
import AurumBoard from "./Board.svelte";
import { beats, still } from "./beats";
import { amount, noise, reason, tell, words } from "./tell";

export const board: Board<AurumView> = {
  component: AurumBoard,
  beats,
  still,
  tell,
  words,
  reason,
  amount,
  noise,
  cardName,
  face: BigCard,
};
