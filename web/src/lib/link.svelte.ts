/** A table over the socket: what this seat has been sent, and a way to answer that survives a lost connection.

Every question to the server has a `cid` and is sent again after each reconnection until it is answered; the server does
it once. `since` brings what was missed, so a tab that slept catches up by itself. */

import type { Events, FromServer, GameEvent, Reply, Said, Snapshot, Turn, View } from "./wire";
import { VERSION } from "./wire.gen";

export type Health = "connecting" | "live" | "lost" | "gone";

export interface Frame<V extends View = View> {
  events: GameEvent[];
  view: V | null;
  turn: Turn;
  /** Whether it is a whole picture, not something that happened. */
  fresh: boolean;
  /** With a whole picture: what happened before it. */
  past?: GameEvent[];
}

interface Waiting {
  kind: string;
  frame: string;
  settle: (answer: Reply) => void;
}

const LONGEST_WAIT = 8000;
const SILENCE = 25_000;

export class Link {
  health = $state<Health>("connecting");
  snapshot = $state.raw<Snapshot | null>(null);
  view = $state.raw<View | null>(null);
  turn = $state.raw<Turn>({});
  /** Of a question that waits for its answer, and of a move until what it did has been heard: nothing is clicked twice. */
  busy = $state(false);
  /** What this page says in advance, until it is so: what is gone and was not taken out of it has ended by itself. */
  ordered: readonly string[] | null = null;
  /** Why the table cannot be followed at all. */
  refusal = $state("");

  onframe: (frame: Frame) => void = () => {};
  /** The turn has changed and nothing else. */
  onturn: (turn: Turn) => void = () => {};
  /** What spectators say to each other. */
  onasides: (said: Said[]) => void = () => {};

  #socket: WebSocket | null = null;
  #seq = 0;
  #tries = 0;
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing on screen follows it; `busy` tells of it
  #waiting = new Map<string, Waiting>();
  #timer = 0;
  #heard = 0;
  /** The number of the frame that tells what the last move did; the answer that it is stored comes before it. */
  #due = 0;
  #closed = false;

  constructor(
    readonly table: string,
    readonly password = "",
  ) {
    addEventListener("online", this.#wake);
    document.addEventListener("visibilitychange", this.#wake);
    this.#connect();
    this.#watch();
  }

  close(): void {
    this.#closed = true;
    removeEventListener("online", this.#wake);
    document.removeEventListener("visibilitychange", this.#wake);
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  act(action: string): Promise<Reply> {
    return this.ask("act", { decision: this.turn.decision ?? "", action });
  }

  /** Say what is done when one is asked, the most wanted first; nothing takes it back. */
  async order(actions: readonly string[]): Promise<Reply> {
    const before = this.ordered;
    this.ordered = actions;
    const answer = await this.ask("order", { actions });
    if (answer.t === "rejected") this.ordered = before;
    return answer;
  }

  /** Send something that gets one answer, and wait for it however often the connection breaks. */
  ask(kind: string, inside: Record<string, unknown>): Promise<Reply> {
    const cid = crypto.randomUUID().replaceAll("-", "");
    const frame = JSON.stringify({ v: VERSION, t: kind, table: this.table, d: { cid, ...inside } });
    return new Promise((settle) => {
      this.#waiting.set(cid, { kind, frame, settle });
      this.#count();
      this.#send(frame);
    });
  }

  /** Send something that needs no answer. */
  tell(kind: string, inside: Record<string, unknown> = {}): void {
    this.#send(JSON.stringify({ v: VERSION, t: kind, table: this.table, d: inside }));
  }

  #wake = (): void => {
    if (document.visibilityState !== "visible" || this.#closed) return;
    if (this.#socket?.readyState === WebSocket.OPEN) this.tell("ping");
    else this.#connect();
  };

  #connect(): void {
    if (
      this.#closed ||
      this.#socket?.readyState === WebSocket.CONNECTING ||
      this.#socket?.readyState === WebSocket.OPEN
    )
      return;
    clearTimeout(this.#timer);
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
    this.#socket = socket;
    socket.onopen = () => {
      this.#heard = Date.now();
      this.tell("hello", { since: this.#seq, password: this.password, views: true, past: true });
    };
    socket.onmessage = (message) => this.#hear(JSON.parse(message.data as string) as FromServer);
    socket.onclose = () => {
      if (this.#socket !== socket || this.#closed) return;
      if (this.health !== "gone") this.health = this.snapshot ? "lost" : "connecting";
      this.#later();
    };
  }

  #later(): void {
    if (this.health === "gone") return;
    const wait = Math.min(LONGEST_WAIT, 250 * 2 ** this.#tries++) * (0.7 + 0.6 * Math.random());
    this.#timer = window.setTimeout(() => this.#connect(), wait);
  }

  /** A connection can die without a word; who is not heard of for long is called anew. */
  #watch(): void {
    const look = () => {
      if (this.#closed) return;
      const silent = Date.now() - this.#heard;
      if (this.#socket?.readyState === WebSocket.OPEN) {
        if (silent > 2 * SILENCE) this.#socket.close();
        else if (silent > SILENCE) this.tell("ping");
      }
      setTimeout(look, SILENCE / 2);
    };
    setTimeout(look, SILENCE / 2);
  }

  #send(frame: string): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(frame);
  }

  #hear(frame: FromServer): void {
    this.#heard = Date.now();
    if (frame.seq != null && (frame.t === "snapshot" || frame.t === "events")) {
      if (frame.t === "events" && frame.seq <= this.#seq) return; // told before the connection broke
      this.#seq = frame.seq;
    }
    switch (frame.t) {
      case "snapshot":
        this.health = "live";
        this.#tries = 0;
        this.snapshot = frame.d;
        this.#due = 0; // a whole picture has it all
        this.#show([], frame.d.view, frame.d.turn ?? {}, frame.d.past ?? []);
        for (const waiting of this.#waiting.values()) this.#send(waiting.frame);
        break;
      case "events":
        if (this.health !== "live") {
          this.health = "live";
          this.#tries = 0;
          for (const waiting of this.#waiting.values()) this.#send(waiting.frame);
        }
        this.#fold(frame.d);
        this.#show(frame.d.events, frame.d.view, frame.d.turn ?? null);
        break;
      case "turn":
        this.health = "live";
        this.turn = frame.d;
        this.onturn(frame.d);
        for (const waiting of this.#waiting.values()) this.#send(waiting.frame);
        break;
      case "ok":
      case "rejected":
      case "because":
      case "hint":
        this.#settle(frame);
        break;
      case "asides":
        this.onasides((frame.d.said as Said[]).map((line) => ({ ...line, e: "said" })));
        break;
      case "restart":
        this.health = "lost";
        this.#socket?.close();
        break;
      case "ping":
        this.tell("pong", { n: frame.d.n ?? 0 });
        break;
    }
    this.#count();
  }

  #count(): void {
    this.busy = this.#waiting.size > 0 || this.#due > this.#seq;
  }

  #settle(frame: Reply): void {
    const cid = frame.d.cid ?? "";
    const waiting = this.#waiting.get(cid);
    if (waiting && frame.t === "rejected" && frame.d.retry_after) {
      setTimeout(() => this.#send(waiting.frame), 1000 * frame.d.retry_after);
    } else if (waiting) {
      this.#waiting.delete(cid);
      if (waiting.kind === "act" && frame.t === "ok") this.#due = frame.seq ?? 0;
      waiting.settle(frame);
    } else if (frame.t === "rejected" && frame.d.code === "seat_lost" && this.snapshot) {
      // Whose seat is somebody else's now comes anew, as who may look on or may not.
      this.snapshot = null;
      this.#seq = 0;
      this.#socket?.close();
    } else if (frame.t === "rejected" && !this.snapshot) {
      this.refusal = frame.d.code; // the answer to our hello: no such table, or not for us
      this.health = "gone";
      this.#socket?.close();
    }
  }

  /** What the events of a table change beside the view: who sits where, whether it has begun, what is asked. */
  #fold({ events, talk }: Events): void {
    const before = this.snapshot;
    if (!before) return;
    const now: Snapshot = { ...before, seats: [...before.seats], talk: talk ?? before.talk };
    for (const event of events) foldTableEvent(now, event);
    this.snapshot = now;
  }

  #show(events: GameEvent[], seen: View | null | undefined, turn: Turn | null, past?: GameEvent[]): void {
    if (seen !== undefined && seen !== null) this.view = seen;
    if (turn) this.turn = turn;
    this.onframe({ events, view: this.view, turn: this.turn, ...(past ? { fresh: true, past } : { fresh: false }) });
  }
}

/** Somebody came or went: salts that were told are no secret any more, so those who told one pledge another. */
function pledgeAnew(now: Snapshot): void {
  if (!now.fixed) return;
  now.fixed = false;
  now.seats = now.seats.map((seat) => (seat.pledge ? { ...seat, pledge: null, salt: "" } : seat));
}

/** Put one event of the table (not of the game) into what is known of it. */
export function foldTableEvent(now: Snapshot, event: GameEvent): void {
  switch (event.e) {
    case "sat":
      pledgeAnew(now);
      now.seats[event.seat] = event.who;
      break;
    case "rose":
      pledgeAnew(now);
      now.seats[event.seat] = {};
      break;
    case "pledged":
      now.seats[event.seat] = { ...now.seats[event.seat], pledge: event.pledge };
      break;
    case "fixed":
      now.fixed = true;
      break;
    case "salted":
      now.seats[event.seat] = { ...now.seats[event.seat], salt: event.salt };
      break;
    case "started":
      now.status = "playing";
      break;
    case "stood_in":
      now.seats[event.seat] = {
        ...now.seats[event.seat],
        stand_in: event.level,
        back_by: null,
        forfeited: !!now.seats[event.seat]?.forfeited || !!event.forfeits,
      };
      break;
    case "left":
      now.seats[event.seat] = { ...now.seats[event.seat], back_by: event.back_by };
      break;
    case "returned":
      now.seats[event.seat] = { ...now.seats[event.seat], stand_in: "", back_by: null };
      break;
    case "away":
    case "here":
      now.seats[event.seat] = { ...now.seats[event.seat], away: event.e === "away" };
      break;
    case "rested": {
      const off = event.ends > event.begins ? { rests_from: event.begins, rests_until: event.ends } : {};
      now.seats[event.seat] = { ...now.seats[event.seat], rests_from: null, rests_until: null, ...off };
      break;
    }
    case "host":
      now.host = event.id;
      break;
    case "preferred":
      now.forced = event.forced;
      break;
    case "asked":
      now.consent = { wish: event.wish, by: event.seat, yes: [event.seat] };
      break;
    case "answered":
      now.consent = event.yes && now.consent ? { ...now.consent, yes: [...now.consent.yes, event.seat] } : null;
      break;
    case "undone":
      now.consent = null;
      break;
    case "rematched":
      now.rematch = event.table;
      now.consent = null;
      break;
    case "finished":
      now.status = "finished";
      now.consent = null;
      now.outcome = event.outcome;
      break;
    case "closed":
      now.status = "closed";
      now.consent = null;
      now.why = event.why;
      break;
  }
}
