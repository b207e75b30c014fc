import { cleanup, render, screen } from "@testing-library/svelte";
import { createRawSnippet } from "svelte";
import { afterEach, expect, it } from "vitest";
import Empty from "./Empty.svelte";

afterEach(cleanup);

it("says what will stand here, and shows the way to it", () => {
  const children = createRawSnippet(() => ({ render: () => `<a href="/">Play one</a>` }));
  render(Empty, { props: { text: "No match yet.", children } });
  expect(screen.getByText("No match yet.")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Play one" })).toBeTruthy();
  expect(screen.getByTestId("empty").querySelector("[aria-hidden=true] svg")).toBeTruthy();
});
