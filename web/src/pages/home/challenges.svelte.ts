/** Who asks for a match, whom one has asked, and the bots that can be asked. Looked at again and again while somebody is there,
more often while an answer is due. */

import { call, Problem } from "../../lib/api";
import type { NewChallenge, OnlineBots, ChallengeDecline, Seated, ShownChallenge } from "../../lib/wire";

const SOON = 1000;
/** Where no answer is due, once in so many times. */
const SELDOM = 5;

export class ChallengesNow {
  bots = $state.raw<OnlineBots["bots"]>([]);
  received = $state.raw<ShownChallenge[]>([]);
  /** Those that were sent while one looks, the newest first: what became of earlier ones is no news. */
  sent = $state.raw<ShownChallenge[]>([]);
  #mine: string[] = [];

  readonly waiting = $derived(this.sent.filter(({ state }) => state === "waits"));

  async look(): Promise<void> {
    try {
      const [{ bots }, all] = await Promise.all([call("GET /api/bots"), call("GET /api/challenges")]);
      this.bots = bots;
      this.received = all.received.filter(({ state }) => state === "waits");
      this.sent = all.sent.filter(({ id, state }) => state === "waits" || this.#mine.includes(id));
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem; // the tables say that nobody can be reached
    }
  }

  async send(body: NewChallenge): Promise<ShownChallenge> {
    const sent = await call("POST /api/challenges", { body });
    this.#mine.push(sent.id);
    this.sent = [sent, ...this.sent];
    return sent;
  }

  async accept(id: string, pledge: string): Promise<Seated> {
    return await call("POST /api/challenges/{challenge}/accept", { path: { challenge: id }, body: { pledge } });
  }

  async decline(id: string, reason: ChallengeDecline["reason"]): Promise<void> {
    await call("POST /api/challenges/{challenge}/decline", { path: { challenge: id }, body: { reason } });
    await this.look();
  }

  async takeBack(id: string): Promise<void> {
    await call("POST /api/challenges/{challenge}/withdraw", { path: { challenge: id } });
    this.#mine = this.#mine.filter((one) => one !== id);
    await this.look();
  }

  /** Look now and from now on; what is given back ends it. */
  follow(): () => void {
    let timer = 0;
    let times = 0;
    const again = async (): Promise<void> => {
      const due = times++ % SELDOM === 0 && document.visibilityState === "visible";
      if (due || this.waiting.length) await this.look();
      if (timer >= 0) timer = window.setTimeout(again, SOON);
    };
    void again();
    return () => {
      clearTimeout(timer);
      timer = -1;
    };
  }
}
