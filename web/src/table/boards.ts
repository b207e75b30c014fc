/** What the page needs of a game to show it: its board, how things are seen to happen, and their words. */

import type { Component } from "svelte";
import type { Beats } from "../lib/stage.svelte";
import type { play } from "../lib/sound";
import type { GameEvent, ShownSeat, Turn, View } from "../lib/wire";

export interface BoardProps<V extends View = View> {
  view: V;
  /** What happened with the view that is on screen. */
  events: GameEvent[];
  seats: readonly ShownSeat[];
  names: readonly string[];
  /** One's own seat; null for who watches. */
  you: number | null;
  turn: Turn;
  /** Whether a click is wanted now; false while cards move, while an answer is awaited, and in a replay. */
  ready: boolean;
  /** Whether what is on screen is past already, so that nothing on it is offered. */
  late: boolean;
  /** Actions that a hint points at. */
  hinted: readonly string[];
  onact: (action: string) => void;
  /** A choice that is not open was tried; `law` where the view told it. */
  onwhy: (action: string, law?: string) => void;
}

export interface Telling {
  view: View;
  before: View | null;
  names: readonly string[];
  you: number | null;
}

export interface Board {
  component: Component<BoardProps<any>>;
  beats: Beats;
  /** An event in a sentence, or nothing where it need not be told. */
  tell: (event: GameEvent, telling: Telling) => string;
  /** An action in words, as a button or a hint says it. */
  words: (action: string, names: readonly string[]) => string;
  noise: (event: GameEvent) => Parameters<typeof play>[0] | null;
}

const BOARDS: Record<string, () => Promise<{ board: Board }>> = {
  aurum: () => import("../aurum/board/board"),
  amul: () => import("../amul/board/board"),
};

export async function boardOf(game: string): Promise<Board> {
  const load = BOARDS[game];
  if (!load) throw new Error(`no board for the game ${game}`);
  return (await load()).board;
}
