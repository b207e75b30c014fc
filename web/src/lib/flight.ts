/** Cards fly from where they lay to where they go.

Places are named in the markup (`data-spot="hand:B7"`); a game tells from what happened which thing flies from which
place to which. What is seen to fly is a copy in a layer of its own above the board: nothing is clipped or covered, and
only transform and opacity change. All places are measured before anything is set going.

What sets out together ends together: the copy of a card that has landed lies where the card lies until the last one has
landed. So a machine draws the table anew once when they set out and once at the end, and not for each that lands. */

import { isCalm, pace } from "./pace";

export interface Flight {
  /** The first of these that was on screen. */
  from: readonly string[];
  /** The first of these that is on screen now. */
  to: readonly string[];
  /** Whether what is seen is the thing as it left; then nothing of it stays. Else it is the thing where it arrives. */
  leaves?: boolean;
  /** Whether its back is up first and it is turned over on its way. */
  turns?: boolean;
  /** Milliseconds at normal pace. */
  delay?: number;
}

interface Spot {
  element: HTMLElement;
  box: DOMRect;
}
type Spots = Map<string, Spot>;

interface Planned {
  flight: Flight;
  from: DOMRect;
  to: DOMRect;
  face: HTMLElement;
  back: HTMLElement | null;
  /** What is hidden until it has arrived. */
  target: HTMLElement | null;
}

const FLIGHT = 340;
const SLIDE = 240;
const FADE = 160;
const GLIDE = "cubic-bezier(.22,.72,.24,1)";
/** When what leaves begins to fade, as a part of its way in time. */
const FADING = 0.25;
/** A card seen from its edge. Not quite nothing: what has no width at all leaves the picture, and coming back into it has the
table drawn anew. */
const EDGE = "scaleX(.001)";
/** Copies are pictures only: nobody may find, click or read them. */
const NAMES = ["data-spot", "data-action", "data-card", "data-testid", "data-slides", "id", "aria-label", "role"];

/** What is under way on the screen, so that a click can end it. */
class Flights {
  /** Whether what comes on screen is simply there, because somebody hurries. */
  hushed = false;
  /** Called once, when the last that flies has landed by itself. */
  onlanded: (() => void) | null = null;
  #running = new Set<Animation>();
  #ghosts = new Set<HTMLElement>();

  run(element: HTMLElement, frames: Keyframe[], options: KeyframeAnimationOptions): Animation {
    const animation = element.animate(frames, options);
    this.#running.add(animation);
    const over = () => this.#running.delete(animation);
    animation.finished.then(over, over);
    return animation;
  }

  hold(ghost: HTMLElement, animation: Animation): void {
    this.#ghosts.add(ghost);
    const over = () => {
      if (!this.#ghosts.delete(ghost)) return;
      ghost.remove();
      if (this.flying) return;
      const landed = this.onlanded;
      this.onlanded = null;
      landed?.();
    };
    animation.finished.then(over, over);
  }

  get flying(): boolean {
    return this.#ghosts.size > 0;
  }

  /** Everything is where it goes, at once. */
  land(): void {
    this.onlanded = null;
    for (const animation of this.#running) animation.cancel();
    for (const ghost of this.#ghosts) ghost.remove();
    this.#running.clear();
    this.#ghosts.clear();
  }
}

export const flights = new Flights();

/** The flights of one board; `layer` is an element that covers it, with the back of a card inside (`data-back`). */
export class Motion {
  #spots: Spots = new Map();
  #due: readonly Flight[] = [];
  /** Of what leaves, before it is gone or has become something else. */
  #left = new Map<string, HTMLElement>();

  /** Before the screen changes. */
  before(root: HTMLElement | undefined, due: readonly Flight[]): void {
    this.#due = [];
    this.#left.clear();
    if (!root || !moving()) return;
    this.#spots = spotsIn(root);
    this.#due = due;
    for (const { from, leaves } of due) {
      const spot = leaves ? from.find((name) => this.#spots.has(name)) : undefined;
      if (spot) this.#left.set(spot, copy(this.#spots.get(spot)!.element));
    }
  }

  /** After it has changed. */
  after(root: HTMLElement | undefined, layer: HTMLElement | undefined): void {
    const due = this.#due;
    this.#due = [];
    if (!root || !layer || !moving()) return;
    const now = spotsIn(root);
    const planned = due.flatMap((flight) => this.#plan(flight, now, layer));
    if (isCalm()) {
      for (const { target } of planned) if (target) fade(target);
      return;
    }
    const corner = layer.getBoundingClientRect();
    const arriving = new Set(planned.map(({ target }) => target));
    const slides = slidesOf(this.#spots, now, arriving);
    const whole = Math.max(SLIDE, ...planned.map(({ flight }) => (flight.delay ?? 0) + FLIGHT));
    for (const one of planned) launch(layer, corner, one, whole);
    for (const { element, dx, dy } of slides)
      flights.run(
        element,
        along({ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }, 0, SLIDE / whole),
        { duration: whole * quick() },
      );
  }

  #plan(flight: Flight, now: Spots, layer: HTMLElement): Planned[] {
    const start = flight.from.find((name) => this.#spots.has(name));
    const end = flight.to.map((name) => now.get(name)).find(Boolean);
    if (!start || !end) return [];
    const from = this.#spots.get(start)!.box;
    const back = flight.turns ? layer.querySelector<HTMLElement>("[data-back]") : null;
    if (flight.leaves) return [{ flight, from, to: end.box, face: this.#left.get(start)!, back: null, target: null }];
    return [{ flight, from, to: end.box, face: copy(end.element), back: back && copy(back), target: end.element }];
  }
}

function moving(): boolean {
  return !flights.hushed && document.visibilityState === "visible" && pace() > 0;
}

/** Times of flights: slow is not as slow as for reading, fast is still to be seen. */
function quick(): number {
  return Math.max(0.45, Math.min(1.5, pace()));
}

/** Where everything is. A place with an end (`market:silk:2`) is known by its beginning too; the last on screen counts. */
function spotsIn(root: HTMLElement): Spots {
  const spots: Spots = new Map();
  for (const element of root.querySelectorAll<HTMLElement>("[data-spot]")) {
    const face = element.querySelector<HTMLElement>("[data-face]") ?? element;
    const box = face.getBoundingClientRect();
    if (!box.width) continue;
    const name = element.dataset["spot"]!;
    spots.set(name, { element, box });
    const short = name.split(":").slice(0, -1).join(":");
    if (short.includes(":") && !spots.has(short)) spots.set(short, { element, box });
  }
  return spots;
}

/** What lay there before and lies elsewhere now, such as a hand that closes up. */
function slidesOf(before: Spots, now: Spots, arriving: Set<HTMLElement | null>) {
  return [...now].flatMap(([name, { element, box }]) => {
    const was = before.get(name);
    if (!was || !("slides" in element.dataset) || element.dataset["spot"] !== name || arriving.has(element)) return [];
    const [dx, dy] = [was.box.left - box.left, was.box.top - box.top];
    const far = Math.abs(dx) + Math.abs(dy);
    return far > 3 && far < 500 ? [{ element, dx, dy }] : [];
  });
}

function copy(element: HTMLElement): HTMLElement {
  const made = element.cloneNode(true) as HTMLElement;
  made.hidden = false;
  // Of a drawing that is there in several sizes only the one that is seen flies: the others would be built for nothing.
  const drawn = made.querySelectorAll("[data-size]");
  element.querySelectorAll("[data-size]").forEach((one, place) => {
    if (getComputedStyle(one).display === "none") drawn[place]?.remove();
  });
  for (const loose of made.querySelectorAll(".sr, .note")) loose.remove();
  for (const one of [made, ...made.querySelectorAll<HTMLElement>("*")])
    for (const name of NAMES) one.removeAttribute(name);
  return made;
}

function fade(element: HTMLElement): void {
  flights.run(element, [{ opacity: 0 }, { opacity: 1 }], { duration: FADE });
}

/** From one look to another between two moments of a flight of several, and at rest before and after. */
function along(from: Keyframe, to: Keyframe, begins: number, ends: number, easing = GLIDE): Keyframe[] {
  return [
    { ...from, offset: 0 },
    { ...from, offset: begins, easing },
    { ...to, offset: ends },
    { ...to, offset: 1 },
  ];
}

/** `whole` is how long all take that set out together, in milliseconds at normal pace. */
function launch(layer: HTMLElement, corner: DOMRect, one: Planned, whole: number): void {
  const { flight, from, to, face, back, target } = one;
  const home = flight.leaves ? from : to;
  const away = flight.leaves ? to : from;
  const dx = away.left + away.width / 2 - home.left - home.width / 2;
  const dy = away.top + away.height / 2 - home.top - home.height / 2;
  if (Math.abs(dx) + Math.abs(dy) < 4 && !back) return;
  const scale = Math.min(1.8, Math.max(0.3, away.height / home.height));
  const ghost = document.createElement("div");
  ghost.dataset["flying"] = "";
  const { style } = ghost;
  style.cssText = "position:absolute;will-change:transform,opacity;pointer-events:none";
  style.left = `${home.left - corner.left}px`;
  style.top = `${home.top - corner.top}px`;
  style.width = `${home.width}px`;
  style.height = `${home.height}px`;
  style.setProperty("--card-w", `${home.width}px`);
  ghost.append(face);
  if (back) {
    back.style.cssText += ";position:absolute;inset:0";
    ghost.append(back);
  }
  layer.append(ghost);

  const timing = { duration: whole * quick(), fill: "both" } as const;
  const begins = (flight.delay ?? 0) / whole;
  const ends = begins + FLIGHT / whole;
  const there = { transform: `translate(${dx}px, ${dy}px) scale(${scale})` };
  const here = { transform: "none" };
  const [start, goal] = flight.leaves ? [here, there] : [there, here];
  flights.hold(ghost, flights.run(ghost, along(start, goal, begins, ends), timing));
  if (flight.leaves)
    flights.run(ghost, along({ opacity: 1 }, { opacity: 0 }, begins + FADING * (ends - begins), ends), timing);
  if (back) {
    const middle = (begins + ends) / 2;
    const [flat, edge] = [{ transform: "none" }, { transform: EDGE }];
    flights.run(back, along(flat, edge, begins, middle, "linear"), timing);
    flights.run(face, along(edge, flat, middle, ends, "linear"), timing);
  }
  // An animation hides what is still on its way, so that nothing is left hidden when flights end early.
  // Words that belong to it (`data-whole`) wait, too.
  const hidden = target?.closest<HTMLElement>("[data-whole]") ?? target;
  if (hidden) flights.run(hidden, [{ opacity: 0 }, { opacity: 0 }], { duration: whole * quick() });
}
