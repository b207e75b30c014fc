import { beforeAll, expect, it } from "vitest";
import { i18n } from "../lib/i18n.svelte";
import type { Config } from "../lib/wire";
import { agreed, hintsAllowed, inShort } from "./agreed";

const CONFIG: Config = { game: "whist", players: 4 };
const told = (config: Partial<Config>) =>
  Object.fromEntries(agreed({ ...CONFIG, ...config }).map((one) => [one.name, one.text]));

beforeAll(() => i18n.use("en"));

it("tells what everybody should know before they sit down", () => {
  expect(told({})).toEqual({
    Game: "whist, 4 players",
    Clock: "none",
    Rating: "unrated",
    Hints: "allowed",
    Spectators: "None",
  });
  expect(
    told({ edition: "fr", clock: { kind: "live", bank: 600, increment: 5 }, rated: true, variants: ["long"] }),
  ).toMatchObject({
    Edition: "French",
    Clock: "10 min and 5 s a move",
    Hints: "off for everyone",
    Variants: "long",
  });
  expect(told({ clock: { kind: "days", days: 2 } })["Clock"]).toBe("2 days a move");
});

it("knows where hints are off", () => {
  expect([{}, { hints: false }, { rated: true }].map((more) => hintsAllowed({ ...CONFIG, ...more }))).toEqual([
    true,
    false,
    false,
  ]);
});

it("tells a list only what is not usual", () => {
  expect(inShort(CONFIG)).toBe("");
  expect(inShort({ ...CONFIG, hints: false, edition: "fr" })).toBe("French · no hints");
  expect(inShort({ ...CONFIG, rated: true })).toBe("rated · no hints");
});
