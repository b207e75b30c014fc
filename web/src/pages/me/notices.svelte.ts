/** Where and when one is told, as the server knows it, and everything that changes it. One thing at a time. */

import { call, Problem, wordsOf } from "../../lib/api";
import { t } from "../../lib/i18n.svelte";
import { standing, turnOff, turnOn, type Standing } from "../../lib/push";
import { settings } from "../../lib/settings.svelte";
import type { NoticeSettings, NoticeWishes } from "../../lib/wire";

export class Notices {
  told = $state.raw<NoticeSettings | null>(null);
  here = $state<Standing>("off");
  /** Of a program that has just been named; it is shown only once. */
  secret = $state("");
  wrong = $state("");
  done = $state("");
  busy = $state(false);

  /** Whoever asks who one is again: an address for mail is a way into the account. What is given goes on after it. */
  onproof: (again: () => Promise<boolean>) => void = () => {};

  /** An address that waits for its code. */
  unconfirmed = $derived(
    this.told?.channels.find(({ kind, confirmed, gone }) => kind === "mail" && !confirmed && !gone) ?? null,
  );

  look(): Promise<boolean> {
    return this.#attempt(() => Promise.resolve());
  }

  turnOn(): Promise<boolean> {
    return this.#attempt(() => turnOn(this.told?.push_key ?? ""));
  }

  turnOff(): Promise<boolean> {
    return this.#attempt(() => turnOff());
  }

  choose(wishes: Partial<NoticeWishes>): Promise<boolean> {
    const { off, quiet } = this.told!;
    return this.#attempt(() => call("POST /api/me/notices", { body: { off, quiet, ...wishes } }));
  }

  test(): Promise<boolean> {
    return this.#attempt(() => call("POST /api/me/notices/test"), t("notices.sent"));
  }

  addMail(address: string): Promise<boolean> {
    return this.#attempt(() => call("POST /api/me/notices/mail", { body: { address, language: settings.language } }));
  }

  confirm(code: string): Promise<boolean> {
    return this.#attempt(() => call("POST /api/me/notices/mail/confirm", { body: { code } }), t("me.saved"));
  }

  addProgram(url: string): Promise<boolean> {
    return this.#attempt(async () => {
      const body = { url, language: settings.language };
      this.secret = (await call("POST /api/me/notices/webhook", { body })).secret;
    });
  }

  drop(channel: string): Promise<boolean> {
    return this.#attempt(() => call("DELETE /api/me/notices/channels/{channel}", { path: { channel } }));
  }

  async #attempt(wanted: () => Promise<unknown>, done = ""): Promise<boolean> {
    this.wrong = this.done = "";
    this.busy = true;
    try {
      await wanted();
      this.told = await call("GET /api/me/notices");
      this.here = await standing();
      this.done = done;
      return true;
    } catch (problem) {
      if (problem instanceof Problem && problem.code === "prove_yourself")
        this.onproof(() => this.#attempt(wanted, done));
      else this.wrong = problem instanceof DOMException ? t("notices.not_here") : wordsOf(problem);
      return false;
    } finally {
      this.busy = false;
    }
  }
}
