/** The games of the server, and which of its bots can play now: asked again while some are still being compiled. */
import { call } from "./api";
import { i18n } from "./i18n.svelte";
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

/** The edition that is wished for; else that of one's own language, whose rulebook one is likely to have; else the usual. */
export function editionOf({ editions = [], usual_edition }: GameFacts, wished: string): string {
  return [wished, i18n.language].find((edition) => editions.includes(edition)) ?? usual_edition ?? "";
}
