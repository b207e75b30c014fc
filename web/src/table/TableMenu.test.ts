import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, expect, it, vi } from "vitest";
import type { Snapshot, Turn } from "../lib/wire";
import Banners from "./Banners.svelte";
import TableMenu from "./TableMenu.svelte";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const snapshot: Snapshot = {
  status: "playing",
  config: { game: "aurum", players: 3 },
  host: "1",
  seats: [{ name: "Ada" }, { name: "Ben" }, { name: "Cyd" }],
  commitment: "c",
  you: 0,
  talk: { manner: "free", law: null, phrases: [] },
};
const bots = { ...snapshot, seats: [{ name: "Ada" }, { bot: "casual" }, { bot: "casual" }] };

function show(turn: Turn, told: Snapshot = snapshot) {
  const ask = vi.fn().mockResolvedValue({ t: "ok", d: {} });
  const headers = { "content-type": "application/json" };
  const fetch = vi.fn(() => Promise.resolve(new Response("{}", { headers })));
  const notices = () => Promise.resolve(new Response(JSON.stringify({ muted: [], of_tables: {} }), { headers }));
  vi.stubGlobal("fetch", (path: string) => (path.includes("/me/notices") ? notices() : fetch()));
  const order = vi.fn().mockResolvedValue({ t: "ok", d: {} });
  const link = { turn, ask, order, tell: vi.fn() } as never;
  render(TableMenu, {
    props: { table: "abc", snapshot: told, link, you: 0, words: (action: string) => action, ondone: () => {} },
  });
  return { ask, order, fetch };
}
const press = (name: string) => fireEvent.click(screen.getAllByRole("button", { name }).at(-1)!);

it("says what leaving means before anybody leaves", async () => {
  const { fetch } = show({ leave: "bot" });
  await press("Leave the table");
  expect(fetch).not.toHaveBeenCalled();
  expect(screen.getByRole("alertdialog").textContent).toContain("A bot plays on for you.");
  await press("Play on");
  expect(screen.queryByRole("alertdialog")).toBeNull();
  await press("Leave the table");
  await press("Leave the table");
  expect(fetch).toHaveBeenCalledOnce();
});

it("says that a rated match is lost, and after which time", async () => {
  show({ leave: "forfeits", come_back: 120 }, { ...snapshot, config: { ...snapshot.config, rated: true } });
  await press("Leave the table");
  expect(screen.getByRole("alertdialog").textContent).toContain("loses it, unless they are back within 2:00");
});

it("lets a match against bots wait rather than end by a slip", async () => {
  const { ask } = show({ leave: "ends", undo: "alone" }, bots);
  expect(screen.queryByRole("button", { name: /Ask/ })).toBeNull();
  await press("End the match");
  expect(ask).not.toHaveBeenCalled();
  expect(screen.getByRole("link", { name: "Go, and let it wait" }).getAttribute("href")).toBe("/");
  await press("End the match");
  expect(ask).toHaveBeenCalledExactlyOnceWith("ask", { wish: "abort" });
});

it("asks the others to take back, and nobody where only bots play", async () => {
  show({ leave: "ends", undo: "alone" }, bots);
  expect(screen.getByRole("button", { name: "Undo" })).toBeTruthy();
  cleanup();
  show({ leave: "bot", undo: "ask" });
  expect(screen.getByRole("button", { name: "Ask to take back" })).toBeTruthy();
  cleanup();
  show({ leave: "bot" });
  expect(screen.queryByRole("button", { name: /take back|Undo/ })).toBeNull();
});

it("lets one say in advance what one does, and again otherwise", async () => {
  const { order } = show({ may_order: ["take gem", "take oil"], orders: ["take oil"] });
  await fireEvent.click(screen.getByRole("checkbox", { name: "take gem" }));
  expect(order).toHaveBeenLastCalledWith(["take oil", "take gem"]);
  await fireEvent.click(screen.getByRole("checkbox", { name: "take oil" }));
  expect(order).toHaveBeenLastCalledWith([]);
});

it("tells who has days off while they have", () => {
  const now = Date.now() / 1000;
  const config = { game: "aurum", players: 3, clock: { kind: "days", days: 2 } } as const;
  const seats = [
    { name: "Ada" },
    { name: "Ben", rests_from: now - 100, rests_until: now + 86400 },
    { name: "Cyd", rests_from: now + 100, rests_until: now + 86400 },
  ];
  banner({ ...snapshot, config, seats }, 0);
  expect(screen.getByTestId("rests").textContent).toContain("Ben has days off until");
  expect(screen.getByTestId("rests").textContent).not.toContain("Cyd");
});

function banner(told: Snapshot, you: number | null): void {
  vi.stubGlobal("fetch", vi.fn().mockRejectedValue(new Error("offline")));
  const link = { health: "live", turn: {} } as never;
  render(Banners, { props: { snapshot: told, link, you, names: ["Ada", "Ben", "Cyd"] } });
}

it("offers one's seat back only while it can be taken", () => {
  const seats = [{ name: "Ada", stand_in: "casual" }, { name: "Ben" }, { name: "Cyd" }];
  banner({ ...snapshot, seats }, 0);
  expect(screen.getByRole("button", { name: "Take your seat back" })).toBeTruthy();
  cleanup();
  for (const status of ["finished", "closed"]) {
    banner({ ...snapshot, seats, status }, 0);
    expect(screen.queryByRole("button", { name: "Take your seat back" })).toBeNull();
    cleanup();
  }
});

it("leads spectators to the rematch", () => {
  banner({ ...snapshot, status: "finished", rematch: "xyz" }, null);
  expect(screen.getByRole("link", { name: "Watch the rematch" }).getAttribute("href")).toBe("/t/xyz");
});
