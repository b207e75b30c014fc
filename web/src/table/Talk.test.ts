import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, expect, it, vi } from "vitest";
import type { TableTalk } from "../lib/wire";
import Talk from "./Talk.svelte";

afterEach(cleanup);

const onclose = vi.fn();

function show(talk: TableTalk) {
  const ask = vi.fn().mockResolvedValue({ t: "ok", d: {} });
  render(Talk, { props: { said: [], lines: [], link: { ask }, talk, onclose } });
  return ask;
}

it("takes any words where talk is free", async () => {
  const ask = show({ manner: "free", law: null, phrases: ["hello"] });
  await fireEvent.input(screen.getByRole("textbox"), { target: { value: "Good evening" } });
  await fireEvent.click(screen.getByRole("button", { name: "Send" }));
  expect(ask).toHaveBeenCalledExactlyOnceWith("say", { text: "Good evening" });
});

it("offers the phrases that the server allows and no others, with the rule that says so", async () => {
  const ask = show({ manner: "phrases", law: "A11.1", phrases: ["thanks", "sorry"] });
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(screen.getByText(/\(A11\.1\)/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Hello!" })).toBeNull();
  await fireEvent.click(screen.getByRole("button", { name: "Thank you." }));
  expect(ask).toHaveBeenCalledExactlyOnceWith("say", { phrase: "thanks" });
});

it("offers nothing to say where nobody may talk", () => {
  show({ manner: "silent", law: null, phrases: [] });
  expect(screen.queryByRole("group", { name: "Say something" })).toBeNull();
  expect(screen.queryByRole("textbox")).toBeNull();
});

it("closes with Escape", async () => {
  show({ manner: "free", law: null, phrases: [] });
  await fireEvent.keyDown(screen.getByRole("textbox"), { key: "Escape" });
  expect(onclose).toHaveBeenCalledOnce();
});
