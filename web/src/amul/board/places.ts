/** How much room market, palace and bazaar are given: what each needs at its fullest in a round.

So nothing that lies there moves or grows when a card is taken, which is calmer to look at, and nothing on the table has to
be laid out anew while the card flies. */

import type { Lying } from "./geometry";

export class Places {
  #round = 0;
  #most: Lying = { market: 0, palace: 0, bazaar: 0 };

  /** The same value as before where nothing more is needed. */
  follow(round: number, now: Lying): Lying {
    const most = this.#most;
    if (round !== this.#round) {
      this.#round = round;
      this.#most = now;
    } else if (now.market > most.market || now.palace > most.palace || now.bazaar > most.bazaar) {
      this.#most = {
        market: Math.max(now.market, most.market),
        palace: Math.max(now.palace, most.palace),
        bazaar: Math.max(now.bazaar, most.bazaar),
      };
    }
    return this.#most;
  }
}
