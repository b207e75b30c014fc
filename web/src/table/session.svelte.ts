/** One's stay at a table: the link to it, what is on stage, what was said and told, hints and refusals. */

import { fetchBoard } from "../games";
import { announcer } from "../lib/announce.svelte";
import type { Board } from "../lib/game";
import { i18n, t, told } from "../lib/i18n.svelte";
import { Link, type Frame } from "../lib/link.svelte";
import { play as sound } from "../lib/sound";
import { Stage } from "../lib/stage.svelte";
import type { GameEvent, Hint, Said } from "../lib/wire";
import { levelName, nameOf } from "./names";

/** A choice that was refused, as the server told it. */
export interface Refusal {
  game: string;
  edition: string;
  law: string;
  code: string;
}

/** Refused because the table has gone on meanwhile: by a clock, a bot that stands in, or another window. */
const OVERTAKEN = ["stale_decision", "not_your_turn", "time_is_up", "table_over"];
const MOST_SAID = 100;
const MOST_LINES = 200;

export class TableSession {
  link = $state.raw<Link>()!;
  board = $state.raw<Board | null>(null);
  stage = $state.raw<Stage | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  said = $state.raw<Said[]>([]);
  lines = $state.raw<string[]>([]);
  talking = $state(false);
  unread = $state(0);
  #hint = $state.raw<Hint | null>(null);
  #remark = $state.raw<{ words: () => string; decision: string | undefined } | null>(null);
  /** What spectators said to each other, which is in nobody's past. */
  #asides: Said[] = [];
  /** What is being shown, in a sentence. */
  #happening = $state("");
  /** What came before the board was there, or before it could tell of it. */
  #waiting: Frame[] = [];
  #prepared = false;

  snapshot = $derived(this.link.snapshot);
  you = $derived(this.snapshot?.you ?? null);
  names = $derived(this.snapshot?.seats.map((seat, index) => nameOf(seat, index, this.you)) ?? []);
  /** Whose turn it is on the table that is shown, which is never ahead of its cards. */
  turn = $derived(this.stage?.turn ?? this.link.turn);
  yourTurn = $derived(!!this.turn.decision && !this.turn.chosen);
  /** A hint is for one question and goes with it. */
  advice = $derived(this.#hint?.decision === this.link.turn.decision ? this.#hint : null);
  /** Why there is no hint, nothing can be taken back, or a click came too late: until the table has gone on. */
  remark = $derived(
    this.snapshot?.status === "playing" && this.#remark?.decision === this.link.turn.decision
      ? (this.#remark?.words() ?? "")
      : "",
  );
  hinted = $derived(this.advice ? this.advice.candidates.slice(0, 1).map(({ action }) => action) : []);
  status = $derived.by(() => {
    if (this.snapshot?.status !== "playing") return this.stage && !this.stage.still ? this.#happening : "";
    if (this.turn.chosen) return t("table.chosen");
    if (this.yourTurn) return t("table.your_turn");
    const owing = (this.turn.to_act ?? []).map((seat) => this.names[seat] ?? "");
    if (owing.length === 1) return t("table.turn_of", { name: owing[0]! });
    return owing.length ? t("table.turn_of_many", { names: i18n.list(owing) }) : this.#happening;
  });
  /** Whether a click on the board means what it shows. */
  ready = $derived(
    !!this.stage?.settled && !this.link.busy && this.link.health === "live" && this.snapshot?.status === "playing",
  );

  constructor(readonly table: string) {
    this.link = this.#follow("");
  }

  /** Come to the table anew: with a password, or as somebody who has sat down or risen meanwhile. */
  enter(password: string): void {
    this.link.close();
    this.link = this.#follow(password);
  }

  close(): void {
    this.link.close();
    this.stage?.stop();
  }

  async act(action: string): Promise<void> {
    if (this.link.busy) return;
    this.dropHint();
    const answer = await this.link.act(action);
    if (answer.t !== "rejected") return;
    // What happened instead is on the table: a dialog would only cover it.
    const { code } = answer.d;
    if (OVERTAKEN.includes(code)) this.#say(() => told("problems", code, code));
    else this.#refuse(answer.d.law ?? "", code);
  }

  /** Do this now, and have it done whenever one is asked again. */
  async order(action: string): Promise<void> {
    if (this.link.busy) return;
    const { decision, orders = [] } = this.link.turn;
    const answer = await this.link.order([action, ...orders.filter((other) => other !== action)]);
    if (answer.t === "rejected") this.#refuse(answer.d.law ?? "", answer.d.code);
    // Refused where the server has done it already, among bots, or a clock has answered: then it is as well.
    else if (this.link.turn.decision === decision) await this.link.act(action);
  }

  async why(action: string, law = ""): Promise<void> {
    if (law) {
      this.#refuse(law, "illegal");
      return;
    }
    const answer = await this.link.ask("why", { action });
    if (answer.t === "because" && answer.d.law) this.#refuse(answer.d.law, "illegal");
    else if (answer.t === "rejected") this.#refuse(answer.d.law ?? "", answer.d.code);
  }

  async askHint(): Promise<void> {
    const answer = await this.link.ask("hint", {});
    this.dropHint();
    if (answer.t === "hint" && answer.d.candidates.length) this.#hint = answer.d;
    else {
      const code = answer.t === "rejected" ? answer.d.code : "";
      this.#say(() => told("problems", code, t("table.no_hint")));
    }
  }

  /** Take one's last move back, or ask the others for it. */
  async undo(): Promise<void> {
    const answer = await this.link.ask("ask", { wish: "undo" });
    this.dropHint();
    if (answer.t !== "rejected") return;
    const { code } = answer.d;
    this.#say(() => told("problems", code, code));
  }

  toggleTalk(): void {
    this.talking = !this.talking;
    this.unread = 0;
  }

  #follow(password: string): Link {
    const link = new Link(this.table, password);
    link.onframe = (frame) => void this.#show(frame);
    link.onturn = (turn) => {
      if (!this.#waiting.length) this.stage?.retell(turn); // else what is asked comes before what is shown
    };
    link.onasides = (lines) => {
      this.#asides = [...this.#asides, ...lines].slice(-MOST_SAID);
      this.#hear(...lines);
    };
    return link;
  }

  async #show(frame: Frame): Promise<void> {
    for (const event of frame.events) if (event.e === "said") this.#hear(event);
    if (this.stage && !this.#waiting.length && (this.#prepared || !frame.view)) {
      // What is not shown, or what a fresh view begins with, is not told by the stage.
      if (frame.fresh || !frame.view) for (const event of frame.events) this.#note(this.#tableLine(event));
      this.#retell(frame);
      if (frame.view) this.stage.push(frame);
      return;
    }
    const told = frame.events.filter((event) => this.#note(this.#tableLine(event)));
    this.#waiting.push({ ...frame, events: frame.events.filter((event) => !told.includes(event)) });
    const game = this.link.snapshot?.config.game;
    if (!game || this.#waiting.length > 1) return;
    const board = (this.board ??= await fetchBoard(game));
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      if (next.view && !this.#prepared) {
        await board.prepare?.(next.view);
        this.#prepared = true;
      }
      this.stage ??= this.#stageOf(board);
      this.#waiting.shift();
      this.#retell(next);
      if (next.view || next.fresh) this.stage.push(next);
    }
    this.stage?.retell(this.link.turn);
  }

  /** Log and talk as they were before this page was opened, or before something was taken back. */
  #retell({ past, view }: Frame): void {
    if (!past?.length) return;
    const before = this.said.length;
    this.said = [...past.filter((event) => event.e === "said"), ...this.#asides].slice(-MOST_SAID);
    if (!before) this.unread = 0;
    const told = past.map((event) =>
      event.e === "said"
        ? ""
        : this.#tableLine(event) ||
          (view ? (this.board?.tell(event, { view, before: null, names: this.names, you: this.you }) ?? "") : ""),
    );
    this.lines = told.filter(Boolean).slice(-MOST_LINES);
  }

  #stageOf(board: Board): Stage {
    const stage = new Stage(board.beats);
    stage.joined = () => this.you !== null;
    stage.onbeat = (beat, before, hurried) => {
      for (const event of beat.events) {
        const line = board.tell(event, { view: beat.view, before, names: this.names, you: this.you });
        if (line) this.#happening = line;
        this.#note(line || this.#tableLine(event));
        const noise = hurried ? null : board.noise(event);
        if (noise) sound(noise);
      }
    };
    return stage;
  }

  /** What happened at the table rather than in the game, in a sentence; nothing where it need not be told. */
  #tableLine(event: GameEvent): string {
    const name = "seat" in event && typeof event.seat === "number" ? (this.names[event.seat] ?? "") : "";
    switch (event.e) {
      case "stood_in":
        return [
          ...(event.forfeits ? [t("table.forfeited", { name })] : []),
          t("table.stood_in", { level: levelName(event.level), name }),
        ].join(" ");
      case "left":
        return t("table.left", { name, time: i18n.time(event.back_by) });
      case "away":
        return t("table.gone", { name });
      case "returned":
        return t("table.returned", { name });
      case "here":
        return this.snapshot?.seats[event.seat]?.stand_in ? "" : t("table.returned", { name });
      case "rested":
        return event.ends > Date.now() / 1000
          ? t("table.rests_line", { name, from: i18n.date(event.begins), until: i18n.date(event.ends) })
          : "";
      case "timed_out":
        return t("table.time_up", { name });
      case "undone":
        return t("table.taken_back", { name });
      default:
        return "";
    }
  }

  #hear(...lines: Said[]): void {
    this.said = [...this.said, ...lines].slice(-MOST_SAID);
    if (!this.talking) this.unread += lines.length;
  }

  /** Whether there was something to tell. */
  #note(line: string): boolean {
    if (!line) return false;
    this.lines = [...this.lines, line].slice(-MOST_LINES);
    announcer.say(line);
    return true;
  }

  dropHint(): void {
    this.#hint = null;
    this.#remark = null;
  }

  /** A remark beside the table, in the language that is read at the time. */
  #say(words: () => string): void {
    this.#remark = { words, decision: this.link.turn.decision };
  }

  #refuse(law: string, code: string): void {
    sound("no");
    const { game, edition = "" } = this.snapshot!.config;
    this.refusal = { game, edition, law, code };
  }
}
