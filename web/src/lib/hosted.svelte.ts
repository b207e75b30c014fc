/** The games of the server, and which of its bots can play now: asked again while some are still being compiled. */
import { call } from "./api";
import type { GameFacts } from "./wire";

const AGAIN = 3000;

export class Hosted {
  games = $state.raw<GameFacts[]>([]);
  /** How much of what bots think with is compiled, in percent. */
  percent = $state(100);

  of(game: string): GameFacts | undefined {
    return this.games.find(({ name }) => name === game);
  }

  isReady(game: string, level: string): boolean {
    const facts = this.of(game);
    return !facts || !facts.bots.includes(level) || facts.ready.includes(level);
  }

  /** Ask now, and until everything is ready or the function that is given back is called. */
  follow(failed: (problem: unknown) => void = () => undefined): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let left = false;
    const ask = async (): Promise<void> => {
      try {
        const { games, compiled } = await call("GET /api/games");
        this.games = games;
        this.percent = Math.floor(100 * compiled);
      } catch (problem) {
        failed(problem);
      }
      const waits = this.games.some(({ bots, ready }) => ready.length < bots.length);
      if (waits && !left) timer = setTimeout(() => void ask(), AGAIN);
    };
    void ask();
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }
}

export const hosted = new Hosted();
