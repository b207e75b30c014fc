import { expect, test } from "vitest";
import type { MyTables } from "../../lib/wire";
import { inOrder } from "./mine";

const table = (id: string, yours: boolean) => ({ id, your_turn: yours }) as MyTables["tables"][number];

test("tables that wait for one come first, and otherwise stay as they came", () => {
  const found = inOrder([table("a", false), table("b", true), table("c", false), table("d", true)]);
  expect(found.map(({ id }) => id)).toEqual(["b", "d", "a", "c"]);
});
