import type { Board } from "../../lib/game";
import type { AurumView } from "../../lib/wire";
import AurumBoard from "./Board.svelte";
import { beats } from "./beats";
import { noise, tell, words } from "./tell";

export const board: Board<AurumView> = { component: AurumBoard, beats, tell, words, noise };
