/** Who one is here and what one has: what the server knows, and everything that changes it. One thing at a time. */

import { call, Problem, wordsOf } from "../../lib/api";
import { t } from "../../lib/i18n.svelte";
import { makePasskey, usePasskey } from "../../lib/passkeys";
import { settings } from "../../lib/settings.svelte";
import type { Me, Profile, RelationList, ShownPasskey, ShownToken } from "../../lib/wire";

export class Person {
  me = $state.raw<Me | null>(null);
  profile = $state.raw<Profile | null>(null);
  passkeys = $state.raw<ShownPasskey[]>([]);
  tokens = $state.raw<ShownToken[]>([]);
  relations = $state.raw<RelationList["relations"]>([]);
  /** A token that has just been made; it is shown only once. */
  fresh = $state.raw<ShownToken | null>(null);
  /** What waits until one has said again who one is. */
  waiting = $state.raw<(() => Promise<boolean>) | null>(null);
  wrong = $state("");
  done = $state("");
  busy = $state(false);

  isAccount = $derived(this.me?.kind === "account");

  /** How things are now. */
  look(): Promise<boolean> {
    return this.#attempt(() => Promise.resolve());
  }

  signIn(name: string, password: string): Promise<boolean> {
    return this.#attempt(async () => this.#enter(await call("POST /api/login", { body: { name, password } })));
  }

  signUp(name: string, password: string): Promise<boolean> {
    return this.#attempt(async () => this.#enter(await call("POST /api/accounts", { body: { name, password } })));
  }

  withPasskey(): Promise<boolean> {
    return this.#attempt(async () => {
      const { options } = await call("POST /api/passkeys/login/options");
      this.#enter(await call("POST /api/passkeys/login", { body: { answer: await usePasskey(options) } }));
    });
  }

  signOut(everywhere: boolean): Promise<boolean> {
    return this.#attempt(async () => {
      await call("POST /api/logout", { body: { everywhere } });
      this.#forget();
    });
  }

  /** Say again who one is, by password or passkey, and do what has waited for it. */
  async prove(password: string | null): Promise<boolean> {
    const waiting = this.waiting;
    const proven = await this.#attempt(async () => {
      const body = password === null ? { answer: await this.#signed() } : { password };
      await call("POST /api/me/proof", { body });
    });
    if (!proven || !waiting) return false;
    this.waiting = null;
    return waiting();
  }

  rename(name: string): Promise<boolean> {
    return this.#attempt(() => call("POST /api/me/name", { body: { name } }), t("me.changed"));
  }

  changePassword(old: string, wanted: string): Promise<boolean> {
    return this.#attempt(() => call("POST /api/me/password", { body: { old, new: wanted } }), t("me.changed"));
  }

  addPasskey(): Promise<boolean> {
    return this.#attempt(async () => {
      const { options } = await call("POST /api/passkeys/options", { body: {} });
      const answer = await makePasskey(options);
      await call("POST /api/passkeys", { body: { answer, label: t("me.this_device") } });
    }, t("me.changed"));
  }

  dropPasskey(key: string): Promise<boolean> {
    return this.#attempt(() => call("DELETE /api/passkeys/{key}", { path: { key } }));
  }

  makeToken(bot: string): Promise<boolean> {
    return this.#attempt(async () => {
      this.fresh = await call("POST /api/tokens", { body: { bot, scopes: ["play", "read", "chat"] } });
    });
  }

  revoke(id: string): Promise<boolean> {
    return this.#attempt(() => call("DELETE /api/tokens/{id}", { path: { id } }));
  }

  makePeace(person: string): Promise<boolean> {
    return this.#attempt(() => call("POST /api/relations", { body: { person, relation: null } }));
  }

  delete(name: string, password: string): Promise<boolean> {
    return this.#attempt(async () => {
      await call("POST /api/me/delete", { body: { name, password } });
      this.#forget();
    }, t("me.deleted"));
  }

  async #signed(): Promise<Record<string, unknown>> {
    return usePasskey((await call("POST /api/passkeys/login/options")).options);
  }

  #enter(me: Me): void {
    this.me = me;
    settings.set({ name: me.name });
  }

  #forget(): void {
    this.me = this.profile = null;
  }

  /** Do something, then show how things are now; whether it was done. */
  async #attempt(what: () => Promise<unknown>, said = ""): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.wrong = this.done = "";
    try {
      await what();
      await this.#ask();
      this.done = said;
      return true;
    } catch (problem) {
      // Who closes the browser's passkey window has changed their mind.
      if (problem instanceof Problem && problem.code === "prove_yourself")
        this.waiting = () => this.#attempt(what, said);
      else if (!(problem instanceof DOMException)) this.wrong = wordsOf(problem);
      return false;
    } finally {
      this.busy = false;
    }
  }

  async #ask(): Promise<void> {
    this.me = await call("GET /api/me").catch((problem: unknown) => {
      if (problem instanceof Problem && problem.status === 401) return null;
      throw problem;
    });
    if (!this.me) return;
    this.profile = await call("GET /api/people/{person}", { path: { person: this.me.id } }).catch(() => null);
    this.relations = (await call("GET /api/relations").catch(() => ({ relations: [], hidden: [] }))).relations;
    if (this.me.kind !== "account") return;
    this.passkeys = (await call("GET /api/passkeys")).passkeys;
    this.tokens = (await call("GET /api/tokens")).tokens;
  }
}
