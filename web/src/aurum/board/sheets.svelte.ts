/** When the sheet of a round is shown: once, when the round is seen to end. */

import type { GameEvent } from "../../lib/wire";

/** Who ended the round by showing which cards. */
interface Proof {
  seat: number;
  shown: string[];
}

/** What may happen while an onlooker still reads the sheet. */
const PASSING = new Set(["RoundScored", "RoundDealt", "HandDealt", "MatchEnded", "finished"]);

export class Sheets {
  shown = $state.raw<{ round: number; proof: Proof | null } | null>(null);
  /** Rounds that have been seen to end; what was over when one came is not shown again. */
  #seen = -1;
  #proof: Proof | null = null;

  /** `over` rounds have ended. Who `joins` in the game closes the sheet; for onlookers the game goes on by itself. */
  follow(over: number, events: readonly GameEvent[], joins: boolean): void {
    const happened = (kind: string) => events.some((event) => event.e === kind);
    const ended = events.find((event) => event.e === "RoundEnded");
    if (ended?.shown?.length) this.#proof = { seat: ended.seat, shown: ended.shown };
    if (this.#seen >= 0 && over > this.#seen && (joins || happened("RoundScored"))) {
      this.shown = { round: over - 1, proof: this.#proof };
      this.#proof = null;
    } else if (this.shown && !joins && events.length && !events.some((event) => PASSING.has(event.e))) this.close();
    this.#seen = over;
  }

  close(): void {
    this.shown = null;
  }
}
