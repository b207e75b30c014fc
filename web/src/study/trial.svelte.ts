/** A position put before somebody without its answer: a stage for the board, and what was chosen. */

import { fetchBoard } from "../games";
import type { Board } from "../lib/game";
import { Stage } from "../lib/stage.svelte";
import type { OpenChoice } from "../lib/wire";

export class Trial {
  choice = $state.raw<OpenChoice | null>(null);
  board = $state.raw<Board | null>(null);
  stage = $state.raw<Stage | null>(null);
  /** What was chosen; empty while it is open. */
  chosen = $state("");

  async put(choice: OpenChoice): Promise<void> {
    this.board = await fetchBoard(choice.game, choice.view);
    this.choice = choice;
    this.again();
  }

  /** Ask anew. */
  again(): void {
    if (!this.choice || !this.board) return;
    this.stage?.stop();
    this.chosen = "";
    this.stage = new Stage(this.board.beats);
    this.stage.push({ events: [], view: this.choice.view, turn: {}, fresh: true });
  }

  choose(action: string): boolean {
    if (this.chosen || !this.choice?.legal.includes(action)) return false;
    this.chosen = action;
    return true;
  }

  stop(): void {
    this.stage?.stop();
    this.choice = this.stage = null;
    this.chosen = "";
  }
}
