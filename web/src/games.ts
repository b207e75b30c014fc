/** The table of games: one folder and one line for each. Nothing else that the games share names one of them. */

import amul from "./amul/game";
import aurum from "./aurum/game";
import type { Board, GamePage } from "./lib/game";
import { i18n, told } from "./lib/i18n.svelte";
import type { View } from "./lib/wire";

/** In the order in which they are offered. */
export const GAMES: readonly [GamePage, ...GamePage[]] = [aurum, amul];

export function pageOf(game: string): GamePage {
  const found = GAMES.find((page) => page.name === game);
  if (!found) throw new Error(`no page for the game ${game}`);
  return found;
}

/** The first of these names that is a game of the page: links and what was chosen once may name another. */
export function oneOf(...names: (string | null)[]): string {
  return names.find((name) => GAMES.some((page) => page.name === name)) ?? GAMES[0].name;
}

/** What a game is called. A server may know more games than this page: then by the name that it uses itself. */
export function gameName(game: string): string {
  return GAMES.find((page) => page.name === game)?.cover[i18n.language].name ?? game;
}

/** How this language writes the name that the server gives a bot of the house; no two games share one. */
export function botName(name: string): string {
  return GAMES.map(({ bots }) => bots[i18n.language][name]).find(Boolean) ?? name;
}

/** The names of all games, as a sentence lists them. */
export function gameNames(): string {
  return i18n.list(GAMES.map(({ name }) => gameName(name)));
}

/** What a game calls something that the server names by a code. Its texts must have been fetched. */
export function toldBy(
  game: string,
  group: "counts" | "laws" | "marks" | "variants",
  code: string,
  { otherwise = code, ...params }: { otherwise?: string; n?: number } = {},
): string {
  return told(`${game}.${group}`, code, otherwise, params);
}

export async function fetchTexts(game: string): Promise<void> {
  await i18n.add(game, pageOf(game).texts);
}

/** The board of a game with all that it needs to tell of a view, or of what has none yet. */
export async function fetchBoard(game: string, view: View | null = null): Promise<Board> {
  const [{ board: found }] = await Promise.all([pageOf(game).board(), fetchTexts(game)]);
  const board = found as Board; // a table sends its game's board no other game's views
  await board.prepare?.(view);
  return board;
}

export async function fetchScene(game: string): ReturnType<GamePage["scene"]> {
  const [scene] = await Promise.all([pageOf(game).scene(), fetchTexts(game)]);
  return scene;
}

export async function fetchPad(game: string): ReturnType<GamePage["pad"]> {
  const [pad] = await Promise.all([pageOf(game).pad(), fetchTexts(game)]);
  return pad;
}

export async function fetchPictures(game: string): ReturnType<GamePage["pictures"]> {
  const [pictures] = await Promise.all([pageOf(game).pictures(), fetchTexts(game)]);
  return pictures;
}
