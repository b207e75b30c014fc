import { expect, it } from "vitest";
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
