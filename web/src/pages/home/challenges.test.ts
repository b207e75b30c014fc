import { afterEach, expect, test, vi } from "vitest";
import { ChallengesNow } from "./challenges.svelte";

const goose = { id: "goose", name: "Goosebot", kind: "bot" };
const ada = { id: "ada", name: "Ada", kind: "guest" };
const config = { game: "aurum", players: 4 };
const waits = { id: "c1", config, by: ada, to: goose, seat: 0, other_seat: 1, expires: 2e9, state: "waits" };

function server(answers: Record<string, unknown>): void {
  vi.stubGlobal(
    "fetch",
    vi.fn(async (path: string, { method }: RequestInit) => Response.json(answers[`${method} ${path}`])),
  );
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test("what became of one's own challenge is told, and of earlier ones nothing", async () => {
  const old = { ...waits, id: "c0", state: "declined", reason: "later" };
  const answers = {
    "GET /api/bots": { bots: [goose] },
    "GET /api/challenges": { received: [{ ...old, by: goose, to: ada }], sent: [old], open: [] as object[] },
    "POST /api/challenges": waits as object,
  };
  server(answers);
  const now = new ChallengesNow();
  await now.look();
  expect([now.bots, now.received, now.sent]).toEqual([[goose], [], []]);
  await now.send({ config, to: "goose" });
  expect(now.waiting).toEqual([waits]);
  const declined = { ...waits, state: "declined", reason: "game" };
  answers["GET /api/challenges"].sent = [declined, old];
  await now.look();
  expect([now.waiting, now.sent]).toEqual([[], [declined]]);
});

test("without a connection nothing is lost", async () => {
  server({ "GET /api/bots": { bots: [goose] }, "GET /api/challenges": { received: [waits], sent: [], open: [] } });
  const now = new ChallengesNow();
  await now.look();
  vi.stubGlobal("fetch", vi.fn().mockRejectedValue(new TypeError("offline")));
  await now.look();
  expect([now.bots, now.received]).toEqual([[goose], [waits]]);
});
