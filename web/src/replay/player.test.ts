import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { fetchBoard, GAMES } from "../games";
import { Problem } from "../lib/api";
import type { Replay, ReplayRound } from "../lib/wire";
import { Player } from "./player.svelte";

const ROUNDS: ReplayRound[] = [
  { number: 1, steps: 4, marks: [{ kind: "trick", number: 1, step: 2 }] },
  { number: 2, steps: 3, marks: [] },
];
const header = { game: GAMES[0].name, players: 3, names: ["Ada", "Ben", "Cyd"], bots: ["", "", ""] };
const view = (seat: number | null, step: string) => ({ seat, step, to_act: [], aids: {} });
const load = vi.fn((seat: number | null, round: number) =>
  Promise.resolve({
    header,
    rounds: ROUNDS,
    round,
    steps: Array.from({ length: ROUNDS[round - 1]!.steps }, (_, step) => ({
      seat: null,
      action: "",
      events: [],
      view: view(seat, `${round}.${step}`),
    })),
  } as unknown as Replay),
);
const onstep = vi.fn();
let player: Player;
const shown = () => (player.stage?.view as unknown as { step: string } | null)?.step;

beforeAll(async () => void (await fetchBoard(GAMES[0].name)));
beforeEach(() => {
  vi.clearAllMocks();
  player = new Player(onstep, { at: 2, seat: 1 });
});
afterEach(() => player.stop());

it("begins at the moment that was asked for, through the eyes that were asked for", async () => {
  await player.open(load);
  expect([shown(), player.at, player.last, player.names]).toEqual(["1.2", 2, 6, ["Ada", "Ben", "Cyd"]]);
  expect(load).toHaveBeenCalledWith(1, 1);
  expect(onstep).toHaveBeenLastCalledWith(2, 1);
});

it("tells what happened at the moment that one jumps to, in words and not as a record writes it", async () => {
  const played = { seat: 1, action: "play B7", events: [{ e: "CardPlayed", seat: 1, card: "B7" }] };
  await player.open(async (seat, round) => {
    const found = await load(seat, round);
    return { ...found, steps: found.steps.map((step) => ({ ...step, ...played })) } as Replay;
  });
  expect(player.line).toMatch(/^Ben .*7/);
  expect(player.line).not.toContain("play B7");
});

it("keeps the stage for a step on and takes a new one for any other", async () => {
  await player.open(load);
  const stage = player.stage;
  await player.show(3);
  expect(player.stage).toBe(stage);
  await player.show(0);
  expect(player.stage).not.toBe(stage);
  expect(shown()).toBe("1.0");
});

it("stops playing at the end, and begins again from there", async () => {
  await player.open(load);
  player.playing = true;
  await player.show(99);
  expect([player.at, player.playing]).toEqual([6, false]);
  player.toggle();
  await vi.waitFor(() => expect(player.at).toBe(0));
  expect(player.playing).toBe(true);
});

it("shows the last step that was wanted, whatever comes in between", async () => {
  await player.open(load);
  await Promise.all([player.show(5), player.show(1)]);
  expect([player.at, shown()]).toEqual([1, "1.1"]);
});

it("jumps by what the server marks", async () => {
  await player.open(load);
  player.jump(1);
  await vi.waitFor(() => expect(player.at).toBe(4));
  player.jump(-1);
  await vi.waitFor(() => expect(player.at).toBe(2));
});

it("asks anew for other eyes, at the same step", async () => {
  await player.open(load);
  player.look(null);
  await vi.waitFor(() => expect(shown()).toBe("1.2"));
  expect(load).toHaveBeenCalledWith(null, 1);
});

it("tells what is wrong with a bad record as the server does", async () => {
  await player.open(() => Promise.reject(new Problem(400, "bad_record", "line 3: no such card")));
  expect([player.replay, player.wrong]).toEqual([null, "This record cannot be replayed: line 3: no such card"]);
});

it("begins the next match at its beginning with open cards", async () => {
  await player.open(load);
  player.close();
  expect(player.replay).toBeNull();
  await player.open(load);
  expect([player.at, player.seat, shown()]).toEqual([0, null, "1.0"]);
});
