import type { Board } from "../../table/boards";
import AurumBoard from "./Board.svelte";
import { beats } from "./beats";
import { noise, tell, words } from "./tell";

export const board: Board = { component: AurumBoard, beats, tell, words, noise };
