/** The way through puzzles: which one is on the board, what was answered, and how one stands. */

import { announcer } from "../lib/announce.svelte";
import { call, wordsOf } from "../lib/api";
import { i18n } from "../lib/i18n.svelte";
import { settings } from "../lib/settings.svelte";
import { play as sound } from "../lib/sound";
import type { PastMistake, PuzzleAsked, PuzzleResult, PuzzleShelf } from "../lib/wire";
import { t } from "./messages";
import { Trial } from "./trial.svelte";

export class Puzzling {
  readonly trial = new Trial();
  asked = $state.raw<PuzzleAsked | null>(null);
  result = $state.raw<PuzzleResult | null>(null);
  /** Whether the answer was asked for and none given. */
  gaveUp = $state(false);
  shelf = $state.raw<PuzzleShelf | null>(null);
  mistakes = $state.raw<readonly PastMistake[]>([]);
  theme = $state("");
  wrong = $state("");

  constructor(readonly game: string) {}

  /** The puzzle of an id, that of the day (`daily`), or one that fits. */
  async open(which: string | null): Promise<void> {
    const path = { game: this.game };
    await this.#try(async () => {
      this.asked =
        which === "daily"
          ? await call("GET /api/games/{game}/daily", { path })
          : which
            ? await call("GET /api/puzzles/{puzzle}", { path: { puzzle: which } })
            : await call("GET /api/games/{game}/puzzle", { path, query: this.theme ? { theme: this.theme } : {} });
      this.result = null;
      await this.trial.put(this.asked.choice);
      announcer.say(t("study.find"));
    });
  }

  get verdict(): string {
    if (this.result?.right) return t("study.right");
    return t(this.gaveUp ? "study.given_up" : "study.not_right");
  }

  /** An empty answer gives up. */
  async answer(action: string): Promise<void> {
    if (!this.asked || this.result || (action && !this.trial.choose(action))) return;
    const name = settings.name.trim() || i18n.text("home.guest");
    await this.#try(async () => {
      const puzzle = this.asked!.id;
      this.result = await call("POST /api/puzzles/{puzzle}", { path: { puzzle }, body: { action, name } });
      this.gaveUp = !action;
      if (!this.trial.chosen) this.trial.chosen = this.result.answer;
      sound(this.result.right ? "end" : "no");
      announcer.say(this.verdict);
    });
    await this.look();
  }

  again(): void {
    this.result = null;
    this.trial.again();
  }

  /** How one stands, and what there is. */
  async look(): Promise<void> {
    await this.#try(async () => {
      this.shelf = await call("GET /api/games/{game}/puzzles", { path: { game: this.game } });
      if (this.shelf.standing)
        this.mistakes = (await call("GET /api/me/mistakes", { query: { game: this.game } })).mistakes;
    });
  }

  async #try(does: () => Promise<void>): Promise<void> {
    this.wrong = "";
    try {
      await does();
    } catch (problem) {
      this.wrong = wordsOf(problem);
    }
  }
}
