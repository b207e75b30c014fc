import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, expect, it, vi } from "vitest";
import Advice from "./Advice.svelte";

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

const words = (action: string) => action.replace("play ", "Play ");
const hint = (...candidates: object[]) => ({ cid: "1", decision: "9", level: "expert", candidates }) as never;
const props = { level: "Expert", words, reason: () => "", onclose: () => {} };
const sentence = () => screen.getByRole("status").textContent;

it("tells the choice and its reason in one sentence, and the numbers on demand", () => {
  render(Advice, {
    props: {
      ...props,
      hint: hint(
        { action: "play B7", win: 0.613, points: 7.25, tries: 1900 },
        { action: "play S2", win: 0.4, points: 5, tries: 100 },
      ),
      reason: () => "it would take the trick as it lies",
    },
  });
  expect(sentence()).toBe("Hint of the Expert bot Play B7: it would take the trick as it lies.");
  expect(screen.getByText("Why?").closest("details")!.open).toBe(false);
  const [, first, second] = screen.getAllByRole("row", { hidden: true });
  expect(
    within(first!)
      .getAllByRole("cell", { hidden: true })
      .map((cell) => cell.textContent),
  ).toEqual(["61%", "7.3", "1,900"]);
  expect(second!.textContent).toContain("Play S2");
});

it("gives the chance as the reason where the game has none, and no reason where there is none", async () => {
  const { rerender } = render(Advice, { props: { ...props, hint: hint({ action: "play B7", win: 0.613 }) } });
  expect(sentence()).toContain("Play B7: 61% to win with it.");
  await rerender({ ...props, level: "Casual", hint: hint({ action: "play B7" }) });
  expect(sentence()).toContain("Play B7.");
  expect(screen.queryByText("Why?")).toBeNull();
});

it("stands beside the card that it is about", () => {
  const card = document.body.appendChild(document.createElement("button"));
  card.dataset["action"] = "play B7";
  card.getClientRects = () => [{}] as never;
  card.getBoundingClientRect = () => ({ left: 400, width: 80, top: 500, bottom: 600 }) as DOMRect;
  render(Advice, { props: { ...props, hint: hint({ action: "play B7" }) } });
  const bubble = screen.getByRole("note", { name: "Hint" });
  expect(bubble.classList.contains("down")).toBe(true);
  expect(bubble.style.left).toBe("440px"); // a bubble without width, over the middle of the card
});

it("tells of the best few choices only", () => {
  const many = Array.from({ length: 40 }, (_, place) => ({ action: `play B${place}`, win: 1 - place / 40 }));
  render(Advice, { props: { ...props, hint: hint(...many) } });
  expect(screen.getAllByRole("row", { hidden: true })).toHaveLength(6);
});

it("goes away with Escape", async () => {
  const onclose = vi.fn();
  render(Advice, { props: { ...props, hint: hint({ action: "play B7" }), onclose } });
  await fireEvent.keyDown(document.body, { key: "Escape" });
  expect(onclose).toHaveBeenCalledOnce();
});
