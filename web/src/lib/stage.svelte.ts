/** What is on screen, which may lag a moment behind what is true so that a person can see it happen.

A game says how a frame is shown: a few beats, each a view and how long it stays. Frames wait their turn; when too many
wait (a tab that slept), the page goes straight to the present. */

import type { Frame } from "./link.svelte";
import { settings } from "./settings.svelte";
import type { GameEvent, View } from "./wire";

export interface Beat {
  view: View;
  events: GameEvent[];
  /** At normal pace. */
  ms: number;
}

/** `V` is the view of the game whose beats they are. */
export type Beats<V extends View = View> = (before: V | null, frame: Frame<V>) => Beat[];

const MOST_WAITING = 12;
const PACES = { slow: 1.8, normal: 1, fast: 0.35, none: 0 } as const;

export class Stage {
  view = $state.raw<View | null>(null);
  /** What happened with the beat that is on screen. */
  events = $state.raw<GameEvent[]>([]);
  /** Whether what is on screen is the present, so that a click means what it shows. */
  settled = $state(true);
  /** Whether it has also been there long enough to be seen. */
  still = $state(true);

  onbeat: (beat: Beat, before: View | null) => void = () => {};

  #queue: Frame[] = [];
  #running = false;
  #stopped = false;

  constructor(readonly beats: Beats) {}

  push(frame: Frame): void {
    if (frame.fresh || this.#queue.length >= MOST_WAITING) {
      this.#queue.length = 0;
      if (frame.view !== null) this.#put({ view: frame.view, events: [], ms: 0 });
      return;
    }
    this.#queue.push(frame);
    this.settled = this.still = false;
    if (!this.#running) void this.#run();
  }

  stop(): void {
    this.#stopped = true;
    this.#queue.length = 0;
  }

  async #run(): Promise<void> {
    this.#running = true;
    for (let frame = this.#queue.shift(); frame && !this.#stopped; frame = this.#queue.shift()) {
      const beats = this.beats(this.view, frame);
      for (const [number, beat] of beats.entries()) {
        this.#put(beat);
        this.settled = number === beats.length - 1 && !this.#queue.length;
        const ms = beat.ms * PACES[settings.pace];
        if (ms > 0 && document.visibilityState === "visible") await new Promise((after) => setTimeout(after, ms));
      }
    }
    this.#running = false;
    this.settled = this.still = true;
  }

  #put(beat: Beat): void {
    const before = this.view;
    this.view = beat.view;
    this.events = beat.events;
    this.onbeat(beat, before);
  }
}
