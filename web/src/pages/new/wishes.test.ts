import { expect, it } from "vitest";
import type { GameFacts } from "../../lib/wire";
import { configOf, levelOf, playersOf, type Wishes } from "./wishes";

const facts: GameFacts = {
  name: "whist",
  players: [3, 4],
  usual_players: 4,
  bots: ["casual", "expert"],
  ready: ["casual", "expert"],
  usual: "casual",
  editions: ["de", "fr"],
  usual_edition: "fr",
  variants: ["short", "open"],
  card_files: false,
};
const wishes: Wishes = {
  players: "",
  edition: "",
  variants: [],
  bots: {},
  clock: "none",
  bank: 10,
  increment: 5,
  days: 2,
  visibility: "link",
  spectators: "delayed",
  fill: "never",
  standIn: "never",
  level: "",
  rated: false,
  hints: true,
};

it("is what is usual where nothing was wished", () => {
  expect(configOf(wishes, facts)).toEqual({
    game: "whist",
    players: 4,
    edition: "fr",
    variants: [],
    bots: {},
    clock: null,
    visibility: "link",
    spectators: "delayed",
    rated: false,
    hints: true,
    fill_after: null,
    stand_in_after: null,
    bot_level: null,
  });
});

it("takes the wishes that fit the game and leaves the others", () => {
  const wished = { ...wishes, players: "3", edition: "ru", level: "novice", variants: ["tea", "short", "open"] };
  expect([playersOf(wished, facts), levelOf(wished, facts)]).toEqual([3, ""]);
  expect(configOf(wished, facts).edition).toBe("fr");
  expect(configOf(wished, facts).variants).toEqual(["open", "short"]);
  expect(levelOf({ ...wishes, level: "expert" }, facts)).toBe("expert");
});

it("names no edition for a game that has none", () => {
  expect("edition" in configOf(wishes, { ...facts, editions: [], usual_edition: null })).toBe(false);
});

it("seats bots where there are seats, and never on one's own", () => {
  const bots = { 0: "expert", 1: "casual", 2: "", 3: "expert" };
  expect(configOf({ ...wishes, players: "3", bots }, facts).bots).toEqual({ 1: "casual" });
});

it("has a clock of minutes and seconds, or of days", () => {
  expect(configOf({ ...wishes, clock: "live" }, facts).clock).toEqual({ kind: "live", bank: 600, increment: 5 });
  expect(configOf({ ...wishes, clock: "days" }, facts).clock).toEqual({ kind: "days", days: 2 });
  expect(configOf({ ...wishes, fill: "60", standIn: "300" }, facts)).toMatchObject({
    fill_after: 60,
    stand_in_after: 300,
  });
});

it("allows hints unless it is rated or they are not wanted", () => {
  const hints = (more: Partial<Wishes>) => configOf({ ...wishes, ...more }, facts).hints;
  expect([hints({}), hints({ hints: false }), hints({ rated: true })]).toEqual([true, false, false]);
});
