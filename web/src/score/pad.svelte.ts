/** A score pad: what was entered is kept on this device, and counted by the server's rules whenever it can be reached. */

import { Problem } from "../lib/api";

/** counted: the result is of what stands there. waiting: it will be counted when the connection is back.
    refused: the rules do not know such entries, and `refusal` says why. */
export type Standing = "empty" | "counting" | "counted" | "waiting" | "refused";

interface Kept<E, R> {
  entries: E;
  past: E[];
  result: R | null;
  /** The entries that `result` is of, as text. */
  of: string;
}

const MOST_PAST = 50;
const AGAIN_AFTER = 5000;
/** Whoever taps quickly is counted once. */
const PAUSE = 250;

export class Pad<E, R> {
  entries = $state.raw() as E;
  result = $state.raw<R | null>(null);
  standing = $state<Standing>("empty");
  refusal = $state.raw<Problem | null>(null);
  #past = $state.raw<E[]>([]);
  #of = "";
  #turn = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #online = () => void this.count();

  constructor(
    readonly place: string,
    readonly empty: E,
    readonly isEmpty: (entries: E) => boolean,
    readonly send: (entries: E) => Promise<R>,
    readonly store: Pick<Storage, "getItem" | "setItem"> = localStorage,
  ) {
    const kept = this.#read();
    this.entries = kept.entries;
    this.#past = kept.past;
    this.result = kept.result;
    this.#of = kept.of;
    if (this.#of === JSON.stringify(this.entries) && this.result) this.standing = "counted";
    addEventListener("online", this.#online);
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  /** New entries; the old ones can be had back. */
  change(entries: E): void {
    this.#past = [...this.#past.slice(1 - MOST_PAST), this.entries];
    this.#put(entries);
  }

  undo(): void {
    const before = this.#past.at(-1);
    if (before === undefined) return;
    this.#past = this.#past.slice(0, -1);
    this.#put(before);
  }

  /** Ask the rules. What cannot be sent now waits, and is tried again. */
  async count(): Promise<void> {
    clearTimeout(this.#timer);
    const turn = ++this.#turn;
    const entries = this.entries;
    this.refusal = null;
    if (this.isEmpty(entries)) {
      [this.result, this.standing] = [null, "empty"];
      return;
    }
    if (this.standing !== "waiting") this.standing = "counting";
    try {
      const result = await this.send(entries);
      if (turn !== this.#turn) return; // something else has been entered meanwhile
      this.result = result;
      this.#of = JSON.stringify(entries);
      this.standing = "counted";
      this.#keep();
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      if (turn !== this.#turn) return;
      const later = problem.status === 0 || problem.status === 429 || problem.status >= 500;
      this.standing = later ? "waiting" : "refused";
      if (later) this.#timer = setTimeout(() => void this.count(), Math.max(AGAIN_AFTER, problem.retryAfter * 1000));
      else this.refusal = problem;
    }
  }

  close(): void {
    this.#turn++;
    clearTimeout(this.#timer);
    removeEventListener("online", this.#online);
  }

  #put(entries: E): void {
    this.entries = entries;
    this.#keep();
    this.#turn++; // an answer that is on its way is of the old entries
    if (this.standing !== "waiting") this.standing = "counting";
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.count(), PAUSE);
  }

  #keep(): void {
    const kept: Kept<E, R> = { entries: this.entries, past: this.#past, result: this.result, of: this.#of };
    try {
      this.store.setItem(this.place, JSON.stringify(kept));
    } catch {
      // a private window may refuse; the pad then lasts as long as the page
    }
  }

  #read(): Kept<E, R> {
    const nothing: Kept<E, R> = { entries: this.empty, past: [], result: null, of: "" };
    try {
      const kept = JSON.parse(this.store.getItem(this.place) ?? "null") as Partial<Kept<E, R>> | null;
      return kept?.entries ? { ...nothing, ...kept } : nothing;
    } catch {
      return nothing; // something else lies there
    }
  }
}

/** What the server knows and seldom changes: the newest when it can be reached, else what it said last. */
export async function lastKnown<T>(
  name: string,
  ask: () => Promise<T>,
  store: Pick<Storage, "getItem" | "setItem"> = localStorage,
): Promise<T> {
  const place = `karat.known.${name}`;
  try {
    const told = await ask();
    try {
      store.setItem(place, JSON.stringify(told));
    } catch {
      // then it is asked for again next time
    }
    return told;
  } catch (problem) {
    const kept = store.getItem(place);
    if (kept === null) throw problem;
    return JSON.parse(kept) as T;
  }
}
