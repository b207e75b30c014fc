/** What the page asks of a game. Each game answers in its own folder; the table of games names them. */

import type { Component, Snippet } from "svelte";
import type { Texts } from "./i18n.svelte";
import type { Language } from "./settings.svelte";
import type { SoundName } from "./sound";
import type { Frame } from "./link.svelte";
import type { Beats } from "./stage.svelte";
import type { GameEvent, ShownSeat, Turn, View } from "./wire";

/** What is said of a game before it is opened. */
export interface Cover {
  name: string;
  /** On the first page. */
  invitation: string;
  /** Where the rules of all games are listed. */
  rules: string;
  /** Where the score pads of all games are listed. */
  pad: string;
}

/** A name that is drawn, where the game's world has letters of its own. */
export interface Lettering {
  /** What it says; where a language calls the game otherwise, that is written instead. */
  text: string;
  /** Of the drawing, as SVG's viewBox. */
  box: string;
  d: string;
}

/** The cover is there at once; all else is fetched when the game is opened. */
export interface GamePage {
  /** As the server and addresses call it; the keys of its texts begin with it. */
  name: string;
  cover: Record<Language, Cover>;
  /** How each language writes the names that the server gives bots at a table, in the order of the seats. */
  bots: Record<Language, Record<string, string>>;
  lettering?: Lettering;
  /** A small picture; decoration: who uses it gives the words. */
  art: Component<{ size?: number }>;
  /** Its world, to fill a frame with, and words that stand on it. */
  scene: () => Promise<{ default: Component<{ children?: Snippet }> }>;
  /** What people may be drawn as: one ink within 100 by 100, by a name that no other game has. */
  emblems: () => Promise<{ emblems: Record<string, string> }>;
  /** `counts` (of statistics), `variants`, `marks` (of a replay) and `laws` (of scoring) are asked for by the server's codes, the rest by the game itself. */
  texts: Texts;
  board: () => Promise<{ board: Board<never> }>;
  /** The score pad for people with the box on the table. */
  pad: () => Promise<{ default: Component }>;
  /** The picture of a chapter of its rules, where that has one. */
  pictures: () => Promise<{ default: Component<{ chapter: string }> }>;
}

/** How a game is shown and told; live tables, replays and tutorials share it. `V` is the game's own view. */
export interface Board<V extends View = View> {
  component: Component<BoardProps<V>>;
  /** Wait for what is needed before this view can be drawn or told, such as the names of cards; null where none is known yet. */
  prepare?: (view: V | null) => Promise<void>;
  beats: Beats<V>;
  /** What a link to this moment shows, where that is not simply what lies there afterwards: a full trick, not an empty table. */
  still?: (before: V, frame: Frame<V>) => View;
  /** An event in a sentence, or nothing where it need not be told. */
  tell: (event: GameEvent, telling: Telling<V>) => string;
  /** An action in words, as a button or a hint says it; `view` is the one in which it may be done. */
  words: (action: string, doing: { names: readonly string[]; view: V | null }) => string;
  /** What an action would do by the rules as things stand, in a sentence; nothing where the view tells nothing of it. */
  reason?: (action: string, doing: { names: readonly string[]; view: V | null }) => string;
  /** So much of what decides the match, in words; points, where this is not told. */
  amount?: (n: number, view: V) => string;
  noise: (event: GameEvent) => SoundName | null;
  /** A card in words. */
  cardName: (card: string) => string;
  /** A card as large as it needs to be to say everything that it is. */
  face: Component<{ card: string; view: V }>;
}

export interface BoardProps<V extends View = View> {
  view: V;
  /** What happened with the view that is on screen. */
  events: GameEvent[];
  seats: readonly ShownSeat[];
  names: readonly string[];
  /** One's own seat; null for who watches. */
  you: number | null;
  turn: Turn;
  /** Whether a click is wanted now; false while cards move, while an answer is awaited, and in a replay. */
  ready: boolean;
  /** Whether it is still being shown what happened, so that nothing is offered or asked and nobody is to act. */
  late: boolean;
  /** Actions that a hint points at. */
  hinted: readonly string[];
  onact: (action: string) => void;
  /** This is to be done now and whenever one is asked, as `turn.may_order` allows; only a table of the server keeps that. */
  onorder?: (action: string) => void;
  /** A choice that is not open was tried; `law` where the view told it. */
  onwhy: (action: string, law?: string) => void;
  /** What holds the game up has been looked at: a score sheet. */
  onseen: () => void;
}

export interface Telling<V extends View = View> {
  view: V;
  before: V | null;
  names: readonly string[];
  you: number | null;
}
