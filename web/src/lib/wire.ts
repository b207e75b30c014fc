/** The wire as the page uses it; the types are made from the server's own (`scripts/wire-types`). */

import type * as made from "./wire.gen";

export type * from "./wire.gen";

/** How one may talk at a table now: freely, by set phrases, or not at all; `law` is the rule that says so. */
export interface TableTalk {
  manner: "free" | "phrases" | "silent";
  law: string | null;
  phrases: string[];
}

export interface Snapshot extends made.Snapshot {
  talk: TableTalk;
}

export interface Events extends made.Events {
  /** Only where it has changed. */
  talk?: TableTalk;
}

export type FromServer =
  | Exclude<made.FromServer, { t: "snapshot" | "events" }>
  | (Omit<Extract<made.FromServer, { t: "snapshot" }>, "d"> & { d: Snapshot })
  | (Omit<Extract<made.FromServer, { t: "events" }>, "d"> & { d: Events });

/** Something that happened, at the table or in the game. */
export type GameEvent = made.Events["events"][number];
/** The one answer that a question to the server gets. */
export type Reply = Extract<FromServer, { t: "ok" | "rejected" | "because" | "hint" }>;
