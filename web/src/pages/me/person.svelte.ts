/** Who one is here and what one has: what the server knows, and everything that changes it. One thing at a time. */

import { call, Problem, wordsOf } from "../../lib/api";
import { t } from "../../lib/i18n.svelte";
import { makePasskey, usePasskey } from "../../lib/passkeys";
import { renew, turnOff } from "../../lib/push";
import { settings } from "../../lib/settings.svelte";
import type {
  Me,
  OwnProfile,
  Profile,
  RecoveryState,
  RelationList,
  ShownPasskey,
  ShownToken,
  StandingSanction,
} from "../../lib/wire";

export class Person {
  me = $state.raw<Me | null>(null);
  profile = $state.raw<Profile | null>(null);
  /** What a moderator has decided about one. */
  suspension = $state.raw<StandingSanction | null>(null);
  mute = $state.raw<StandingSanction | null>(null);
  passkeys = $state.raw<ShownPasskey[]>([]);
  tokens = $state.raw<ShownToken[]>([]);
  relations = $state.raw<RelationList["relations"]>([]);
  /** A token that has just been made; it is shown only once. */
  fresh = $state.raw<ShownToken | null>(null);
  recovery = $state.raw<RecoveryState | null>(null);
  /** Codes that have just been made; they, too, are shown only once. */
  codes = $state.raw<string[]>([]);
  /** Whether this house sends mail. */
  mail = $state(false);
  /** Whether the server has said who one is, be it nobody. */
  known = $state(false);
  /** What waits until one has said again who one is. */
  waiting = $state.raw<(() => Promise<boolean>) | null>(null);
  wrong = $state("");
  done = $state("");
  busy = $state(false);

  /** The last thing that was wanted, done or under way. */
  #before: Promise<unknown> = Promise.resolve();

  /** A look that was chosen and that the server does not have yet. */
  #wished = $state<string | null>(null);
  avatar = $derived(this.#wished ?? this.me?.avatar ?? "");

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

  /** Back in with a recovery code and a new password. */
  recover(name: string, code: string, password: string): Promise<boolean> {
    return this.#attempt(
      async () => this.#enter(await call("POST /api/recover", { body: { name, code, password } })),
      t("me.changed"),
    );
  }

  /** Have a code sent to where that account gets its mail, if it has such a place: nobody is told whether it does. */
  mailCode(name: string): Promise<boolean> {
    return this.#attempt(() => call("POST /api/recover/mail", { body: { name } }), t("me.code_mailed"));
  }

  makeCodes(): Promise<boolean> {
    return this.#attempt(async () => {
      this.codes = (await call("POST /api/me/recovery")).codes;
    });
  }

  /** A new look is shown at once and stays until the server has it: who picks an emblem and then a colour means both,
  and an answer to the first must not take the second back. */
  async changeProfile(wanted: OwnProfile): Promise<boolean> {
    if (wanted.avatar) this.#wished = wanted.avatar;
    const done = await this.#attempt(() => call("POST /api/me/profile", { body: wanted }), t("me.saved"));
    if (wanted.avatar === this.#wished) this.#wished = null;
    return done;
  }

  signOut(everywhere: boolean): Promise<boolean> {
    return this.#attempt(async () => {
      await turnOff(); // whoever uses this browser next is somebody else
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
    void renew().catch(() => {}); // this browser tells whoever uses it now
  }

  #forget(): void {
    this.me = this.profile = this.recovery = null;
    this.codes = [];
  }

  /** Do something when what was wanted before is done, then show how things are now; whether it was done. A wish is
  never lost: who picks an emblem while the page still asks who they are gets it. */
  #attempt(what: () => Promise<unknown>, said = ""): Promise<boolean> {
    const turn = this.#before.then(() => this.#try(what, said));
    this.#before = turn;
    return turn;
  }

  async #try(what: () => Promise<unknown>, said: string): Promise<boolean> {
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
    const session = await call("GET /api/session");
    [this.me, this.suspension, this.mute] = [session.me, session.suspension ?? null, session.mute ?? null];
    this.mail = session.mail ?? false;
    this.known = true;
    if (!this.me) return;
    this.profile = await call("GET /api/people/{person}", { path: { person: this.me.id } }).catch(() => null);
    this.relations = (await call("GET /api/relations").catch(() => ({ relations: [], hidden: [] }))).relations;
    if (this.me.kind !== "account") return;
    this.passkeys = (await call("GET /api/passkeys")).passkeys;
    this.tokens = (await call("GET /api/tokens")).tokens;
    this.recovery = await call("GET /api/me/recovery");
  }
}
