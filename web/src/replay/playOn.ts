/** A table of one's own from a moment of a match: against bots, unrated, with hidden cards hidden. */

import { call } from "../lib/api";
import { i18n } from "../lib/i18n.svelte";
import { place } from "../lib/route.svelte";
import { settings } from "../lib/settings.svelte";

interface From {
  /** The match of this server; none where the record is given. */
  match?: string;
  record?: string;
  /** Which of the file, from 1. */
  which?: number;
  /** As a replay counts them. */
  step: number;
  seat: number;
}

export async function playOn({ match, record, which = 1, step, seat }: From): Promise<void> {
  const name = settings.name.trim() || i18n.text("home.guest");
  const seated = match
    ? await call("POST /api/matches/{match}/play-on", { path: { match }, body: { step, seat, name } })
    : await call("POST /api/replay/play-on", { body: { record: record!, match: which, step, seat, name } });
  place.go(`/t/${seated.table}`);
}
