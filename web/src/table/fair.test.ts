import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Link } from "../lib/link.svelte";
import type { Snapshot } from "../lib/wire";
import { keep, kept, pledgeOf, takePart, verify } from "./fair";
import fixture from "./fair.fixture.json";

const games = Object.entries(fixture).map(([game, { record, bound }]) => ({
  game,
  record,
  bound,
}));

describe.each(games)("the verdict on $game", ({ record, bound }) => {
  const mine = { salt: "ada", bound };
  const fair = record.fair;

  it("is fair where everything follows", () => {
    expect(verify(record, bound, mine)).toEqual({ fair: true, wrong: "", deals: 1, salts: 2, own: true });
    expect(verify(record, bound, null)).toMatchObject({ fair: true, own: false });
  });

  it("names what does not fit", () => {
    const other = (change: object) => verify({ ...record, fair: { ...fair, ...change } }, bound, mine).wrong;
    expect(other({ secret: "6".repeat(64) })).toBe("commitment");
    expect(other({ salts: ["eve", "", "cleo"] })).toBe("pledge");
    expect(other({ salts: ["eve", "", "cleo"], pledges: [pledgeOf("eve"), "", pledgeOf("cleo")] })).toBe("pledge");
    expect(other({ seed: "7".repeat(64) })).toBe("seed");
    expect(verify(record, { ...bound, commitment: "0" }, mine).wrong).toBe("commitment");
    expect(verify(record, bound, { salt: "bea", bound }).wrong).toBe("salt");
    const pack = [...bound.recipe.pack].reverse();
    expect(verify(record, { ...bound, recipe: { ...bound.recipe, pack } }, mine).wrong).toBe("deal");
  });
});

describe("this browser's part", () => {
  const link = { tell: vi.fn() };
  const table = "t".repeat(12);
  const snapshot = (seat: object, fixed = false) =>
    ({ status: "open", you: 0, seats: [seat], fixed }) as unknown as Snapshot;

  beforeEach(() => {
    localStorage.clear();
    link.tell.mockClear();
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(fixture.aurum.bound))));
  });

  it("is pledged once, whatever else happens at the table before it is heard", async () => {
    await takePart(table, snapshot({}), link as unknown as Link);
    await takePart(table, snapshot({}), link as unknown as Link);
    const pledge = pledgeOf(kept(table)!.salt);
    expect(link.tell.mock.calls).toEqual([
      ["pledge", { pledge }],
      ["pledge", { pledge }],
    ]);
    await takePart(table, snapshot({ pledge }), link as unknown as Link);
    expect(link.tell).toHaveBeenCalledTimes(2);
  });

  it("is told when everybody is bound, and what binds the server is kept before", async () => {
    keep(table, { salt: "ada" });
    link.tell.mockImplementation(() => expect(kept(table)!.bound).toEqual(fixture.aurum.bound));
    await takePart(table, snapshot({ pledge: pledgeOf("ada") }, true), link as unknown as Link);
    expect(link.tell.mock.calls).toEqual([["salt", { salt: "ada" }]]);
  });

  it("is another one once it was told", async () => {
    keep(table, { salt: "ada", bound: fixture.aurum.bound });
    link.tell.mockReset();
    await takePart(table, snapshot({}), link as unknown as Link);
    expect(kept(table)!.salt).not.toBe("ada");
  });
});
