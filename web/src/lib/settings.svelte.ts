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
  /** Empty until somebody has wished for one. */
  pace: Pace | "";
  /** Whether a match has been seen to its end here. */
  played: boolean;
  /** Whether a card that was picked waits for a second click before it is played; on a touch screen it always does. */
  confirm: boolean;
  name: string;
  /** What was last chosen on the home page, by the name of the choice. */
  choices: Record<string, string>;
}

function fromBrowser(): Kept {
  const spoken = navigator.languages.map((tag) => tag.slice(0, 2));
  return {
    language: spoken.find(isLanguage) ?? "en",
    theme: "dark", // the tables are drawn by candlelight; browsers say "light" for who has no wish at all
    sound: false,
    calm: false,
    pace: "",
    played: false,
    confirm: false,
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
  /** The first match plays slowly, until somebody has wished otherwise. */
  get pace(): Pace {
    return this.#kept.pace || (this.#kept.played ? "normal" : "slow");
  }
  get confirm() {
    return this.#kept.confirm;
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
    // The browser's own frame follows the page.
    const frame = getComputedStyle(root).getPropertyValue("--ground-2").trim();
    if (frame) document.querySelector('meta[name="theme-color"]')?.setAttribute("content", frame);
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
