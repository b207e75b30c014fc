/** The wire as the page uses it; the types are made from the server's own (`scripts/wire-types`). */

import type * as made from "./wire.gen";

export type * from "./wire.gen";

/** Something that happened, at the table or in the game. */
export type GameEvent = made.Events["events"][number];
/** The one answer that a question to the server gets. */
export type Reply = Extract<made.FromServer, { t: "ok" | "rejected" | "because" | "hint" }>;
