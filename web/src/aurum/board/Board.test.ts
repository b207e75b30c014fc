import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import Board from "./Board.svelte";
import { example, names, seats } from "./fixture";
import { i18n } from "../../lib/i18n.svelte";
import { texts } from "../messages";
import { tell, words } from "./tell";

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
    turn: { to_act: view.to_act, decision: "1" },
    ready: true,
    late: false,
    hinted: [],
    onact,
    onwhy,
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
  const telling = { view: example(), before: null, names, you: 1 };
  expect(tell({ e: "BidChanged", seat: 1, paid: "G0", whose: 3, laid: "B3", taken: "C3" }, telling)).toBe(
    "Bea pays gold 0 and changes Dora’s bid from copper 3 to bismuth 3.",
  );
  expect(tell({ e: "TrickTaken", seat: 2, leads: 2 }, telling)).toBe("Cleo takes the trick and leads next.");
});
