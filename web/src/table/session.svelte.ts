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

const MOST_SAID = 100;
const MOST_LINES = 200;

export class TableSession {
  link = $state.raw<Link>()!;
  board = $state.raw<Board | null>(null);
  stage = $state.raw<Stage | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  /** Why there is no hint. */
  hintLine = $state("");
  said = $state.raw<Said[]>([]);
  lines = $state.raw<string[]>([]);
  talking = $state(false);
  unread = $state(0);
  #hint = $state.raw<Hint | null>(null);
  /** What came before the board was there. */
  #waiting: Frame[] = [];

  snapshot = $derived(this.link.snapshot);
  you = $derived(this.snapshot?.you ?? null);
  names = $derived(this.snapshot?.seats.map((seat, index) => nameOf(seat, index, this.you)) ?? []);
  yourTurn = $derived(!!this.link.turn.decision && !this.link.turn.chosen);
  /** A hint is for one question and goes with it. */
  advice = $derived(this.#hint?.decision === this.link.turn.decision ? this.#hint : null);
  hinted = $derived(this.advice ? this.advice.candidates.slice(0, 1).map(({ action }) => action) : []);
  status = $derived.by(() => {
    if (this.snapshot?.status !== "playing") return "";
    if (this.link.turn.chosen) return t("table.chosen");
    if (this.yourTurn) return t("table.your_turn");
    const owing = (this.link.turn.to_act ?? []).map((seat) => this.names[seat] ?? "");
    if (owing.length === 1) return t("table.turn_of", { name: owing[0]! });
    return owing.length ? t("table.turn_of_many", { names: i18n.list(owing) }) : "";
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
    this.#dropHint();
    const answer = await this.link.act(action);
    if (answer.t === "rejected") this.#refuse(answer.d.law ?? "", answer.d.code);
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
    this.#dropHint();
    if (answer.t === "hint" && answer.d.candidates.length) this.#hint = answer.d;
    else
      this.hintLine =
        answer.t === "rejected" ? told("problems", answer.d.code, t("table.no_hint")) : t("table.no_hint");
  }

  toggleTalk(): void {
    this.talking = !this.talking;
    this.unread = 0;
  }

  #follow(password: string): Link {
    const link = new Link(this.table, password);
    link.onframe = (frame) => void this.#show(frame);
    link.onasides = (lines) => this.#hear(...lines);
    return link;
  }

  async #show(frame: Frame): Promise<void> {
    for (const event of frame.events) {
      if (event.e === "said") this.#hear(event);
      else this.#note(this.#tableLine(event));
    }
    if (this.stage) {
      this.stage.push(frame);
      return;
    }
    this.#waiting.push(frame);
    const game = this.link.snapshot?.config.game;
    if (!game || this.#waiting.length > 1) return;
    const board = await fetchBoard(game);
    this.board = board;
    this.stage = this.#stageOf(board);
    for (const waiting of this.#waiting.splice(0)) this.stage.push(waiting);
  }

  #stageOf(board: Board): Stage {
    const stage = new Stage(board.beats);
    stage.onbeat = (beat, before) => {
      for (const event of beat.events) {
        this.#note(board.tell(event, { view: beat.view, before, names: this.names, you: this.you }));
        const noise = board.noise(event);
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
      case "timed_out":
        return t("table.time_up", { name });
      default:
        return "";
    }
  }

  #hear(...lines: Said[]): void {
    this.said = [...this.said, ...lines].slice(-MOST_SAID);
    if (!this.talking) this.unread += lines.length;
  }

  #note(line: string): void {
    if (!line) return;
    this.lines = [...this.lines, line].slice(-MOST_LINES);
    announcer.say(line);
  }

  #dropHint(): void {
    this.#hint = null;
    this.hintLine = "";
  }

  #refuse(law: string, code: string): void {
    sound("no");
    const { game, edition = "" } = this.snapshot!.config;
    this.refusal = { game, edition, law, code };
  }
}
