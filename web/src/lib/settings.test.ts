import { expect, it, vi } from "vitest";

it("is dark until somebody wishes otherwise, and then as they wished", async () => {
  localStorage.clear();
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  const first = await import("./settings.svelte");
  expect(first.settings.theme).toBe("dark");
  first.settings.set({ theme: "light" });
  vi.resetModules();
  const second = await import("./settings.svelte");
  expect(second.settings.theme).toBe("light");
  vi.unstubAllGlobals();
});
