/** What pages of clubs share. */

export const ENTRIES = ["open", "request", "invitation"] as const;

/** The address of a club's page; with a dot it would pass for a file's. */
export function clubPath(name: string): string {
  return `/clubs/${encodeURIComponent(name.replaceAll(".", ""))}`;
}

/** The time that a field for date and time holds, in seconds; NaN for none. */
export function secondsOf(written: string): number {
  return new Date(written).getTime() / 1000;
}
