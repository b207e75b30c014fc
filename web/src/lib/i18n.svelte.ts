/** Texts in the person's language. English defines the keys; one chunk is loaded for each other language. A part of the page
that is opened later, such as a game, brings texts of its own. */

import { untrack } from "svelte";
import en from "../messages/en";
import type { Language } from "./settings.svelte";

interface Plural {
  one?: string;
  few?: string;
  many?: string;
  other: string;
}
type Text = string | Plural;
interface Tree {
  [key: string]: Text | Tree;
}
type Places = Record<string, string | number>;

/** Every key of a tree of texts, as a path: `home.play`. A plural is one key. */
type Paths<T> = {
  [K in keyof T & string]: T[K] extends string | { other: string } ? K : `${K}.${Paths<T[K]>}`;
}[keyof T & string];
export type Key = Paths<typeof en>;

/** What another language must have: the same keys, with plurals of its own. */
export type Messages<T = typeof en> = {
  [K in keyof T]: T[K] extends { other: string } ? Plural : T[K] extends string ? string : Messages<T[K]>;
};

/** The texts of a part of the page, each language fetched when it is wanted. */
export type Texts<T = Tree> = Record<Language, () => Promise<{ default: Messages<T> }>>;

const SHARED: Texts<typeof en> = {
  en: () => Promise.resolve({ default: en }),
  de: () => import("../messages/de"),
  fr: () => import("../messages/fr"),
  ru: () => import("../messages/ru"),
};

class I18n {
  language = $state<Language>("en");
  #messages = $state.raw<Tree>(en);
  #loaded: Partial<Record<Language, Tree>> = { en };
  /** The parts that have been opened, by the first step of their keys. */
  #parts = new Map<string, Texts>();

  async use(language: Language): Promise<void> {
    this.#messages = await this.#complete(language);
    this.language = language;
  }

  /** Have the texts of a part: now, and from now on in every language that is chosen. */
  async add(name: string, texts: Texts): Promise<void> {
    this.#parts.set(name, texts);
    // An effect that opens a part does not follow the language by that; and another one may be chosen on the way.
    let language: Language;
    do {
      language = untrack(() => this.language);
      const messages = await this.#complete(language);
      if (language === this.language) this.#messages = messages;
    } while (language !== this.language);
  }

  /** A language with the texts of all parts; what is there already is not fetched again. */
  async #complete(language: Language): Promise<Tree> {
    let there = this.#loaded[language];
    while (!there || [...this.#parts.keys()].some((name) => !(name in there!))) {
      there = await this.#fetch(language);
    }
    return there;
  }

  async #fetch(language: Language): Promise<Tree> {
    const shared = this.#loaded[language] ?? (await SHARED[language]()).default;
    const missing = [...this.#parts].filter(([name]) => !(name in shared));
    const found = await Promise.all(
      missing.map(async ([name, texts]): Promise<[string, Tree]> => [name, (await texts[language]()).default]),
    );
    return (this.#loaded[language] = { ...shared, ...this.#loaded[language], ...Object.fromEntries(found) });
  }

  #find(key: string): Text | Tree | undefined {
    let found: Text | Tree | undefined = this.#messages;
    for (const step of key.split(".")) found = found && typeof found === "object" ? (found as Tree)[step] : undefined;
    return found;
  }

  /** The text of a key with its `{places}` filled; `n` chooses among plurals. */
  text(key: string, params: Places = {}): string {
    const found = this.#find(key);
    if (found === undefined) return key;
    const text = typeof found === "string" ? found : formFor(found as Plural, this.plural(Number(params["n"] ?? 0)));
    return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
      name in params ? (typeof params[name] === "number" ? this.number(params[name]) : String(params[name])) : whole,
    );
  }

  has(key: string): boolean {
    return this.#find(key) !== undefined;
  }

  /** What writes numbers and the like in a language. To make one takes a hundred times as long as to ask it, and a table
  asks for each card of each picture of a match. */
  #writers = $derived({
    number: new Intl.NumberFormat(this.language),
    percent: new Intl.NumberFormat(this.language, { style: "percent" }),
    list: new Intl.ListFormat(this.language),
    plural: new Intl.PluralRules(this.language),
  });

  number(value: number): string {
    return this.#writers.number.format(value);
  }

  percent(share: number): string {
    return this.#writers.percent.format(share);
  }

  date(seconds: number): string {
    return new Intl.DateTimeFormat(this.language, { dateStyle: "medium", timeStyle: "short" }).format(seconds * 1000);
  }

  time(seconds: number): string {
    return new Intl.DateTimeFormat(this.language, { timeStyle: "medium" }).format(seconds * 1000);
  }

  list(items: readonly string[]): string {
    return this.#writers.list.format(items);
  }

  /** The points of all sides beside each other; those of two are never parted by the end of a line. */
  score(points: readonly number[]): string {
    return points.map((one) => this.number(one)).join(points.length > 2 ? "\u00a0: " : "\u00a0:\u00a0");
  }

  /** Something and what it is: in French a space stands before the colon. */
  pair(what: string, rest: string | number): string {
    return this.text("common.pair", { what, rest });
  }

  /** Which form of a noun goes with a number, as Unicode calls it. */
  plural(n: number): Intl.LDMLPluralRule {
    return this.#writers.plural.select(n);
  }
}

function formFor(forms: Plural, rule: Intl.LDMLPluralRule): string {
  return forms[rule as keyof Plural] ?? forms.other;
}

export const i18n = new I18n();

/** `t` for a part of the page: it takes the keys of that part beside those of every page. */
export function speaker<T>(): (key: Key | Paths<T>, params?: Places) => string {
  return (key, params) => i18n.text(key, params);
}

/** The text of a key that is known when the page is built. */
export const t = speaker<object>();

/** The text of a key that depends on what the server sent, such as `errors.<code>`; the fallback where there is none. */
export function told(prefix: string, code: string, fallback: string, params: Places = {}): string {
  const key = `${prefix}.${code}`;
  return i18n.has(key) ? i18n.text(key, params) : fallback;
}
