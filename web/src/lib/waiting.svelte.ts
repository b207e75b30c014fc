/** The tables that wait for one, wherever in the page one is. Asked for now and then, and when there is a reason to. */

import { call, Problem } from "./api";
import type { Waiting } from "./wire";

const EVERY = 60_000;

class WaitingTables {
  tables = $state.raw<Waiting["tables"]>([]);

  /** Those beside the one that is open. */
  besides(path: string): Waiting["tables"] {
    return this.tables.filter(({ table }) => path !== `/t/${table}`);
  }

  async look(): Promise<void> {
    try {
      this.tables = (await call("GET /api/me/waiting")).tables;
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem; // what was last known stays
    }
  }

  /** Ask from now on; what is given back ends it. */
  follow(): () => void {
    const again = () => {
      if (document.visibilityState === "visible") void this.look();
    };
    // Only pages with an address of https, or of this machine, have one.
    const worker = "serviceWorker" in navigator ? navigator.serviceWorker : null;
    const timer = setInterval(again, EVERY);
    document.addEventListener("visibilitychange", again);
    worker?.addEventListener("message", again);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", again);
      worker?.removeEventListener("message", again);
    };
  }
}

export const waiting = new WaitingTables();
