import { afterEach, expect, test, vi } from "vitest";
import type { Friend } from "../../lib/wire";
import { FriendsNow, tablesOf } from "./friends.svelte";

const table = { table: "abc", game: "amul", players: 3, status: "open" } as const;
const friend = (name: string, more: Partial<Friend> = {}): Friend => ({
  id: name,
  name,
  kind: "account",
  avatar: "",
  follows: true,
  follows_back: true,
  online: true,
  playing: [table],
  ...more,
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test("a table at which two friends sit stands there once, with both", () => {
  const people = [friend("Bea"), friend("Cyd"), friend("Dan", { follows_back: false }), friend("Eva", { playing: [] })];
  expect(tablesOf(people)).toEqual([{ ...table, names: ["Bea", "Cyd"] }]);
});

test.each([
  [null, []],
  [{ kind: "guest" }, []],
  [{ kind: "account" }, ["Bea"]],
])("friends are asked for by who has an account only: %o", async (me, names) => {
  const asked: string[] = [];
  const answer = async (path: string) => {
    asked.push(path);
    return new Response(JSON.stringify(path === "/api/session" ? { me } : { people: [friend("Bea")] }));
  };
  vi.stubGlobal("fetch", vi.fn(answer));
  const now = new FriendsNow();
  await now.look();
  expect(now.tables.flatMap((one) => one.names)).toEqual(names);
  expect(asked.includes("/api/friends")).toBe(names.length > 0);
});
