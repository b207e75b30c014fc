import { mount, unmount } from "svelte";
import { afterEach, expect, it } from "vitest";
import { fetchPictures } from "../games";
import type { BookTold } from "../lib/wire";
import BookText from "./BookText.svelte";

let shown: ReturnType<typeof mount> | undefined;

afterEach(async () => {
  if (shown) await unmount(shown);
  document.body.innerHTML = "";
});

it("sets what we ruled apart from what the rulebooks say", async () => {
  const rules = [
    { id: "A3.1", text: "Everyone lays a card.", editions: [], ruling: "" },
    { id: "A3.4", text: "It cannot be played.", editions: [], ruling: "No rulebook says so." },
  ];
  const book = { chapters: [{ id: "A3", title: "Bidding", rules }] } as unknown as BookTold;
  const pictures = (await fetchPictures("aurum")).default;
  const props = { book, target: "", differing: new Set<string>(), pictures };
  shown = mount(BookText, { target: document.body, props });
  expect(document.querySelector('[data-rule="A3.1"] [data-ruling]')).toBeNull();
  const ruled = document.querySelector('[data-rule="A3.4"]')!;
  expect(ruled.querySelector("p")!.textContent.trim()).toBe("It cannot be played.");
  expect(ruled.querySelector("[data-ruling]")!.textContent).toBe("Our ruling: No rulebook says so.");
});
