/** Texts in the person's language. English defines the keys; one chunk is loaded for each other language. */

import en from "../messages/en";
import type { Language } from "./settings.svelte";

type Plural = { one?: string; few?: string; many?: string; other: string };
type Text = string | Plural;
type Tree = { [key: string]: Text | Tree };

/** Every key of `en`, as a path: `home.play`. A plural is one key. */
type Paths<T> = {
  [K in keyof T & string]: T[K] extends string | { other: string } ? K : `${K}.${Paths<T[K]>}`;
}[keyof T & string];
export type Key = Paths<typeof en>;

/** What another language must have: the same keys, with plurals of its own. */
export type Messages<T = typeof en> = {
  [K in keyof T]: T[K] extends { other: string } ? Plural : T[K] extends string ? string : Messages<T[K]>;
};

const LOADERS: Record<Language, () => Promise<{ default: Messages }>> = {
  en: async () => ({ default: en }),
  de: () => import("../messages/de"),
  fr: () => import("../messages/fr"),
  ru: () => import("../messages/ru"),
};

class I18n {
  language = $state<Language>("en");
  #messages = $state.raw<Messages>(en);

  async use(language: Language): Promise<void> {
    this.#messages = (await LOADERS[language]()).default;
    this.language = language;
  }

  /** The text of a key with its `{places}` filled; `n` chooses among plurals. */
  text(key: string, params: Record<string, string | number> = {}): string {
    let found: Text | Tree | undefined = this.#messages as unknown as Tree;
    for (const step of key.split(".")) found = found && typeof found === "object" ? (found as Tree)[step] : undefined;
    if (found === undefined) return key;
    const text = typeof found === "string" ? found : this.#plural(found as Plural, Number(params["n"] ?? 0));
    return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
      name in params ? (typeof params[name] === "number" ? this.number(params[name]) : String(params[name])) : whole,
    );
  }

  has(key: string): boolean {
    return this.text(key) !== key;
  }

  number(value: number): string {
    return new Intl.NumberFormat(this.language).format(value);
  }

  percent(share: number): string {
    return new Intl.NumberFormat(this.language, { style: "percent" }).format(share);
  }

  date(seconds: number): string {
    return new Intl.DateTimeFormat(this.language, { dateStyle: "medium", timeStyle: "short" }).format(seconds * 1000);
  }

  list(items: readonly string[]): string {
    return new Intl.ListFormat(this.language).format(items);
  }

  #plural(forms: Plural, n: number): string {
    const form = new Intl.PluralRules(this.language).select(n);
    return forms[form as keyof Plural] ?? forms.other;
  }
}

export const i18n = new I18n();

/** The text of a key that is known when the page is built. */
export function t(key: Key, params: Record<string, string | number> = {}): string {
  return i18n.text(key, params);
}

/** The text of a key that depends on what the server sent, such as `errors.<code>`; the fallback where there is none. */
export function told(
  prefix: string,
  code: string,
  fallback: string,
  params: Record<string, string | number> = {},
): string {
  const key = `${prefix}.${code}`;
  return i18n.has(key) ? i18n.text(key, params) : fallback;
}
