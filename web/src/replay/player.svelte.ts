/** A match that is looked at again: which step is on screen, through whose eyes, and whether it plays by itself. */

import { fetchBoard } from "../games";
import { announcer } from "../lib/announce.svelte";
import { Problem, wordsOf } from "../lib/api";
import type { Board } from "../lib/game";
import { t } from "../lib/i18n.svelte";
import { Stage } from "../lib/stage.svelte";
import type { GameEvent, Replay, ReplayStep, View } from "../lib/wire";
import { nameOf } from "../table/names";
import { clamp, jumpFrom, lengthOf, Reel, type Load } from "./reel";

export class Player {
  replay = $state.raw<Replay | null>(null);
  board = $state.raw<Board | null>(null);
  stage = $state.raw<Stage | null>(null);
  at = $state(0);
  seat = $state<number | null>(null);
  /** What happened last, in a sentence. */
  line = $state("");
  playing = $state(false);
  wrong = $state("");
  /** Whether there is no such match, or not for us. */
  lost = $state(false);
  #reel: Reel | null = null;
  #turn = 0;

  rounds = $derived(this.replay?.rounds ?? []);
  last = $derived(lengthOf(this.rounds) - 1);
  seats = $derived(this.#seatsOf(this.replay));
  names = $derived(this.seats.map((seat, index) => nameOf(seat, index, null)));

  /** Called with every step that comes on screen. */
  constructor(
    readonly onstep: (at: number, seat: number | null) => void,
    { at = 0, seat = null }: { at?: number; seat?: number | null } = {},
  ) {
    this.at = at;
    this.seat = seat;
  }

  /** Look at a match from the step and through the eyes that are set. */
  async open(load: Load): Promise<void> {
    this.#reel = new Reel(load);
    this.wrong = "";
    try {
      const first = await this.#reel.part(this.seat, 1);
      this.board = await fetchBoard(first.header.game);
      this.replay = first;
      await this.show(this.at);
    } catch (problem) {
      this.#fail(problem);
    }
  }

  /** Put the match away; the next one begins at its beginning, with open cards. */
  close(): void {
    this.stop();
    [this.stage, this.replay, this.seat, this.at, this.wrong] = [null, null, null, 0, ""];
  }

  stop(): void {
    this.playing = false;
    this.stage?.stop();
  }

  /** One step on is seen to happen; anything else is simply there. */
  async show(wanted: number): Promise<void> {
    const to = clamp(this.rounds, wanted);
    const turn = ++this.#turn;
    const onwards = this.stage !== null && to === this.at + 1 && this.stage.still;
    let step: ReplayStep;
    let view: View;
    try {
      step = await this.#reel!.step(this.rounds, this.seat, to);
      view = onwards ? step.view : await this.#still(step, to);
      await this.board?.prepare?.(view);
    } catch (problem) {
      this.playing = false;
      this.#fail(problem);
      return;
    }
    if (turn !== this.#turn || !this.board) return; // somebody has gone on meanwhile
    this.at = to;
    // Who jumps is told what happened there; who goes on is told as it is shown.
    const told = this.#told(step.events, { view: step.view, before: null });
    this.line = onwards ? "" : told;
    if (!onwards) {
      this.stage?.stop();
      this.stage = this.#stageOf(this.board);
    }
    this.stage!.push({ events: step.events, view, turn: {}, fresh: !onwards });
    if (!told && step.seat !== null && step.action) {
      this.line = `${this.names[step.seat] ?? ""}: ${this.board.words(step.action, { names: this.names, view: step.view })}`;
    }
    this.onstep(this.at, this.seat);
    if (this.at >= this.last) this.playing = false;
  }

  /** The picture of a step that one has come to by a jump or a link. */
  async #still(step: ReplayStep, to: number): Promise<View> {
    if (!this.board?.still || to === 0) return step.view;
    const before = await this.#reel!.step(this.rounds, this.seat, to - 1);
    return this.board.still(before.view, { events: step.events, view: step.view, turn: {}, fresh: false });
  }

  go(to: number): void {
    this.playing = false;
    void this.show(to);
  }

  jump(towards: 1 | -1): void {
    this.go(jumpFrom(this.rounds, this.at, towards));
  }

  toggle(): void {
    if (!this.playing && this.at >= this.last) void this.show(0);
    this.playing = !this.playing;
  }

  /** Go on by itself, when what is on screen has been seen. */
  next(): void {
    void this.show(this.at + 1);
  }

  look(through: number | null): void {
    this.seat = through;
    this.stage?.stop();
    this.stage = null;
    void this.show(this.at);
  }

  #stageOf(board: Board): Stage {
    const stage = new Stage(board.beats);
    stage.onbeat = (beat, before) => {
      const told = this.#told(beat.events, { view: beat.view, before });
      if (!told) return;
      this.line = told;
      announcer.say(told);
    };
    return stage;
  }

  /** What happened, in sentences that speak to nobody: who looks on through a seat's eyes is not who sat there. */
  #told(events: readonly GameEvent[], seen: { view: View; before: View | null }): string {
    const telling = { ...seen, names: this.names, you: null };
    const lines = events.map((event) => this.board?.tell(event, telling) ?? "");
    return lines.filter(Boolean).join(" ");
  }

  #seatsOf(replay: Replay | null): { name: string; bot: string }[] {
    return replay?.header.names.map((name, index) => ({ name, bot: replay.header.bots[index] ?? "" })) ?? [];
  }

  #fail(problem: unknown): void {
    // A bad file is told as the server tells it: with line, round and rule.
    const bad = problem instanceof Problem && problem.code === "bad_record";
    this.lost = problem instanceof Problem && problem.status === 404 && !this.replay;
    this.wrong = bad ? t("replay.bad_file", { reason: problem.message }) : wordsOf(problem);
    announcer.alarm(this.wrong);
  }
}
