/** What is on screen, which may lag a moment behind what is true so that a person can see it happen.

A game says how a frame is shown: a few beats, each a view and how long it stays. Frames wait their turn. Everything that
is drawn or told follows the stage: view, events and whose turn it is. The turn is told when the last thing that happened
has come to rest, never before. A click ends at once what is being shown. */

import { flushSync } from "svelte";
import { flights } from "./flight";
import type { Frame } from "./link.svelte";
import { pace } from "./pace";
import type { GameEvent, Turn, View } from "./wire";

export interface Beat {
  view: View;
  events: GameEvent[];
  /** At normal pace. */
  ms: number;
  /** When all that flies has landed, where that takes longer than one card; at normal pace. */
  lands?: number;
  /** Whether who plays goes on when they have looked at it. */
  holds?: boolean;
}

/** `V` is the view of the game whose beats they are. */
export type Beats<V extends View = View> = (before: V | null, frame: Frame<V>) => Beat[];

/** More than so many frames are not watched one by one: a tab that slept, or somebody who read for long. */
const MOST_WAITING = 12;
/** When a card that flies has landed, at normal pace. */
const LANDED = 380;

export class Stage {
  view = $state.raw<View | null>(null);
  /** What happened with the beat that is on screen. */
  events = $state.raw<GameEvent[]>([]);
  /** Whose turn it is in what is on screen; nobody's while something is being shown. */
  turn = $state.raw<Turn>({});
  /** Whether what is on screen is the present and has come to rest: words may tell it, and a click means what it shows. */
  settled = $state(true);
  /** Whether it has also been there long enough to be seen. */
  still = $state(true);

  onbeat: (beat: Beat, before: View | null, hurried: boolean) => void = () => {};
  /** Whether somebody plays here, who looks at what holds before it goes on. */
  joined: () => boolean = () => false;

  #queue: Frame[] = [];
  #beats: Beat[] = [];
  #latest: Turn = {};
  #timer = 0;
  /** What comes when the beat on screen has been seen; null when nothing is under way. */
  #then: (() => void) | null = null;
  #held = false;
  #hurried = false;

  constructor(readonly beats: Beats) {}

  push(frame: Frame): void {
    this.#latest = frame.turn;
    if (frame.fresh) this.#jump(frame);
    else if (!this.#then && frame.view === this.view && frame.view) this.#aside(frame.events);
    else {
      this.#queue.push(frame);
      this.settled = this.still = false;
      if (!this.#then) this.#next();
      else if (this.#queue.length > MOST_WAITING) this.finish();
    }
  }

  /** The turn has changed though nothing happened that could be shown. */
  retell(turn: Turn): void {
    this.#latest = turn;
    if (this.settled) this.turn = turn;
  }

  /** Straight to the present, or to what has to be looked at before; what happened is told all the same. */
  finish(): void {
    if (!this.#then || this.#held) return;
    flights.land();
    this.#hurried = true;
    this.#go();
    this.#hurried = false;
  }

  /** What held has been looked at. */
  seen(): void {
    if (!this.#held) return;
    this.#held = false;
    this.#go();
    if (this.#queue.length > MOST_WAITING) this.finish();
  }

  stop(): void {
    clearTimeout(this.#timer);
    flights.land();
    [this.#queue, this.#beats, this.#then, this.#held] = [[], [], null, false];
  }

  #jump(frame: Frame): void {
    this.stop();
    this.#hurried = true;
    if (frame.view !== null) this.#put({ view: frame.view, events: [], ms: 0 });
    this.#hurried = false;
    this.#rest();
  }

  /** What happened at the table and not in the game needs no time to be looked at. */
  #aside(events: GameEvent[]): void {
    this.onbeat({ view: this.view!, events, ms: 0 }, this.view, false);
    this.turn = this.#latest;
  }

  #next(): void {
    this.#then = null;
    while (!this.#beats.length) {
      const frame = this.#queue.shift();
      if (!frame) {
        this.#rest();
        return;
      }
      this.#beats = this.beats(this.view, frame);
    }
    const beat = this.#beats.shift()!;
    const { banks, deadlines } = this.turn;
    this.turn = { ...(banks && { banks }), ...(deadlines && { deadlines }) };
    this.#put(beat);
    if (beat.holds && this.joined()) {
      this.#held = true;
      this.#then = () => this.#next();
    } else if (this.#beats.length || this.#queue.length) {
      const next = () => this.#next();
      // What is shorter than a flight is not watched for itself: what follows may set out meanwhile.
      this.#after(beat.ms, beat.ms < LANDED ? next : () => this.#landed(next));
    } else {
      const landed = Math.min(beat.ms, beat.lands ?? LANDED);
      const tell = () => {
        if (!this.#queue.length) this.#tell();
        this.#after(beat.ms - landed, () => this.#next());
      };
      this.#after(landed, () => this.#landed(tell));
    }
  }

  /** When all that flies has landed: many take longer than one, and a slow machine sets out later. */
  #landed(then: () => void): void {
    this.#then = then;
    if (!this.#hurried) flushSync(); // what flies sets out when the screen has changed
    if (flights.flying) flights.onlanded = () => this.#go();
    else this.#go();
  }

  #after(ms: number, then: () => void): void {
    const wait = this.#hurried || document.visibilityState !== "visible" ? 0 : ms * pace();
    this.#then = then;
    if (wait > 0) this.#timer = window.setTimeout(() => this.#go(), wait);
    else this.#go();
  }

  #go(): void {
    clearTimeout(this.#timer);
    const then = this.#then;
    this.#then = null;
    then?.();
  }

  #tell(): void {
    this.turn = this.#latest;
    this.settled = true;
  }

  #rest(): void {
    this.#tell();
    this.still = true;
  }

  #put(beat: Beat): void {
    const before = this.view;
    flights.hushed = this.#hurried;
    this.view = beat.view;
    this.events = beat.events;
    this.onbeat(beat, before, this.#hurried);
  }
}
