import { expect, it } from "vitest";
import { clubPath, secondsOf } from "./club";

it("writes an address that is no file's", () => {
  expect(clubPath("St. Anne’s geese")).toBe("/clubs/St%20Anne%E2%80%99s%20geese");
});

it("reads a date as the browser's clock means it", () => {
  expect(secondsOf("2026-11-20T19:30")).toBe(new Date(2026, 10, 20, 19, 30).getTime() / 1000);
  expect(secondsOf("")).toBeNaN();
});
