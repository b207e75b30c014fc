import { beforeAll, expect, it } from "vitest";
import { hosted } from "../lib/hosted.svelte";
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
    Spectators: "none",
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

it("says the edition and that there is no variant, though nobody chose them", () => {
  hosted.games = [{ name: "whist", usual_edition: "fr", variants: ["long"] } as never];
  expect(told({})).toMatchObject({ Edition: "French", Variants: "none" });
  hosted.games = [];
  expect(told({})).not.toHaveProperty("Variants");
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
