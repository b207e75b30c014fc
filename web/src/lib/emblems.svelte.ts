/** What people and bots are drawn as: emblems from the games' art, fetched once, and a sign for each level of bots. */

import { SvelteMap } from "svelte/reactivity";
import { GAMES } from "../games";

export const COLOURS = ["brass", "red", "orange", "green", "blue", "violet", "ivory", "slate"] as const;
export type Colour = (typeof COLOURS)[number];

const line = (path: string): string =>
  `<path d="${path}" fill="none" stroke="currentColor" stroke-width="6" stroke-linecap="round" stroke-linejoin="round"/>`;
const dots = (...at: [number, number][]): string =>
  at.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="5.5" fill="currentColor"/>`).join("");

/** A die, a sprout, a cup, a tower, a spark, an owl: who throws, who begins, and so on to who sees everything. */
const LEVELS: Record<string, string> = {
  random: line("M50 22L76 36V66L50 80L24 66V36ZM24 36L50 50L76 36M50 50V80") + dots([50, 36], [37, 58], [63, 58]),
  novice: line("M50 80V48M50 56C34 56 26 46 26 32C42 32 50 42 50 56M50 48C50 34 58 26 74 26C74 42 66 48 50 48"),
  casual: line("M28 34H66V54A19 19 0 0 1 28 54ZM66 40H72A8 8 0 0 1 72 56H65M24 80H72M40 18V26M54 18V26"),
  strong: line("M30 80V40H26V24H36V32H44V24H56V32H64V24H74V40H70V80ZM44 80V66A6 6 0 0 1 56 66V80M22 80H78"),
  instant: line("M56 18L30 54H48L42 82L70 44H52Z"),
  expert:
    line("M26 22C34 30 66 30 74 22V54A24 24 0 0 1 26 54ZM50 46L45 56H55ZM38 84L42 78M62 84L58 78") +
    dots([39, 44], [61, 44]),
};
const MACHINE = line("M28 38H72V76H28ZM50 38V24M42 60V61M58 60V61M18 50V64M82 50V64") + dots([50, 22]);

/** By game, so that they stand in the same order whichever game's art comes first. */
const drawn = new SvelteMap<string, Record<string, string>>();
let asked = false;

/** Have the games' emblems; whoever shows one asks. */
export function fetchEmblems(): void {
  if (asked) return;
  asked = true;
  for (const game of GAMES)
    void game.emblems().then(
      ({ emblems }) => drawn.set(game.name, emblems),
      () => (asked = false), // offline: letters stand in their place, and it is asked for again
    );
}

/** The emblems that there are to choose from. */
export function emblemNames(): string[] {
  return GAMES.flatMap(({ name }) => Object.keys(drawn.get(name) ?? {}));
}

export function emblemArt(name: string): string | undefined {
  return GAMES.map((game) => drawn.get(game.name)?.[name]).find(Boolean);
}

export function levelArt(level: string): string {
  return LEVELS[level] ?? MACHINE;
}

/** An avatar as the server keeps it, taken apart; a colour of one's own by the name where none was chosen. */
export function readAvatar(avatar: string, name: string): { emblem: string; colour: Colour } {
  const [emblem = "", colour = ""] = avatar.split("/");
  const chosen = COLOURS.find((one) => one === colour);
  const sum = Array.from(name, (sign) => sign.codePointAt(0)!).reduce((total, code) => total + code, 0);
  return { emblem, colour: chosen ?? COLOURS[sum % COLOURS.length]! };
}
