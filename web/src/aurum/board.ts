import type { Board } from "../table/boards";
import AurumBoard from "./AurumBoard.svelte";
import { beats } from "./beats";
import { noise, tell, words } from "./words";

export const board: Board = { component: AurumBoard, beats, tell, words, noise };
