/** One's own tables in the order in which they want one, and how many are in sight at first. */

import type { MyTables } from "../../lib/wire";

type Table = MyTables["tables"][number];

/** As many as leave the covers in sight: who plays more at once asks for the rest. */
export const AT_FIRST = 3;

/** Those at which it is one's turn first; otherwise as they came. */
export function inOrder(tables: readonly Table[]): Table[] {
  return [...tables.filter((one) => one.your_turn), ...tables.filter((one) => !one.your_turn)];
}
