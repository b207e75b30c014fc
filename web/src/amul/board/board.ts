import type { Board } from "../../table/boards";
import AmulBoard from "./Board.svelte";
import { beats } from "./beats";
import { noise, tell, words } from "./tell";

export const board: Board = { component: AmulBoard, beats, tell, words, noise };
