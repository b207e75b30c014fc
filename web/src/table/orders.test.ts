import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, expect, it, vi } from "vitest";
import { Link } from "../lib/link.svelte";
import InAdvance from "./InAdvance.svelte";
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

const words = (action: string) => action;
const over = () => screen.queryByText(/no longer stands/);

/** A table at which this stands, and its line. `tell` is what the server says next. */
function stands(...orders: string[]) {
  const turn = (now: string[]) => ({ orders: now, may_order: ["keep", "take oil"] });
  vi.stubGlobal("WebSocket", vi.fn()); // a link opens one; here nothing goes over it
  const link = new Link("abc");
  link.turn = turn(orders);
  const ask = vi.spyOn(link, "ask").mockResolvedValue({ t: "ok", d: {} } as never);
  render(Orders, { props: { link, words } });
  const tell = async (...now: string[]) => {
    link.turn = turn(now);
    await tick();
  };
  return { link, ask, tell };
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("does not say that what one takes back ended by itself, though others act meanwhile", async () => {
  const { ask, tell } = stands("keep");
  await fireEvent.click(screen.getByRole("button", { name: "Take it back" }));
  expect(ask).toHaveBeenCalledExactlyOnceWith("order", { actions: [] });
  await tell("keep");
  await tell();
  expect([screen.queryByTestId("orders"), over()]).toEqual([null, null]);
});

it("nor what one unticks in the menu, all of it or a part", async () => {
  const { link, tell } = stands("keep", "take oil");
  render(InAdvance, { props: { link, words } });
  await fireEvent.click(screen.getByRole("checkbox", { name: "keep 1" }));
  await tell("take oil");
  await fireEvent.click(screen.getByRole("checkbox", { name: "take oil" }));
  await tell();
  expect([screen.queryByTestId("orders"), over()]).toEqual([null, null]);
});

it("says that it ended where one did not take it back", async () => {
  const { tell } = stands("keep");
  await tell();
  expect(over()).toBeTruthy();
});

it("says so again of what was said anew on another page, and where taking back was refused", async () => {
  const { ask, tell } = stands("keep");
  await fireEvent.click(screen.getByRole("button", { name: "Take it back" }));
  await tell();
  await tell("keep");
  await tell();
  expect(over()).toBeTruthy();
  await tell("keep");
  ask.mockResolvedValue({ t: "rejected", d: { code: "busy" } } as never);
  await fireEvent.click(screen.getByRole("button", { name: "Take it back" }));
  await tell();
  expect(over()).toBeTruthy();
});
