/** "Keep until I say": a wish of this page, which answers the question whether to keep the bids by itself.

It ends with whatever a player should look at before they keep once more: another round, a bid that somebody changed, a bid of
their own side that is made now, or no longer, a move that was taken back. A page that is loaded again asks again. */

import type { AurumView } from "../../lib/wire";

export class Standing {
  /** What the table looked like when it was wished; empty while nothing is. */
  #seen = $state("");
  /** How much was done in the round when it was last looked at: less means that something was taken back. */
  #done = 0;

  get holds(): boolean {
    return this.#seen !== "";
  }

  begin(view: AurumView, seat: number): void {
    this.#seen = situation(view, seat);
    this.#done = view.actions.length;
  }

  end(): void {
    this.#seen = "";
  }

  /** Look whether it still is as it was; the wish is over where it is not. */
  follow(view: AurumView, seat: number): void {
    const back = view.actions.length < this.#done;
    this.#done = view.actions.length;
    if (this.holds && (back || this.#seen !== situation(view, seat))) this.end();
  }
}

function situation(view: AurumView, seat: number): string {
  const own = view.aids.sides.find((side) => side.seats.includes(seat));
  return JSON.stringify([view.aids.round, view.bids, own?.now?.made ?? ""]);
}
