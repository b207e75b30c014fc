/** A game is one folder and one line in the table: no shared file may name one, and each answers all that the page asks. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fetchBoard, fetchPad, fetchPictures, GAMES, gameName, oneOf } from "./games";
import { i18n } from "./lib/i18n.svelte";
import { LANGUAGES } from "./lib/settings.svelte";

const NAMES = new RegExp(GAMES.map(({ name }) => name).join("|"), "i");
const TABLE = ["src/games.ts", "src/lib/wire.gen.ts"];
const SHARED = ["src", "public"].flatMap(filesIn).concat("index.html").filter(isShared);

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Tests may tell of a match of any game. */
function isShared(path: string): boolean {
  const inGame = GAMES.some(({ name }) => path.startsWith(`src/${name}/`));
  return !inGame && !TABLE.includes(path) && !path.endsWith(".test.ts") && !path.endsWith(".fixture.json");
}

it("sees the shared files", () => {
  expect(SHARED).toEqual(
    expect.arrayContaining(["src/App.svelte", "src/app.css", "src/messages/ru/home.json", "index.html"]),
  );
  expect(SHARED.some((path) => NAMES.test(path))).toBe(false);
});

it.each(SHARED)("%s names no game", (path) => {
  const named = readFileSync(path, "utf8")
    .split("\n")
    .flatMap((line, index) => (NAMES.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : []));
  expect(named).toEqual([]);
});

describe.each(GAMES.map((page) => [page.name, page] as const))("%s", (name, page) => {
  it("is called and told of in every language before it is opened", () => {
    for (const language of LANGUAGES) {
      const { invitation, rules, pad } = page.cover[language];
      expect([page.cover[language].name, invitation, rules, pad].every((text) => text.trim())).toBe(true);
    }
  });

  it("opens with its texts", async () => {
    const [board, pad, pictures] = await Promise.all([fetchBoard(name), fetchPad(name), fetchPictures(name)]);
    for (const part of [board.component, board.beats, board.tell, board.words, board.noise])
      expect(part).toBeTypeOf("function");
    expect([typeof pad.default, typeof pictures.default]).toEqual(["function", "function"]);
    expect(i18n.has(`${name}.marks.scored`)).toBe(true);
  });
});

it("calls a game that the page does not have as the server does", () => {
  expect(gameName("whist")).toBe("whist");
});

it("takes what a link or an old choice names only where there is such a game", () => {
  expect(oneOf("whist", null, "amul")).toBe("amul");
  expect(oneOf("whist", "")).toBe(GAMES[0].name);
});

it("says which game has no page", async () => {
  await expect(fetchBoard("whist")).rejects.toThrow("no page for the game whist");
});
