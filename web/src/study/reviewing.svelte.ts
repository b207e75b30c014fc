/** A review that fills in while one watches: begun once, then asked after until it is complete. */

import { call, Problem, wordsOf } from "../lib/api";
import { becomeGuest, whoAmI } from "../lib/who";
import type { ShownLevels, ShownReview } from "../lib/wire";

const ASK_EVERY = 500;
const COMPILING_EVERY = 5000;

export type Stand = "wait" | "work" | "compiling" | "failed" | "done";

export class Reviewing {
  told = $state.raw<ShownReview | null>(null);
  levels = $state.raw<ShownLevels | null>(null);
  wrong = $state("");
  lost = $state(false);
  stand = $state<Stand>("wait");
  #turn = 0;
  #gone = false;

  constructor(readonly match: string) {}

  /** Have the choices of a seat looked at; one's own unless given. */
  async begin(seat: number | null): Promise<void> {
    const turn = ++this.#turn;
    [this.told, this.wrong, this.stand] = [null, "", "wait"];
    const path = { match: this.match };
    try {
      // Reviews are counted by person, so that a stranger with a link becomes a guest.
      if (!(await whoAmI())) await becomeGuest();
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      this.#fail(problem);
      return;
    }
    let ask = (): Promise<ShownReview> =>
      call("POST /api/matches/{match}/review", { path, body: seat === null ? {} : { seat } });
    while (turn === this.#turn && !this.#gone) {
      let pause = ASK_EVERY;
      try {
        const told = await ask();
        if (turn !== this.#turn) return;
        this.told = told;
        this.stand = told.progress >= 1 ? "done" : told.review ? "work" : "wait";
        if (this.stand === "done") return;
        ask = () => call("GET /api/matches/{match}/review", { path, query: { seat: told.seat } });
      } catch (problem) {
        if (!(problem instanceof Problem)) throw problem;
        if (problem.code === "compiling") [this.stand, pause] = ["compiling", COMPILING_EVERY];
        else if (problem.status === 429 && this.told) pause = 1000 * Math.max(1, problem.retryAfter);
        else {
          this.#fail(problem);
          return;
        }
      }
      await new Promise((done) => setTimeout(done, pause));
    }
  }

  /** Have the deals played by every level. */
  async beginLevels(): Promise<void> {
    const path = { match: this.match };
    try {
      this.levels = await call("POST /api/matches/{match}/levels", { path });
      while (!this.#gone && this.levels.levels === null) {
        await new Promise((done) => setTimeout(done, 2 * ASK_EVERY));
        this.levels = await call("GET /api/matches/{match}/levels", { path });
      }
    } catch (problem) {
      this.levels = null;
      this.wrong = wordsOf(problem);
    }
  }

  stop(): void {
    this.#gone = true;
  }

  #fail(problem: Problem): void {
    this.stand = "failed";
    this.lost = problem.code === "no_such_match";
    this.wrong = problem.words;
  }
}
