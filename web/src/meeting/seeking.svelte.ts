/** Waiting for others to play with: asked again every two seconds, and over when the page is left. */

import { call, Problem } from "../lib/api";
import type { FinderState, Wish } from "../lib/wire";

export const EVERY = 2000;

export class Seeking {
  state = $state.raw<FinderState | null>(null);
  /** Seconds since one began to wait. */
  waited = $state(0);
  wrong = $state("");
  busy = $state(false);
  #timer: ReturnType<typeof setInterval> | undefined;
  #begun = 0;

  constructor(readonly seated: (table: string) => void) {}

  get waits(): boolean {
    return this.state?.wish != null && !this.state.table;
  }

  async seek(wish: Wish, name: string): Promise<void> {
    this.busy = true;
    this.wrong = "";
    try {
      this.#hear(await call("POST /api/finder", { body: { wish, name } }));
      if (this.waits) {
        this.#begun = Date.now();
        this.waited = 0;
        clearInterval(this.#timer);
        this.#timer = setInterval(() => void this.#again(), EVERY);
      }
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      this.wrong = problem.words;
    }
    this.busy = false;
  }

  async #again(): Promise<void> {
    this.waited = Math.round((Date.now() - this.#begun) / 1000);
    try {
      const state = await call("POST /api/finder/wait");
      if (this.waits) this.#hear(state);
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem; // asked again soon
    }
  }

  #hear(state: FinderState): void {
    this.state = state;
    if (!state.wish || state.table) clearInterval(this.#timer);
    if (state.table) this.seated(state.table);
  }

  /** Wait no longer; also when the page is left, which waits for no answer. */
  stop(): void {
    clearInterval(this.#timer);
    if (!this.waits) return;
    this.state = null;
    navigator.sendBeacon("/api/finder/leave"); // goes out even while the page is torn down
  }
}
