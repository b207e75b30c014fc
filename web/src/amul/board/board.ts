import type { Board } from "../../lib/game";
import type { AmulView } from "../../lib/wire";
import AmulBoard from "./Board.svelte";
import { beats } from "./beats";
import { noise, tell, words } from "./tell";

export const board: Board<AmulView> = { component: AmulBoard, beats, tell, words, noise };
