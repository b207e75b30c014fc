/** The way through a tutorial: which lesson is on the board, what is waited for, and what the coach says to a wrong move. */

import { announcer } from "../lib/announce.svelte";
import type { Board } from "../lib/game";
import { t } from "../lib/i18n.svelte";
import { play as sound } from "../lib/sound";
import { settings } from "../lib/settings.svelte";
import { Stage } from "../lib/stage.svelte";
import type { TutorialTold } from "../lib/wire";

/** do: the learner is to act or to read on; watch: things happen; said: what it came to; done: the end. */
export type Phase = "do" | "watch" | "said" | "done";

const PEOPLE = ["a", "b", "c"] as const;

export class Course {
  told = $state.raw<TutorialTold | null>(null);
  board = $state.raw<Board | null>(null);
  stage = $state.raw<Stage | null>(null);
  number = $state(0);
  phase = $state<Phase>("do");
  nudge = $state.raw<{ text: string; law: string } | null>(null);
  #laws = $state.raw<Record<string, string>>({});

  lesson = $derived(this.told?.lessons[this.number] ?? null);
  /** Whether the lesson wants a move. */
  asks = $derived(!!this.lesson && (this.lesson.any || this.lesson.expect.length > 0));
  names = $derived(
    Array.from({ length: this.told?.players ?? 0 }, (_, seat) =>
      // As at a table: with "you" for a name the sentences of the game would be wrong in every language.
      seat === this.told?.seat
        ? settings.name.trim() || t("home.guest")
        : t(`learn.names.${PEOPLE[seat % PEOPLE.length]!}`),
    ),
  );
  /** Whether there is nothing to do or to read on to: then what comes after the course is offered. */
  over = $derived(
    this.phase === "done" ||
      (this.number + 1 === this.told?.lessons.length &&
        (this.phase === "said" || (this.phase === "do" && !this.asks && !this.lesson?.steps.length))),
  );
  words = $derived(
    this.phase === "done" ? t("learn.done") : ((this.phase === "said" ? this.lesson?.said : this.lesson?.say) ?? ""),
  );

  /** Take the course in, or the same one in another language; `laws` are the names of the rules. */
  put(told: TutorialTold, laws: Record<string, string>, board: Board): void {
    const first = this.told?.course !== told.course;
    [this.told, this.#laws, this.board] = [told, laws, board];
    if (first) this.begin(0);
  }

  stop(): void {
    this.stage?.stop();
  }

  /** Put a lesson on the board; the nearest one that there is. */
  begin(at: number): void {
    if (!this.told || !this.board) return;
    this.stop();
    this.nudge = null;
    this.number = Math.max(0, Math.min(this.told.lessons.length - 1, at));
    this.phase = "do";
    this.stage = this.#stageOf(this.board, this.told.seat);
    const { view, say } = this.told.lessons[this.number]!;
    this.stage.push({ events: [], view, turn: {}, fresh: true });
    announcer.say(say);
  }

  /** One lesson back, or this one again where something has been done in it. */
  back(): void {
    this.begin(this.phase === "do" ? this.number - 1 : this.number);
  }

  /** The learner has read what was to be read. */
  readOn(): void {
    if (this.phase === "said") this.#next();
    else this.#happen(true);
  }

  /** What happened has been seen. */
  seen(): void {
    if (this.phase !== "watch") return;
    if (!this.lesson?.said) {
      this.#next();
      return;
    }
    this.phase = "said";
    announcer.say(this.lesson.said);
  }

  act(action: string): void {
    if (this.phase !== "do" || !this.lesson || !this.board) return;
    const { any, expect, steps } = this.lesson;
    if (any || expect.includes(action)) {
      this.#happen(action === steps[0]?.action);
      return;
    }
    const wanted = expect[0];
    const doing = { names: this.names, view: this.lesson.view };
    this.#warn(wanted ? t("learn.allowed_but", { action: this.board.words(wanted, doing) }) : t("learn.read_on"));
  }

  why(action: string, law = ""): void {
    if (this.phase !== "do" || !this.lesson) return;
    if (!this.asks) {
      this.#warn(t("learn.read_on"));
      return;
    }
    const id = law || this.lesson.refused[action] || "";
    this.#warn(this.#laws[id] ?? t("learn.not_now"), id);
  }

  /** What the lesson shows happens on the board; what was chosen freely is only praised. */
  #happen(shown: boolean): void {
    this.nudge = null;
    this.phase = "watch";
    if (!shown) return;
    for (const { events, view } of this.lesson?.steps ?? []) this.stage?.push({ events, view, turn: {}, fresh: false });
  }

  #next(): void {
    if (!this.told) return;
    if (this.number + 1 < this.told.lessons.length) this.begin(this.number + 1);
    else {
      this.phase = "done";
      sound("end");
      announcer.say(t("learn.done"));
    }
  }

  #stageOf(board: Board, you: number): Stage {
    const stage = new Stage(board.beats);
    stage.onbeat = (beat, before) => {
      for (const event of beat.events) {
        const line = board.tell(event, { view: beat.view, before, names: this.names, you });
        if (line) announcer.say(line);
        const noise = board.noise(event);
        if (noise) sound(noise);
      }
    };
    return stage;
  }

  #warn(text: string, law = ""): void {
    sound("no");
    this.nudge = { text, law };
    announcer.alarm(text);
  }
}
