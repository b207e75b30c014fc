/** What the parts of the moderators' page share. */

import { i18n, told } from "../lib/i18n.svelte";

export const REASONS = ["insult", "spam", "cheating", "stalling", "name", "other"] as const;

export function day(seconds: number): string {
  return new Intl.DateTimeFormat(i18n.language, { dateStyle: "medium", timeStyle: "short" }).format(seconds * 1000);
}

/** A reason in words; a group of texts with a key `other` would pass for a plural. */
export function reasonWords(reason: string): string {
  return told("meeting.reasons", reason === "other" ? "another" : reason, reason);
}
