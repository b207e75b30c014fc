import { afterEach, expect, it, vi } from "vitest";
import { Notices } from "./notices.svelte";

afterEach(() => {
  vi.unstubAllGlobals();
});

it("goes on with an address for mail when one has said again who one is", async () => {
  let proven = false;
  const answer = async (path: string) =>
    path === "/api/me/notices/mail" && !proven
      ? new Response(JSON.stringify({ code: "prove_yourself" }), { status: 403 })
      : new Response(JSON.stringify({ channels: [] }));
  vi.stubGlobal("fetch", vi.fn(answer));
  vi.stubGlobal("isSecureContext", false);
  const notices = new Notices();
  const asked: (() => Promise<boolean>)[] = [];
  notices.onproof = (again) => asked.push(again);
  expect(await notices.addMail("ada@example.org")).toBe(false);
  expect([asked.length, notices.wrong]).toEqual([1, ""]);
  proven = true;
  expect(await asked[0]!()).toBe(true);
});
