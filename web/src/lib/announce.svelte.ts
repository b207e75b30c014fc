import { untrack } from "svelte";

/** What a screen reader says: one polite line for what happened, one that interrupts for what went wrong. */

class Announcer {
  polite = $state("");
  urgent = $state("");

  say(text: string): void {
    // The same sentence twice is only read again when the text changes, so a space makes it new. Untracked: an effect that
    // says something must not wait for what it has said itself.
    this.polite = text === untrack(() => this.polite) ? `${text}\u00a0` : text;
  }

  alarm(text: string): void {
    this.urgent = text === untrack(() => this.urgent) ? `${text}\u00a0` : text;
  }
}

export const announcer = new Announcer();
