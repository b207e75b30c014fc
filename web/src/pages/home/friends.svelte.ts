/** What friends play, asked for again and again while somebody looks. Only who has an account has friends: for others nothing is
asked. */

import { call, Problem } from "../../lib/api";
import type { Friend, FriendsTable } from "../../lib/wire";

const EVERY = 15_000;

export interface FriendlyTable extends FriendsTable {
  /** The friends who sit there. */
  names: string[];
}

/** The tables of friends, each once. */
export function tablesOf(people: readonly Friend[]): FriendlyTable[] {
  const found: Record<string, FriendlyTable> = {};
  for (const { name, playing, follows, follows_back } of people)
    for (const at of follows && follows_back ? playing : [])
      (found[at.table] ??= { ...at, names: [] }).names.push(name);
  return Object.values(found);
}

export class FriendsNow {
  tables = $state.raw<FriendlyTable[]>([]);
  /** Whether it is an account that looks; unknown until the server has said so. */
  #account: boolean | null = null;

  async look(): Promise<void> {
    try {
      this.#account ??= (await call("GET /api/session")).me?.kind === "account";
      if (this.#account) this.tables = tablesOf((await call("GET /api/friends")).people);
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem; // the tables say that nobody can be reached
    }
  }

  /** Ask now and from now on; what is given back ends it. */
  follow(): () => void {
    void this.look();
    const timer = setInterval(() => document.visibilityState === "visible" && void this.look(), EVERY);
    return () => clearInterval(timer);
  }
}
