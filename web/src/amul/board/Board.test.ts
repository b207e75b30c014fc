import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import Board from "./Board.svelte";
import { cards } from "../cards/catalogue.svelte";
import { CARDS, VIEW } from "./fixture";
import { i18n } from "../../lib/i18n.svelte";
import { texts } from "../messages";
import { settings } from "../../lib/settings.svelte";
import { nowOf } from "../cards/worth";
import { tell, words } from "./tell";
import type { AmulView } from "../../lib/wire";

const acted = vi.fn();
const asked = vi.fn();
const props = (view: AmulView = VIEW, more = {}) => ({
  view,
  events: [],
  seats: [{ name: "Ada" }, { name: "Ben", bot: "casual" }, { name: "Cyd" }],
  names: ["Ada", "Ben", "Cyd"],
  you: 0,
  turn: {},
  ready: true,
  late: false,
  hinted: [],
  onact: acted,
  onwhy: asked,
  onseen: () => {},
  ...more,
});

beforeEach(() => {
  vi.clearAllMocks();
  cards.put({ file: "standard", rows: ["blue", "yellow"], cards: CARDS });
});
beforeAll(() => i18n.add("amul", texts));
afterEach(cleanup);

describe("the board of Amul", () => {
  it("offers what the view offers, with one click of a mouse", async () => {
    render(Board, { props: props() });
    await fireEvent.click(screen.getByRole("button", { name: /^Mongol Guard, Red/ }));
    expect(acted).toHaveBeenCalledExactlyOnceWith("offer mongol_guard:A");
  });

  it("tells on every card what it is worth now, in a number and in words", async () => {
    render(Board, { props: props() });
    const card = screen.getByRole("button", { name: /^Mongol Guard, Red/ });
    expect(card.querySelector(".now")!.textContent).toBe("+2");
    expect(card.textContent).toContain("In your area it would bring 2 points now.");
    expect(document.body.textContent).not.toMatch(/→|≠|\d\/\d/);
  });

  it("says on every card in words what it does", () => {
    const { container } = render(Board, { props: props() });
    const drawn = [...container.querySelectorAll<HTMLElement>("button[data-card]")];
    expect(drawn.length).toBeGreaterThan(3);
    for (const card of drawn) {
      const line = card.querySelector(".line")!.textContent;
      expect(line).toBe(cards.line(card.dataset["card"]!));
      expect(line).toMatch(/^\p{L}|\d+ \p{L}/u);
    }
  });

  it("says what a card would take from others", () => {
    expect(nowOf(VIEW, ["Ada", "Ben", "Cyd"], "silk:b", "market:silk:b")!.sentence).toBe(
      "In your area it would bring 5 points now. Ben would lose 3 points.",
    );
  });

  it("asks before a card is laid, where one prefers that", async () => {
    settings.set({ confirm: true });
    render(Board, { props: props() });
    await fireEvent.click(screen.getByRole("button", { name: /^Mongol Guard, Red/ }));
    expect(acted).not.toHaveBeenCalled();
    await fireEvent.click(screen.getByRole("button", { name: "Offer Mongol Guard" }));
    expect(acted).toHaveBeenCalledExactlyOnceWith("offer mongol_guard:A");
    settings.set({ confirm: false });
  });

  it("says what is to be done, and who has chosen", () => {
    render(Board, { props: props() });
    expect(screen.getByTestId("prompt").textContent).toBe("Offer a card to the market");
    expect(screen.getByText("has chosen")).toBeTruthy();
  });

  it("speaks to who is asked, and of the others who are", () => {
    const { container } = render(Board, { props: props({ ...VIEW, laid: [], to_act: [0, 1, 2] }) });
    const said = [...container.querySelectorAll(".thinks")].map((one) => one.textContent);
    expect(said.filter((one) => one === "Your turn").length).toBe(1);
    expect(said.filter((one) => one === "is choosing…").length).toBe(2);
  });

  it("asks for the rule that forbids a card of the palace", async () => {
    render(Board, { props: props() });
    await fireEvent.click(screen.getByRole("button", { name: /^Tent/ }));
    expect(acted).not.toHaveBeenCalled();
    await fireEvent.click(screen.getByTestId("why"));
    expect(asked).toHaveBeenCalledExactlyOnceWith("gain palace tent", "M24");
  });

  it("tells which cards of the match open the palace", () => {
    const instant = { count: 1, places: ["palace" as const] };
    const opening = [
      { ...CARDS[0]!, id: "arab_merchant", names: { en: "Arab Merchant" }, instant },
      { ...CARDS[0]!, id: "padishah", names: { en: "Padishah" }, instant, copies: { "8": 1 } },
    ];
    cards.put({ file: "standard", rows: ["blue", "yellow"], cards: [...CARDS, ...opening] });
    render(Board, { props: props() });
    expect(screen.getByRole("heading", { name: /^Palace/ }).textContent).toMatch(/opened by Arab Merchant$/);
    expect(screen.getByRole("heading", { name: /^Bazaar/ }).textContent).not.toContain("opened");
  });

  it("does nothing while cards move", async () => {
    render(Board, { props: props(VIEW, { ready: false }) });
    await fireEvent.click(screen.getByRole("button", { name: /^Mongol Guard, Red/ }));
    expect(acted).not.toHaveBeenCalled();
  });

  it("shows a choice that lies face down, and lets it be changed", async () => {
    const view: AmulView = {
      ...VIEW,
      laid: [0, 1],
      to_act: [2],
      choice: "spices",
      hand: ["mongol_guard:A", "spices"],
      aids: { ...VIEW.aids, sealed: VIEW.aids.choices[0]! },
    };
    render(Board, { props: props(view, { turn: { chosen: "offer spices" } }) });
    expect(screen.getByTestId("prompt").textContent).toContain("Spices");
    await fireEvent.click(screen.getByRole("button", { name: /^Mongol Guard, Red/ }));
    expect(acted).toHaveBeenCalledExactlyOnceWith("offer mongol_guard:A");
  });

  it("offers nothing to who watches", () => {
    const view: AmulView = { ...VIEW, seat: null, hand: [], aids: { ...VIEW.aids, hand: [], choices: [] } };
    const { container } = render(Board, { props: props(view, { you: null }) });
    expect(container.querySelectorAll("[data-action]")).toHaveLength(0);
  });

  it("shows the sheet and the winner at the end", () => {
    const view: AmulView = {
      ...VIEW,
      to_act: [],
      laid: [],
      aids: { ...VIEW.aids, phase: "over", winners: [1], choices: [] },
    };
    render(Board, { props: props(view) });
    expect(screen.getByRole("heading", { name: "Ben wins" })).toBeTruthy();
    expect(screen.getAllByRole("columnheader").map((cell) => cell.textContent)).toEqual(["Ada", "Ben", "Cyd"]);
  });
});

describe("words of Amul", () => {
  const telling = { view: VIEW, before: null, names: ["Ada", "Ben", "Cyd"], you: 0 };
  it("tells what was taken, by name", () => {
    expect(tell({ e: "CardTaken", seat: 1, card: "mongol_guard:A" }, telling)).toBe("Ben takes Mongol Guard.");
    expect(tell({ e: "CardTaken", seat: 0, card: "mongol_guard:A" }, telling)).toBe("You take Mongol Guard.");
  });
  it("names actions as a button does", () => {
    expect(["offer silk", "take gem", "gain palace tent"].map((one) => words(one, { names: [], view: VIEW }))).toEqual([
      "Offer Silk",
      "Take Gem from the market",
      "Take Tent (Palace)",
    ]);
  });
});
