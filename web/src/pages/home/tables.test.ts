import { afterEach, expect, test, vi } from "vitest";
import { TablesNow } from "./tables.svelte";

const answers = (given: Record<string, object>) =>
  vi.fn(async (path: string) => new Response(JSON.stringify(given[path] ?? { tables: [] }), { status: 200 }));

afterEach(() => {
  vi.unstubAllGlobals();
});

test("nothing is claimed before the server has answered, nor when it cannot be reached", async () => {
  vi.stubGlobal("fetch", vi.fn().mockRejectedValue(new TypeError("offline")));
  const tables = new TablesNow();
  expect(tables.standing).toBe("asking");
  await tables.look();
  expect(tables.standing).toBe("unreachable");
  vi.stubGlobal("fetch", answers({}));
  await tables.look();
  expect(tables.standing).toBe("known");
});

test("one's own match is one to go back to, not one to watch", async () => {
  const [own, other] = [{ id: "own" }, { id: "other" }];
  vi.stubGlobal("fetch", answers({ "/api/me/tables": { tables: [own] }, "/api/watch": { tables: [own, other] } }));
  const tables = new TablesNow();
  await tables.look();
  expect([tables.mine, tables.watchable]).toEqual([[own], [other]]);
});
