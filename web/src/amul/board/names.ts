/** What places and rows are called. */

import { told } from "../../lib/i18n.svelte";

export function placeName(place: string): string {
  return told("amul.places", place, place);
}

/** A row of the score pad: a colour or a clan. */
export function rowName(row: string): string {
  return told("amul.rows", row, row);
}
