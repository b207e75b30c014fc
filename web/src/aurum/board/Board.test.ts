import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import Board from "./Board.svelte";
import { example, names, seats } from "./fixture";
import { i18n } from "../../lib/i18n.svelte";
import { texts } from "../messages";
import { settings } from "../../lib/settings.svelte";
import { amount, reason, tell, words } from "./tell";

beforeAll(() => i18n.add("aurum", texts));
afterEach(cleanup);

function show(view = example(), more: Record<string, unknown> = {}) {
  const [onact, onwhy] = [vi.fn(), vi.fn()];
  const props = {
    view,
    events: [],
    seats,
    names,
    you: 1,
    turn: { to_act: view.to_act, decision: "1", leave: "bot" as const },
    ready: true,
    late: false,
    hinted: [],
    onact,
    onwhy,
    onseen: vi.fn(),
    ...more,
  };
  return { onact, onwhy, props, ...render(Board, { props }) };
}

it("plays a card that may be played with one click", async () => {
  const { onact } = show();
  await fireEvent.click(screen.getByRole("button", { name: "Bismuth 6, may be played" }));
  expect(onact).toHaveBeenCalledExactlyOnceWith("play B6");
});

it("says by which rule a card may not be played", async () => {
  const { onact, onwhy } = show();
  await fireEvent.click(screen.getByRole("button", { name: "Silver 1, may not be played: rule A5.4" }));
  expect(onwhy).toHaveBeenCalledExactlyOnceWith("play S1", "A5.4");
  expect(onact).not.toHaveBeenCalled();
});

it("lets a touch lift a card before it is played", async () => {
  const { onact } = show();
  const card = screen.getByRole("button", { name: "Phosphorus 4, may be played" });
  await fireEvent(card, Object.assign(new Event("pointerdown", { bubbles: true }), { pointerType: "touch" }));
  await fireEvent.click(card, { detail: 1 });
  expect(onact).not.toHaveBeenCalled();
  await fireEvent.click(screen.getByRole("button", { name: "Play phosphorus 4" }));
  expect(onact).toHaveBeenCalledExactlyOnceWith("play P4");
});

it("does nothing while cards move", async () => {
  const { onact, onwhy } = show(example(), { ready: false });
  await fireEvent.click(screen.getByRole("button", { name: "Bismuth 6, may be played" }));
  await fireEvent.click(screen.getByRole("button", { name: /^Silver 1/ }));
  expect([onact.mock.calls, onwhy.mock.calls]).toEqual([[], []]);
});

it("offers nothing on a picture of what is past", () => {
  const { container } = show(example(), { ready: false, late: true });
  expect(container.querySelector("[data-hand].active, [data-hand] button.usable")).toBeNull();
  expect(screen.queryByRole("button", { name: /may/ })).toBeNull();
});

const changing = () =>
  example(
    {},
    {
      phase: "change",
      trick: null,
      refused: {},
      choices: [
        { action: "keep", kind: "keep" },
        { action: "swap G0 1 B6", kind: "swap", gold: "G0", whose: 1, card: "B6" },
        { action: "swap G0 3 B6", kind: "swap", gold: "G0", whose: 3, card: "B6" },
        { action: "swap G3 3 B6", kind: "swap", gold: "G3", whose: 3, card: "B6" },
      ],
      changes: [
        { whose: 1, card: "B6", takes: "C5", bid: 6, missing: 3, extra: 0 },
        { whose: 3, card: "B6", takes: "C3", bid: 6, missing: 3, extra: 0 },
      ],
    },
  );

it("keeps the bids with the key k", async () => {
  const { onact } = show(changing());
  await fireEvent.keyDown(document.body, { key: "k" });
  expect(onact).toHaveBeenCalledExactlyOnceWith("keep");
});

it("changes a bid with the gold, bid and card that were picked", async () => {
  const { onact, container } = show(changing());
  await fireEvent.click(screen.getByRole("button", { name: "Bismuth 6, can be laid as a bid" }));
  await fireEvent.click(screen.getByRole("button", { name: "gold 3" }));
  await fireEvent.click(screen.getByRole("button", { name: "Dora: copper 3" }));
  await fireEvent.click(container.querySelector("[data-action^=swap]")!);
  expect(onact).toHaveBeenCalledExactlyOnceWith("swap G3 3 B6");
});

it("tells what a change of bids comes to before it is done", async () => {
  const { onact } = show(changing());
  expect(screen.getByTestId("would").textContent).toBe("");
  await fireEvent.click(screen.getByRole("button", { name: "Bismuth 6, can be laid as a bid" }));
  await fireEvent.click(screen.getByRole("button", { name: "Dora: copper 3" }));
  expect(screen.getByTestId("would").textContent).toBe(
    "Your side’s bid would be 6 in place of 5. 3 tricks to go. You pay gold 0 and get copper 3 into your hand.",
  );
  expect(onact).not.toHaveBeenCalled();
});

it("speaks of no side where everyone plays alone", async () => {
  const view = changing();
  const sides = [0, 1, 2].map((seat) => ({ ...view.aids.sides[1]!, seats: [seat] }));
  const alone = { ...view, players: 3, aids: { ...view.aids, sides } };
  const { container } = show(alone);
  await fireEvent.click(screen.getByRole("button", { name: "Bismuth 6, can be laid as a bid" }));
  expect(screen.getByTestId("would").textContent).toContain("Your bid would be 6 in place of 5.");
  expect(container.textContent).not.toMatch(/side|partner/i);
});

it("names the partner and says which bid of a side counts", () => {
  const { container } = show();
  expect(screen.getByRole("region", { name: "Your partner Dora" })).toBeTruthy();
  expect(container.textContent).toContain("Side bid 5: the higher counts");
});

it("has the bids kept from now on where the server offers that, and nowhere else", async () => {
  const asked = { to_act: [1], decision: "1" };
  const onorder = vi.fn();
  const { onact, props, rerender } = show(changing(), { onorder, turn: { ...asked, may_order: ["keep"] } });
  await fireEvent.click(screen.getByRole("button", { name: "Keep until I say" }));
  expect(onorder).toHaveBeenCalledExactlyOnceWith("keep");
  expect(onact).not.toHaveBeenCalled(); // it is done by who is told of it
  // While that is on its way, a second click says nothing.
  await rerender({ ...props, ready: false });
  await fireEvent.click(screen.getByRole("button", { name: "Keep until I say" }));
  expect(onorder).toHaveBeenCalledOnce();
  // A replay, a puzzle, a review and a lesson have no server that would do it, nor has a match where nothing may be said.
  for (const turn of [asked, { ...asked, leave: "bot" as const }, { ...asked, may_order: [] }]) {
    await rerender({ ...props, turn });
    expect(screen.queryByRole("button", { name: "Keep until I say" })).toBeNull();
    expect(screen.getByRole("button", { name: /^Keep the bids/ })).toBeTruthy();
  }
});

it("offers no change while the bids are kept for one, and again when that is taken back", async () => {
  const asked = { to_act: [1], decision: "5", may_order: ["keep"] };
  const { onact, props, rerender } = show(changing(), { turn: { ...asked, orders: ["keep"] } });
  expect(screen.queryByTestId("would")).toBeNull();
  expect(screen.queryByRole("button", { name: /can be laid as a bid/ })).toBeNull();
  expect(screen.queryByRole("button", { name: "Keep until I say" })).toBeNull();
  expect(onact).not.toHaveBeenCalled(); // the page does not do it too
  await fireEvent.click(screen.getByRole("button", { name: /^Keep the bids/ }));
  expect(onact).toHaveBeenCalledExactlyOnceWith("keep"); // who does not want to wait for it
  await rerender({ ...props, turn: asked });
  expect(screen.getByTestId("would")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Keep until I say" })).toBeTruthy();
});

it("asks before a card is played, where one prefers that", async () => {
  settings.set({ confirm: true });
  const { onact } = show();
  await fireEvent.click(screen.getByRole("button", { name: "Bismuth 6, may be played" }), { detail: 1 });
  expect(onact).not.toHaveBeenCalled();
  await fireEvent.click(screen.getByRole("button", { name: "Put it down again" }));
  expect(screen.queryByRole("button", { name: "Play bismuth 6" })).toBeNull();
  await fireEvent.click(screen.getByRole("button", { name: "Bismuth 6, may be played" }));
  await fireEvent.click(screen.getByRole("button", { name: "Play bismuth 6" }));
  expect(onact).toHaveBeenCalledExactlyOnceWith("play B6");
  settings.set({ confirm: false });
});

it("puts a lifted card down when it is played, and when the table is touched elsewhere", async () => {
  const { onact, container } = show();
  const card = screen.getByRole("button", { name: "Phosphorus 4, may be played" });
  const tap = async () => {
    await fireEvent(card, Object.assign(new Event("pointerdown", { bubbles: true }), { pointerType: "touch" }));
    await fireEvent.click(card, { detail: 1 });
  };
  await tap();
  expect(container.querySelector(".card.lifted")).not.toBeNull();
  await fireEvent.pointerDown(container.querySelector(".mid")!);
  expect(container.querySelector(".card.lifted")).toBeNull();
  await tap();
  await tap();
  expect(onact).toHaveBeenCalledExactlyOnceWith("play P4");
  expect(container.querySelector(".card.lifted")).toBeNull();
});

it("says in one sentence what may be played and why the rest may not", () => {
  show();
  const prompt = () => screen.getByTestId("prompt").textContent.trim();
  expect(prompt()).toBe("Play another metal or gold: Zinc and Silver lie in the trick already.");
  cleanup();
  show(example({}, { trick: null, refused: { G0: { action: "gold G0", law: "A5.2" } } }));
  expect(prompt()).toBe("You lead: any metal may be played, but gold may not lead.");
});

it("tags the cards of the trick and shows which metals lie in it", () => {
  const { container } = show();
  const tags = [...container.querySelectorAll(".tag")].map((tag) => tag.textContent.replace(/\s+/g, " ").trim());
  expect(tags[0]).toContain("led");
  expect(tags[0]).toContain("lowest: gold 1");
  expect(tags[1]).toContain("winning");
  expect([...container.querySelectorAll("[data-testid=strip] .lies .sr")].map((one) => one.textContent)).toEqual([
    "Silver lies in the trick: no more of it",
    "Zinc lies in the trick: no more of it",
  ]);
});

it("keeps the last trick in sight, and who took it", () => {
  const last = { ...example().aids.trick!, full: true };
  const { container } = show(example({}, { last_trick: last }));
  const kept = container.querySelector(".side .last")!;
  expect(kept.querySelectorAll(".laid > span")).toHaveLength(2);
  expect([...kept.querySelectorAll(".laid > span")].map((one) => one.classList.contains("won"))).toEqual([false, true]);
  expect(kept.querySelector(".winner")!.textContent).toBe("Ada");
  cleanup();
  expect(show().container.querySelector(".last")).toBeNull(); // before the first one there is none
});

it("marks the place where the next card will lie: one's own with a hand", () => {
  const awaited = (view = example(), more = {}) => {
    cleanup();
    const found = show(view, more).container.querySelector(".awaited");
    return found && [found.classList.contains("south"), !!found.querySelector("svg"), found.className.split(" ")[2]];
  };
  expect(awaited()).toEqual([true, true, "south"]);
  expect(awaited(example({ to_act: [2] }))).toEqual([false, false, "west"]);
  expect(awaited(example(), { late: true })).toBeNull(); // what came before is still on its way
  expect(awaited(example({}, { trick: { ...example().aids.trick!, full: true } }))).toBeNull();
  expect(awaited(changing())).toBeNull();
});

it("counts what decides the match: nuggets in one edition, points in another", () => {
  expect([amount(1, example()), amount(2, example())]).toEqual(["1 nugget", "2 nuggets"]);
  expect(amount(7, example({}, { decides: "total" }))).toBe("7 points");
});

it("tells what a card would do, for a hint", () => {
  const of = (outlook: object) =>
    reason("play B6", {
      names,
      view: example({}, { choices: [{ action: "play B6", kind: "play", card: "B6", outlook: outlook as never }] }),
    });
  expect(of({ wins: true, lowest: false, earns: null })).toBe("it would take the trick as it lies");
  expect(of({ wins: false, lowest: true, earns: "G3" })).toBe("as the lowest so far it would earn gold 3 and the lead");
  expect(reason("keep", { names, view: changing() })).toBe("");
  expect(reason("swap G0 3 B6", { names, view: changing() })).toBe("the side’s bid would be 6");
});

it("shows an onlooker all hands of a replay and nothing to press in them", () => {
  const { container } = show(
    example({ seat: null, hand: [], hands: [["B1"], ["C1"], ["P1"], ["Z9"]] }, { choices: [], refused: {} }),
    { you: null, ready: false },
  );
  for (const card of ["B1", "C1", "P1", "Z9"]) expect(container.querySelector(`[data-card=${card}]`)).not.toBeNull();
  expect(container.querySelector(".hand button")).toBeNull();
});

it("shows the sheet of a round that has ended, once", async () => {
  const before = example();
  const { rerender, props } = show(before);
  const lines = before.aids.sides.map((side) => side.now!);
  await rerender({
    ...props,
    view: example({ results: [{ sides: lines, law: "A8.3", tricks: [], gold: [] }] }, { round: 2 }),
  });
  expect(screen.getByTestId("sheet").querySelector("[data-law='A8.3']")).not.toBeNull();
});

it("has words for every action and event", () => {
  const swap = { action: "swap G0 3 B3", kind: "swap", gold: "G0", whose: 3, card: "B3" } as const;
  const bid = { action: "bid C1", kind: "bid", card: "C1", tricks: 1 } as const;
  const doing = { names, view: example({}, { choices: [swap, bid] }) };
  expect(words("swap G0 3 B3", doing)).toBe("Pay gold 0: lay bismuth 3 on Dora’s bid");
  expect(words("bid C1", doing)).toBe("Bid 1 trick (copper 1)");
  const alone = { names, view: null };
  expect(["bid C1", "keep", "swap G0 3 B3", "play P4", "gold G2", "end"].map((one) => words(one, alone))).toEqual([
    "Bid with copper 1",
    "Keep the bids",
    "Pay gold 0: lay bismuth 3 on Dora’s bid",
    "Play phosphorus 4",
    "Play gold 2",
    "End the round",
  ]);
  const telling = { view: example(), before: null, names, you: 1 };
  expect(tell({ e: "BidChanged", seat: 1, paid: "G0", whose: 3, laid: "B3", taken: "C3" }, telling)).toBe(
    "You pay gold 0 and change Dora’s bid from copper 3 to bismuth 3.",
  );
  expect(tell({ e: "TrickTaken", seat: 2, leads: 1 }, telling)).toBe("Cleo takes the trick; you lead next.");
  expect(tell({ e: "TrickTaken", seat: 2, leads: 2 }, telling)).toBe("Cleo takes the trick and leads next.");
});
