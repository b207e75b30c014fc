import { cleanup, render, screen, within } from "@testing-library/svelte";
import { afterEach, expect, it } from "vitest";
import Advice from "./Advice.svelte";

afterEach(cleanup);

const words = (action: string) => action.replace("play ", "Play ");
const hint = (...candidates: object[]) => ({ cid: "1", decision: "9", level: "expert", candidates }) as never;

it("tells the choice in a line and what stands behind it", () => {
  render(Advice, {
    props: {
      hint: hint(
        { action: "play B7", win: 0.613, points: 7.25, tries: 1900 },
        { action: "play S2", win: 0.4, points: 5, tries: 100 },
      ),
      level: "Expert",
      words,
    },
  });
  expect(screen.getByRole("status").textContent).toContain("The Expert bot would: Play B7");
  const [, first, second] = screen.getAllByRole("row", { hidden: true });
  expect(
    within(first!)
      .getAllByRole("cell", { hidden: true })
      .map((cell) => cell.textContent),
  ).toEqual(["61%", "7.3", "1,900"]);
  expect(second!.textContent).toContain("Play S2");
});

it("asks nobody to read reasons that there are not", () => {
  render(Advice, { props: { hint: hint({ action: "play B7" }), level: "Casual", words } });
  expect(screen.queryByText("Why?")).toBeNull();
});

it("tells of the best few choices only", () => {
  const many = Array.from({ length: 40 }, (_, place) => ({ action: `play B${place}`, win: 1 - place / 40 }));
  render(Advice, { props: { hint: hint(...many), level: "Expert", words } });
  expect(screen.getAllByRole("row", { hidden: true })).toHaveLength(6);
});
