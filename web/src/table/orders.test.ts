import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, expect, it, vi } from "vitest";
import Orders from "./Orders.svelte";
import { overtaken, toggled } from "./orders";

it("tells only of what somebody else has overtaken", () => {
  expect(overtaken(["keep"], [], ["keep"])).toEqual(["keep"]);
  expect(overtaken(["take gem", "take oil"], ["take oil"], ["take oil"])).toEqual([]); // it is gone
  expect(overtaken(["keep"], ["keep"], ["keep"])).toEqual([]);
});

it("puts what is wanted in the order in which it was chosen", () => {
  expect(toggled(["take gem"], "take oil")).toEqual(["take gem", "take oil"]);
  expect(toggled(["take gem", "take oil"], "take gem")).toEqual(["take oil"]);
});

afterEach(cleanup);

const ask = vi.fn(() => Promise.resolve({ t: "ok" }));
const told = (...orders: string[]) => ({ link: { turn: { orders, may_order: ["keep"] }, ask } as never });
const words = (action: string) => action;
const over = () => screen.queryByText(/no longer stands/);

it("does not say that what one takes back ended by itself, though others act meanwhile", async () => {
  const { rerender } = render(Orders, { props: { ...told("keep"), words } });
  await fireEvent.click(screen.getByRole("button", { name: "Take it back" }));
  expect(ask).toHaveBeenCalledExactlyOnceWith("order", { actions: [] });
  await rerender(told("keep"));
  await rerender(told());
  expect([screen.queryByTestId("orders"), over()]).toEqual([null, null]);
});

it("says that it ended where one did not take it back", async () => {
  const { rerender } = render(Orders, { props: { ...told("keep"), words } });
  await rerender(told());
  expect(over()).toBeTruthy();
});
