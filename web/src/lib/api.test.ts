import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { call, Problem } from "./api";

const busy = (seconds: number) =>
  new Response(JSON.stringify({ code: "too_much", message: "too much" }), {
    status: 429,
    headers: { "retry-after": String(seconds) },
  });
const answers = (...given: Response[]) =>
  vi.stubGlobal(
    "fetch",
    vi.fn(() => Promise.resolve(given.shift()!)),
  );

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a house that has much to do", () => {
  it("is asked again when it says, for what only reads", async () => {
    answers(busy(2), busy(1), new Response(JSON.stringify({ games: [] })));
    const found = call("GET /api/games");
    await vi.advanceTimersByTimeAsync(1900);
    expect(fetch).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1200);
    expect(await found).toEqual({ games: [] });
  });

  it("is not asked for ever, nor waited for long", async () => {
    answers(busy(1), busy(1), busy(1), busy(1));
    const found = expect(call("GET /api/games")).rejects.toBeInstanceOf(Problem);
    await vi.advanceTimersByTimeAsync(5000);
    await found;
    answers(busy(60));
    await expect(call("GET /api/games")).rejects.toMatchObject({ status: 429, retryAfter: 60 });
  });

  it("is not asked twice to do something", async () => {
    answers(busy(1));
    await expect(call("POST /api/guests", { body: { name: "Ada" } })).rejects.toMatchObject({ status: 429 });
    expect(fetch).toHaveBeenCalledTimes(1);
  });
});
