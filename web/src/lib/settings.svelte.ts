/** What a person prefers on this device. Kept in the browser, never needed by the server. */

export const LANGUAGES = ["en", "de", "fr", "ru"] as const;
export type Language = (typeof LANGUAGES)[number];
export type Theme = "dark" | "light";
export type Pace = "slow" | "normal" | "fast" | "none";

export function isLanguage(tag: string): tag is Language {
  return (LANGUAGES as readonly string[]).includes(tag);
}

const PLACE = "karat.settings";

interface Kept {
  language: Language;
  theme: Theme;
  sound: boolean;
  calm: boolean;
  pace: Pace;
  name: string;
  /** What was last chosen on the home page, by the name of the choice. */
  choices: Record<string, string>;
}

function fromBrowser(): Kept {
  const spoken = navigator.languages.map((tag) => tag.slice(0, 2));
  return {
    language: spoken.find(isLanguage) ?? "en",
    theme: matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark",
    sound: false,
    calm: false,
    pace: "normal",
    name: "",
    choices: {},
  };
}

function read(): Kept {
  const start = fromBrowser();
  try {
    const kept = JSON.parse(localStorage.getItem(PLACE) ?? "{}") as Partial<Kept>;
    return { ...start, ...kept };
  } catch {
    return start; // storage may be switched off or hold something else: then the browser's own wishes do
  }
}

class Settings {
  #kept = $state(read());

  get language() {
    return this.#kept.language;
  }
  get theme() {
    return this.#kept.theme;
  }
  get sound() {
    return this.#kept.sound;
  }
  get calm() {
    return this.#kept.calm;
  }
  get pace() {
    return this.#kept.pace;
  }
  get name() {
    return this.#kept.name;
  }

  set(change: Partial<Omit<Kept, "choices">>): void {
    Object.assign(this.#kept, change);
    this.#keep();
    this.apply();
  }

  choice(name: string, otherwise: string): string {
    return this.#kept.choices[name] ?? otherwise;
  }

  choose(name: string, value: string): void {
    this.#kept.choices[name] = value;
    this.#keep();
  }

  /** Tell the document, whose styles follow. */
  apply(): void {
    const root = document.documentElement;
    root.lang = this.language;
    root.dataset["theme"] = this.theme;
    root.dataset["motion"] = this.calm ? "less" : "full";
  }

  #keep(): void {
    try {
      localStorage.setItem(PLACE, JSON.stringify(this.#kept));
    } catch {
      // a private window may refuse; the wishes then hold for this visit
    }
  }
}

export const settings = new Settings();
