/** What gives way where cards would become too small for a finger: step by step, and no further than needed.

How much room each step leaves is known once it has been seen, so that a step back is taken without trying it. */

import { setOut, type Lying, type Room, type Setting } from "./geometry";

/** First the rows of others, then one's own, at last the track. */
const MOST = 3;

export class Crowding {
  level = $state(0);
  #rooms: (Room | undefined)[] = [];

  /** Another window: what was seen of rooms is worth nothing. */
  anew(): void {
    this.#rooms = [];
    this.level = 0;
  }

  /** The room that the present step leaves. */
  saw(room: Room): void {
    this.#rooms[this.level] = room;
  }

  /** The next step for these cards: up where they do not fit, down as far as they would. */
  step(now: Setting, lying: Lying, wishes: { finger: number; notes: boolean }): void {
    if (!now.roomy) this.level = Math.min(MOST, this.level + 1);
    else {
      const enough = this.#rooms.findIndex((room) => room && setOut(room, lying, wishes).roomy);
      if (enough >= 0 && enough < this.level) this.level = enough;
    }
  }
}
