/** The tables that are there: one's own, those that wait for players, those that can be watched. Asked for again and again
while somebody looks. */

import { call, Problem } from "../../lib/api";
import type { Lobby, MyTables } from "../../lib/wire";

const EVERY = 5000;

export class TablesNow {
  mine = $state.raw<MyTables["tables"]>([]);
  open = $state.raw<Lobby["tables"]>([]);
  #watchable = $state.raw<Lobby["tables"]>([]);
  /** Whether the lists are what the server says now: before its first answer and without a connection nobody knows. */
  standing = $state<"asking" | "known" | "unreachable">("asking");

  /** Where one sits oneself, one does not look on. */
  watchable = $derived(this.#watchable.filter(({ id }) => !this.mine.some((table) => table.id === id)));

  async look(): Promise<void> {
    try {
      const [mine, open, watchable] = await Promise.all([
        call("GET /api/me/tables"),
        call("GET /api/tables"),
        call("GET /api/watch"),
      ]);
      [this.mine, this.open, this.#watchable] = [mine.tables, open.tables, watchable.tables];
      this.standing = "known";
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      this.standing = "unreachable"; // asked again soon, so it is no alarm
    }
  }

  /** Ask now and from now on; what is given back ends it. */
  follow(): () => void {
    const again = () => {
      if (document.visibilityState === "visible") void this.look();
    };
    void this.look();
    const timer = setInterval(again, EVERY);
    addEventListener("online", again);
    return () => {
      clearInterval(timer);
      removeEventListener("online", again);
    };
  }
}
