// Made by scripts/wire-types from the server's types; run it again instead of editing.

export const VERSION = 2;

/** Answer the open question `decision`; while choices lie face down, the same again changes one's own. */
export interface Act {
  cid: string;
  decision: string;
  action: string;
}

export interface ActionTaken {
  seq: number | null;
}

export interface Again {
  cid?: string;
}

export interface AidLineTold {
  text: string;
  rules: string[];
}

export interface AidSectionTold {
  heading: string;
  lines: AidLineTold[];
}

export interface AidTold {
  game: string;
  sections: AidSectionTold[];
}

/** What follows by the rules. */
export interface AmulAids {
  phase: "gain" | "offer" | "over" | "play" | "take" | null;
  round: number;
  rounds: number;
  steps: ("gain" | "offer" | "play" | "take")[];
  in_turn: number | null;
  order_law: string;
  pads: AmulPad[];
  tiebreak: string;
  points_with_hand: number | null;
  winners: number[];
  law: string | null;
  tiebreak_law: string;
  neighbours: AmulNeighbours[];
  areas: AmulArea[];
  hand: AmulGroup[];
  choices: AmulChoice[];
  sealed: AmulChoice | null;
  refused: Record<string, AmulRefusal>;
  refused_places: Record<string, AmulRefusal>;
}

export interface AmulArea {
  groups: AmulGroup[];
}

/** One seat drew a card from the market deck (M11). */
export interface AmulCardDealt {
  e: "CardDealt";
  seat: number;
  card: string;
}

export interface AmulCardFacts {
  id: string;
  names: Record<string, string>;
  deck: "bazaar" | "market" | "palace" | "tea";
  face: string;
  colour: string;
  zone: "both" | "hand" | "table" | null;
  copies: Record<string, number>;
  variants: Record<string, Record<string, number>>;
  symbols: Record<string, number>;
  letters: string[];
  effect: AmulFlat | AmulPerMatch | AmulSetTable | AmulDistinctSets | AmulRarity | AmulPerDistinct | AmulPerPair | AmulCombo | AmulThreshold | AmulMajority;
  instant: AmulInstant | null;
  text: Record<string, string>;
}

/** An instant effect put a card into an area (M22). */
export interface AmulCardGained {
  e: "CardGained";
  seat: number;
  place: "bazaar" | "market" | "palace";
  card: string;
}

export interface AmulCardTaken {
  e: "CardTaken";
  seat: number;
  card: string;
}

export interface AmulCatalogue {
  file: string;
  rows: string[];
  tiebreak: string;
  hand_law: string;
  cards: AmulCardFacts[];
}

/** An action taken apart: it is done with `card`, which lies in `place`. */
export interface AmulChoice {
  action: string;
  kind: "gain" | "offer" | "play" | "take";
  card: string;
  place: "bazaar" | "hand" | "market" | "palace";
}

/** Points if every needed face is owned often enough; they are not used up (R11). */
export interface AmulCombo {
  kind: "combo";
  points: number;
  needs?: ([string, number])[];
}

export interface AmulCount {
  name: string;
  number: number;
}

/** Once for each player and group: sets of different faces, as large as possible first. */
export interface AmulDistinctSets {
  kind: "distinct_sets";
  group: string;
  ids?: string[];
  table?: number[];
}

/** What a seat did. */
export interface AmulDone {
  action: string;
  kind: "gain" | "offer" | "play" | "take";
  card: string;
  place: "bazaar" | "hand" | "market" | "palace";
  seat: number;
}

export interface AmulEntries {
  players: number;
  areas: string[][];
  hands?: string[][];
  tea?: boolean | number;
  cards?: string;
  language?: "de" | "en" | "fr" | "ru";
}

/** The instant effect of `card` that `seat` carries out: it still takes `left` cards from one of `places`. */
export interface AmulErrand {
  seat: number;
  card: string;
  places: string[];
  left: number;
}

export interface AmulFlat {
  kind: "flat";
  points: number;
}

/** Cards of one row of the score pad: a colour, or the bazaar. */
export interface AmulGroup {
  colour: string;
  cards: string[];
}

/** One seat picked up its first cards (M7). */
export interface AmulHandDealt {
  e: "HandDealt";
  seat: number;
  hand?: string[];
}

/** At the end a seat put `kept` into its area and removed the other cards from the game (M34, R14). */
export interface AmulHandLaidDown {
  e: "HandLaidDown";
  seat: number;
  kept?: string[];
  removed?: string[];
}

/** Takes `count` cards from one of `places` when it is played. */
export interface AmulInstant {
  places: string[];
  count: number;
}

/** Points in one row of the score pad, for the card or the group of cards that earned them. */
export interface AmulLine {
  row: string;
  points: number;
  cards?: string[];
  effect?: AmulFlat | AmulPerMatch | AmulSetTable | AmulDistinctSets | AmulRarity | AmulPerDistinct | AmulPerPair | AmulCombo | AmulThreshold | AmulMajority | null;
  counts?: ([string, number])[];
}

/** `then` if the owner has at least one and nobody else in the scope has more; ties are fine. */
export interface AmulMajority {
  kind: "majority";
  of: AmulSelector;
  scope: "everyone" | "neighbours" | "own" | "own_and_neighbours";
  then: number;
  otherwise: number;
}

/** What was left in the market left the game (M25). */
export interface AmulMarketCleared {
  e: "MarketCleared";
  cards?: string[];
}

/** Palace and bazaar were laid out and the emir card found its holder (M5, M8). */
export interface AmulMarketOpened {
  e: "MarketOpened";
  emir: number;
  palace?: string[];
  bazaar?: string[];
}

export interface AmulMatchScored {
  e: "MatchScored";
  sheet: AmulScoreSheet;
}

export interface AmulNeighbours {
  left: number;
  right: number;
}

/** The instant effect of `card` found no card to take (R3). */
export interface AmulNothingToGain {
  e: "NothingToGain";
  seat: number;
  card: string;
}

/** A seat laid its offer face down: all see that it did, the seat alone knows which card. */
export interface AmulOfferChosen {
  e: "OfferChosen";
  seat: number;
}

/** All offers were turned up together, by seat (M13, R2). */
export interface AmulOffersRevealed {
  e: "OffersRevealed";
  cards?: string[];
}

/** One seat's column of the score pad: lines add up to rows, rows to points. */
export interface AmulPad {
  points: number;
  tiebreak: number;
  rows: AmulRow[];
  lines: AmulPadLine[];
}

/** Points in one row of the score pad, the cards that earned them, and what was counted for it. */
export interface AmulPadLine {
  row: string;
  kind: "clan" | "combo" | "distinct_sets" | "flat" | "majority" | "per_distinct" | "per_match" | "per_pair" | "rarity" | "set_table" | "threshold";
  cards: string[];
  points: number;
  counts: AmulCount[];
}

/** Points for each different colour, or each different face of a list, in the own area. */
export interface AmulPerDistinct {
  kind: "per_distinct";
  points: number;
  by: string;
  of?: AmulSelector | null;
  cap?: number | null;
}

/** Points for each match in the scope; `cap` bounds the points of the card. */
export interface AmulPerMatch {
  kind: "per_match";
  points: number;
  of: AmulSelector;
  scope: "everyone" | "neighbours" | "own" | "own_and_neighbours";
  cap?: number | null;
}

/** Points for each pair of one of `a` and one of `b` in the own area. */
export interface AmulPerPair {
  kind: "per_pair";
  points: number;
  a: AmulSelector;
  b: AmulSelector;
  cap?: number | null;
}

/** A seat laid a card face down into its area; the seat alone knows which. */
export interface AmulPlayChosen {
  e: "PlayChosen";
  seat: number;
}

/** A revealed card with only the hand symbol left the game (M18). */
export interface AmulPlayRemoved {
  e: "PlayRemoved";
  seat: number;
  card: string;
}

/** All cards played were turned up together, by seat (M16); effects follow in `order` (M21, R6). */
export interface AmulPlaysRevealed {
  e: "PlaysRevealed";
  cards?: string[];
  order?: string[];
}

/** Points by how many are in play; past the end of the table its last value holds. */
export interface AmulRarity {
  kind: "rarity";
  of: AmulSelector;
  scope: "everyone" | "neighbours" | "own" | "own_and_neighbours";
  table?: number[];
}

/** What could be tried, and the rule that forbids it. */
export interface AmulRefusal {
  action: string;
  law: string;
}

/** First Pick lay with `first_pick`, cards were turned up (M12), and cards will be taken in `order` (M14). */
export interface AmulRoundBegan {
  e: "RoundBegan";
  number: number;
  first_pick: number;
  turned_up?: string[];
  order?: string[];
}

export interface AmulRow {
  row: string;
  points: number;
}

/** The score pad. A seat's lines add up to its rows, and its rows to its points. */
export interface AmulScoreSheet {
  lines?: AmulLine[][];
  rows?: ([string, number[]])[];
  points?: number[];
  winners?: number[];
  tiebreak?: number[];
}

export interface AmulScores {
  pads: AmulPad[];
  explained: string[][];
  laid_down: string[][];
  removed: string[][];
  winners: number[];
  tiebreak: string;
  law: string;
}

/** What is counted: cards of these faces, of a colour or a deck; or symbols, of which a card may have several. */
export interface AmulSelector {
  by: "colour" | "deck" | "ids" | "symbol";
  names?: string[];
}

/** Once for each player and group: the points of a set by its size, and `beyond` for each card more. */
export interface AmulSetTable {
  kind: "set_table";
  group: string;
  of: AmulSelector;
  beyond: number;
  table?: number[];
}

/** `then` if the count is at least `least`, or at most `most`; one of the two is given. */
export interface AmulThreshold {
  kind: "threshold";
  of: AmulSelector;
  scope: "everyone" | "neighbours" | "own" | "own_and_neighbours";
  then: number;
  otherwise: number;
  least?: number | null;
  most?: number | null;
}

/** A place in the turn order and what it is owed to. */
export interface AmulTurn {
  seat: number;
  valour: number;
  letter: string;
  owed_to: "clockwise" | "first_pick" | "valour";
}

/** What a recipient sees of a match of Amul. Rows are by seat. */
export interface AmulView {
  game: "amul";
  seat: number | null;
  players: number;
  cards: string;
  variants: string[];
  emir: number | null;
  first_pick: number | null;
  hand: string[];
  hand_sizes: number[];
  hands: string[][] | null;
  areas: string[][];
  wares: AmulWare[];
  palace: string[];
  bazaar: string[];
  removed: string[];
  deck_size: number;
  order: AmulTurn[];
  turns: number[];
  errand: AmulErrand | null;
  played: string[];
  laid: number[];
  choice: string | null;
  to_act: number[];
  earlier: string[];
  actions: AmulDone[];
  aids: AmulAids;
}

export interface AmulWare {
  card: string;
  offered_by: number | null;
}

export interface Answer {
  cid: string;
  wish: "abort" | "rematch" | "undo";
  yes: boolean;
}

export interface AnsweredEvent {
  e: "answered";
  seat: number;
  wish: "abort" | "rematch" | "undo";
  yes: boolean;
}

/** What a spectator said to the others. */
export interface AsideEvent {
  e: "said";
  name: string;
  id: string;
  seat?: number | null;
  text?: string;
  phrase?: string;
  n: number;
  at: number;
}

/** What spectators say to each other, beside what happens and not behind it. */
export interface Asides {
  n: number;
  said: AsideEvent[];
}

export interface AsidesFrame {
  t: "asides";
  v: 2;
  table?: string;
  seq?: number | null;
  ts?: number | null;
  d: Asides;
}

export interface Ask {
  cid: string;
  wish: "abort" | "rematch" | "undo";
}

export interface AskedEvent {
  e: "asked";
  seat: number;
  wish: "abort" | "rematch" | "undo";
}

/** What follows by the rules. */
export interface AurumAids {
  phase: "bid" | "change" | "over" | "play";
  round: number;
  decides: "nuggets" | "total";
  nuggets_to_win: number | null;
  sides: AurumSide[];
  trick: AurumTrick | null;
  last_trick: AurumTrick | null;
  choices: AurumChoice[];
  refused: Record<string, AurumRefusal>;
}

/** A seat paid gold and put `laid` in place of `taken`, which it took into hand (A4). */
export interface AurumBidChanged {
  e: "BidChanged";
  seat: number;
  paid: string;
  whose: number;
  laid: string;
  taken: string;
}

/** A seat laid its bid face down (A3.3): all see that it did, the seat alone sees which card. */
export interface AurumBidChosen {
  e: "BidChosen";
  seat: number;
}

export interface AurumBidKept {
  e: "BidKept";
  seat: number;
}

/** A seat laid its bid: face up with four players (A3.2). */
export interface AurumBidLaid {
  e: "BidLaid";
  seat: number;
  card: string;
  tricks: number;
}

/** The secret bids were turned up together (A3.3). */
export interface AurumBidsRevealed {
  e: "BidsRevealed";
  bids?: string[];
}

export interface AurumCardFacts {
  card: string;
  metal: string;
  rank: number;
  copies: Record<string, number>;
  points: number;
}

export interface AurumCardPlayed {
  e: "CardPlayed";
  seat: number;
  card: string;
}

export interface AurumCatalogue {
  metals: MetalFacts[];
  cards: AurumCardFacts[];
  pads: Record<string, AurumPadFacts>;
}

/** An action taken apart: `bid` bids `tricks`, `swap` pays `gold` and lays `card` on the bid of seat `whose`. */
export interface AurumChoice {
  action: string;
  kind: "bid" | "end" | "gold" | "keep" | "play" | "swap";
  card?: string | null;
  gold?: string | null;
  whose?: number | null;
  tricks?: number | null;
}

/** What a seat did. */
export interface AurumDone {
  action: string;
  kind: "bid" | "end" | "gold" | "keep" | "play" | "swap";
  card?: string | null;
  gold?: string | null;
  whose?: number | null;
  tricks?: number | null;
  seat: number;
}

export interface AurumEntries {
  players: number;
  rounds: EnteredRound[];
  edition?: string;
  variants?: string[];
}

/** The lowest base card of the trick earned a gold card of its rank (A6.1). */
export interface AurumGoldWon {
  e: "GoldWon";
  seat: number;
  card: string;
}

/** One seat picked up its hand. */
export interface AurumHandDealt {
  e: "HandDealt";
  seat: number;
  hand?: string[];
}

export interface AurumMatchEnded {
  e: "MatchEnded";
  result: AurumMatchResult;
}

/** A finished match, by side; `winners` are sides, several when the win is shared. */
export interface AurumMatchResult {
  winners?: number[];
  nuggets?: number[];
  totals?: number[];
}

/** What can be entered of a round on a score pad. */
export interface AurumPadFacts {
  sides: number[][];
  bids: number[];
  most_tricks: number;
  gold: Record<string, number>;
}

/** A finished round, with what each seat had. */
export interface AurumPlayedRound {
  sides: AurumSideLine[];
  law: string;
  tricks: number[];
  gold: string[][];
}

/** What could be tried, and the rule that forbids it. */
export interface AurumRefusal {
  action: string;
  law: string;
}

/** Of the match, by side; `winners` are sides. */
export interface AurumResult {
  winners: number[];
  nuggets: number[];
  totals: number[];
}

/** Everyone got a hand and perhaps a gold 0; the cards left over lie open (A2). */
export interface AurumRoundDealt {
  e: "RoundDealt";
  number: number;
  first: number;
  aside?: string[];
}

/** A7: `seat` could not or would not play on and showed `shown`; a leader with an empty hand shows nothing. */
export interface AurumRoundEnded {
  e: "RoundEnded";
  seat: number;
  shown?: string[];
}

/** A scored round. Tricks and gold by seat; bids, exactness, points and nuggets by side. */
export interface AurumRoundResult {
  tricks?: number[];
  bids?: number[];
  exact?: boolean[];
  gold?: string[][];
  points?: number[];
  nuggets?: number[];
}

export interface AurumRoundScored {
  e: "RoundScored";
  result: AurumRoundResult;
}

/** A match as far as it was entered, by side. */
export interface AurumScores {
  sides: number[][];
  rounds: ScoredRound[];
  nuggets: number[];
  totals: number[];
  over: boolean;
  winners: number[];
  leaders: number[];
  law: string;
}

export interface AurumSide {
  seats: number[];
  bid: number | null;
  tricks: number;
  missing: number;
  extra: number;
  nuggets: number;
  total: number;
  now: AurumSideLine | null;
}

/** A side's line of a scoring sheet; `bid_points` and `gold_points` add up to `points`. */
export interface AurumSideLine {
  bid: number;
  tricks: number;
  made: "exact" | "over" | "under";
  bid_points: number;
  gold: string[];
  gold_each: number[];
  gold_points: number;
  points: number;
  nuggets: number;
}

export interface AurumTrick {
  cards: AurumTrickCard[];
  winner: number;
  lowest: number;
  full: boolean;
  prize: string | null;
}

export interface AurumTrickCard {
  seat: number;
  card: string;
}

/** A trick was full: `seat` took it (A6.3) and `leads` leads the next (A6.2). */
export interface AurumTrickTaken {
  e: "TrickTaken";
  seat: number;
  leads: number;
  trick?: string[];
}

/** What a recipient sees of a match of Aurum. Rows are by seat. */
export interface AurumView {
  game: "aurum";
  seat: number | null;
  players: number;
  edition: string;
  variants: string[];
  first: number | null;
  aside: string[];
  hand: string[];
  hand_sizes: number[];
  hands: string[][] | null;
  stocks: string[][];
  supply: string[];
  laid: number[];
  bids: (string | null)[];
  tricks: number[];
  leader: number | null;
  asked: number[];
  to_act: number[];
  actions: AurumDone[];
  results: AurumPlayedRound[];
  result: AurumResult | null;
  aids: AurumAids;
}

export interface AwayEvent {
  e: "away";
  seat: number;
}

/** Take one's seat back from the bot that stood in. */
export interface Back {
}

export interface BadLine {
  line: number;
  round: number | null;
  action: number | null;
  rule: string;
  reason: string;
}

/** The answer to `why`: the action is legal, or `law` forbids it. */
export interface Because {
  cid: string;
  legal?: boolean;
  law?: string;
  params?: Record<string, string>;
}

export interface BookTold {
  game: string;
  language: string;
  languages: string[];
  edition: string | null;
  editions: string[];
  title: string;
  introduction: string;
  chapters: ChapterTold[];
  laws: Record<string, string>;
}

export interface ChapterTold {
  id: string;
  title: string;
  rules: RuleTold[];
}

/** One's own choice, which lies face down. */
export interface ChosenEvent {
  e: "chosen";
  action: string;
}

/** The table was closed before, and why. */
export interface ClosedEvent {
  e: "closed";
  why: string;
}

/** What is agreed when a table is opened. */
export interface Config {
  game: string;
  players: number;
  edition?: string;
  cards?: string;
  variants?: string[];
  bots?: Record<string, string>;
  clock?: LiveClock | DaysClock | null;
  visibility?: "link" | "password" | "public";
  spectators?: "after" | "delayed" | "off";
  delay_seconds?: number;
  delay_moves?: number;
  rated?: boolean;
  fill_after?: number | null;
  stand_in_after?: number | null;
  bot_level?: string | null;
  hints?: boolean;
}

/** Days for each action. */
export interface DaysClock {
  kind: "days";
  days: number;
}

/** A question to one's own seat, with all that is needed to answer it. */
export interface Decision {
  decision: string;
  legal: string[];
  view: View;
  deadline?: number | null;
}

export interface DecisionFrame {
  t: "decision";
  v: 2;
  table?: string;
  seq?: number | null;
  ts?: number | null;
  d: Decision;
}

export interface DifferenceTold {
  id: string;
  one: string;
  other: string;
  one_ruling: string;
  other_ruling: string;
}

export interface DifferencesTold {
  game: string;
  language: string;
  one: string;
  other: string;
  rules: DifferenceTold[];
}

export interface Done {
  done?: boolean;
}

/** One round of Aurum as it ended. */
export interface EnteredRound {
  bids: (number | string)[];
  tricks: number[];
  gold: ((number | string)[])[];
}

/** What happened together. */
export interface Events {
  events: AnyEvent[];
  turn?: Turn | null;
  view?: View | null;
  talk?: TableTalk | null;
}

export interface EventsFrame {
  t: "events";
  v: 2;
  table?: string;
  seq?: number | null;
  ts?: number | null;
  d: Events;
}

export interface Export {
  format: string;
  made: number;
  person: Record<string, unknown> | null;
  bots: unknown[];
  sessions: unknown[];
  devices: unknown[];
  passkeys: unknown[];
  tokens: unknown[];
  relations: unknown[];
  reports: unknown[];
  ratings: unknown[];
  matches: unknown[];
  imports: unknown[];
  said: unknown[];
}

export interface Farewell {
  name: string;
  password?: string;
}

export interface Fill {
  level?: string | null;
}

/** The match came to its end. */
export interface FinishedEvent {
  e: "finished";
  outcome: ShownOutcome;
}

export interface FinishedMatch {
  id: string;
  game: string;
  players: number;
  started: number;
  ended: number;
  rated: boolean;
  imported: boolean;
  finished: boolean;
  outcome: Record<string, unknown> | null;
  seats: SeatAt[];
}

export interface FinishedMatches {
  matches: FinishedMatch[];
  cursor: string | null;
}

/** All pledges are there: salts are to be told. */
export interface FixedEvent {
  e: "fixed";
}

/** What may be agreed on before a match. */
export interface GameFacts {
  name: string;
  players: number[];
  usual_players: number;
  bots: string[];
  ready: string[];
  usual: string;
  card_files: boolean;
  cards?: string[];
  editions?: string[];
  usual_edition?: string | null;
  variants?: string[];
}

export interface Games {
  games: GameFacts[];
  compiled: number;
}

export interface GivenRecord {
  record: string | Record<string, unknown>;
  match?: number;
  seat?: number | null;
  round?: number;
  card_file?: string;
}

/** Follow a table from after `since`; with 0 from its present state. */
export interface Hello {
  token?: string;
  since?: number;
  password?: string;
  decisions?: boolean;
  views?: boolean;
}

export interface HereEvent {
  e: "here";
  seat: number;
}

/** What a bot of that level would do, the best first. */
export interface Hint {
  cid: string;
  decision: string;
  level: string;
  candidates: HintCandidate[];
}

/** One of the legal actions; the numbers are there where the bot can tell them. */
export interface HintCandidate {
  action: string;
  points?: number | null;
  win?: number | null;
  tries?: number | null;
}

/** Ask what a bot would do in one's place. */
export interface HintPlease {
  cid: string;
}

export interface HostEvent {
  e: "host";
  id: string;
}

export interface ImportedMatches {
  matches: string[];
  bad: BadLine[];
}

export interface Invite {
  bot: string;
}

/** A bot is wanted at a table. */
export interface Invited {
  config: Config;
  by: string;
}

export interface InvitedFrame {
  t: "invited";
  v: 2;
  table?: string;
  seq?: number | null;
  ts?: number | null;
  d: Invited;
}

export interface Join {
  seat?: number | null;
  name?: string | null;
  pledge?: string | null;
  password?: string;
}

export interface Leaderboard {
  lines: RankedLine[];
}

/** Somebody has left a rated match, and loses it unless they are back. */
export interface LeftEvent {
  e: "left";
  seat: number;
  back_by: number;
}

/** Something to read, perhaps something to do, and what happens then. */
export interface LessonTold {
  say: string;
  expect: string[];
  any: boolean;
  refused: Record<string, string>;
  view: View;
  steps: ReplayStep[];
  said: string | null;
}

/** Seconds for the whole match, and seconds more for every action. */
export interface LiveClock {
  kind: "live";
  bank: number;
  increment?: number;
}

export interface Lobby {
  tables: LobbyTable[];
}

export interface LobbyTable {
  id: string;
  config: Config;
  host: string;
  seats: string[];
  created: number;
}

export interface Login {
  name: string;
  password: string;
}

export interface Logout {
  everywhere?: boolean;
}

export interface Many {
  matches: string[];
}

/** And is over. */
export interface MatchOver {
}

export interface MatchOverFrame {
  t: "finished";
  v: 2;
  table?: string;
  seq?: number | null;
  ts?: number | null;
  d: MatchOver;
}

/** A match in the form `karat/1` (docs/records.md), with more fields than these: deals, actions, names, seeds. */
export interface MatchRecord {
  format: "karat/1";
  game: string;
  rules: number;
  players: number;
  variants: string[];
}

/** A match with the bot in it runs. */
export interface MatchStarted {
  config: Config;
}

export interface MatchStartedFrame {
  t: "started";
  v: 2;
  table?: string;
  seq?: number | null;
  ts?: number | null;
  d: MatchStarted;
}

export interface Me {
  id: string;
  name: string;
  kind: string;
}

export interface MetalFacts {
  id: string;
  letter: string;
  names: Record<string, string>;
}

export interface MyTable {
  id: string;
  status: string;
  config: Config;
  seats: ShownSeat[];
  you: number;
  your_turn: boolean;
  to_act: number[];
  changed: number;
}

export interface MyTables {
  tables: MyTable[];
}

export interface NewGuest {
  name: string;
}

export interface NewName {
  name: string;
}

export interface NewPasskey {
  name?: string | null;
}

export interface NewPassword {
  new: string;
  old?: string;
}

export interface NewReport {
  reason: Reason;
  about?: string | null;
  table?: string | null;
  words?: string;
}

/** A table to open; who opens it sits on `seat`, unless that is null. */
export interface NewTable {
  config: Config;
  seat?: number | null;
  name?: string | null;
  pledge?: string | null;
  password?: string;
  card_file?: string;
}

export interface NewToken {
  bot: string;
  scopes: TokenScope[];
  label?: string;
}

export interface Ok {
  cid?: string;
}

export interface OpenedEvent {
  e: "opened";
}

export interface PasskeyAnswer {
  answer: Record<string, unknown>;
  label?: string;
}

export interface PasskeyOptions {
  options: Record<string, unknown>;
}

export interface Passkeys {
  passkeys: ShownPasskey[];
}

export interface Ping {
  n?: number;
}

/** A match against bots of one level, which begins at once. */
export interface PlayNow {
  game: string;
  players: number;
  level?: string | null;
  edition?: string;
  cards?: string;
  variants?: string[];
  name?: string | null;
  pledge?: string;
}

export interface PledgedEvent {
  e: "pledged";
  seat: number;
  pledge: string;
}

/** Be bound to a salt by its SHA-256 before anybody's is told. */
export interface Pledging {
  pledge: string;
}

/** The answer to the server's own ping, by which it measures the delay. */
export interface Pong {
  n?: number;
}

export type Pool = "bots" | "people";

export interface Prefer {
  forced: boolean;
}

export interface PreferredEvent {
  e: "preferred";
  forced: boolean;
}

/** What an error looks like to a client: a code for programs, a sentence for people who read logs. */
export interface Problem {
  code: string;
  message: string;
  params?: Record<string, string>;
  law?: string;
  legal?: string[];
  problems?: string[];
}

export interface Profile {
  id: string;
  name: string;
  kind: "account" | "bot" | "guest";
  created: number;
  look_alike: boolean;
  ratings: ShownRating[];
}

/** A password, or a passkey's answer to `POST /api/passkeys/login/options`. */
export interface Proof {
  password?: string;
  answer?: Record<string, unknown> | null;
}

export interface RankedLine {
  player: string;
  name: string;
  points: number;
  error: number;
  matches: number;
}

export type Reason = "cheating" | "insult" | "name" | "other" | "spam" | "stalling";

export interface Records {
  records: string;
  card_file?: string;
}

export interface Rejected {
  code: string;
  cid?: string;
  law?: string;
  params?: Record<string, string>;
  legal?: string[];
  retry_after?: number;
}

export interface RejectedFrame {
  t: "rejected";
  v: 2;
  table?: string;
  seq?: number | null;
  ts?: number | null;
  d: Rejected;
}

export type Relation = "block" | "mute";

export interface RelationList {
  relations: ShownRelation[];
  hidden: string[];
}

export interface RematchedEvent {
  e: "rematched";
  table: string;
}

export interface Replay {
  header: ReplayHeader;
  matches: number;
  match: number;
  rounds: ReplayRound[];
  outcome: ShownOutcome | null;
  seat: number | null;
  round: number;
  steps: ReplayStep[];
}

/** What is known before the first card. */
export interface ReplayHeader {
  game: string;
  players: number;
  edition: string | null;
  cards: string | null;
  variants: string[];
  names: string[];
  bots: string[];
  sides: number[][];
  table: string | null;
  date: string | null;
}

/** The step after which something lies there that one wants to see. */
export interface ReplayMark {
  kind: string;
  number: number;
  step: number;
}

export interface ReplayRound {
  number: number;
  steps: number;
  marks: ReplayMark[];
}

/** What happened, and how it looked afterwards. */
export interface ReplayStep {
  seat: number | null;
  action: string | null;
  events: GameEvent[];
  view: View;
}

/** The server stops in a moment, and another takes over: connect again and resume. */
export interface Restart {
  retry_after?: number;
}

export interface RestartFrame {
  t: "restart";
  v: 2;
  table?: string;
  seq?: number | null;
  ts?: number | null;
  d: Restart;
}

export interface ReturnedEvent {
  e: "returned";
  seat: number;
}

export interface RoseEvent {
  e: "rose";
  seat: number;
  kicked: boolean;
}

export interface RuleTold {
  id: string;
  text: string;
  editions: string[];
  ruling: string;
}

export interface SaidEvent {
  e: "said";
  name: string;
  id: string;
  seat?: number | null;
  text?: string;
  phrase?: string;
}

export interface SaltedEvent {
  e: "salted";
  seat: number;
  salt: string;
}

export interface Salting {
  salt: string;
}

export interface SatEvent {
  e: "sat";
  seat: number;
  who: ShownSeat;
}

export interface Say {
  cid: string;
  text?: string;
  phrase?: string;
}

/** `law` says by which rule it was won; `winners` are sides. */
export interface ScoredRound {
  sides: AurumSideLine[];
  law: string;
  winners: number[];
}

export interface SeatAt {
  name: string;
  kind: string;
  person: string | null;
  side: number | null;
  place: number | null;
  points: number | null;
  forfeited: boolean;
}

export interface Seated {
  table: string;
  seat?: number | null;
  token?: string;
}

export interface SetRelation {
  person: string;
  relation: Relation | null;
}

export interface ShownConsent {
  wish: "abort" | "rematch" | "undo";
  by: number;
  yes: number[];
}

/** The end of a match. A side is who wins together: one seat, or partners. */
export interface ShownOutcome {
  sides?: number[][];
  winners?: number[];
  scores?: number[];
}

export interface ShownPasskey {
  id: string;
  label: string;
  created: number;
  used: number | null;
}

export interface ShownRating {
  pool: Pool;
  game: string;
  players: number;
  points: number;
  error: number;
  matches: number;
}

/** How deals follow from the seed, and where a record tells them (docs/shuffle.md). */
export interface ShownRecipe {
  pack: string[];
  first: number[];
  later: number[];
  rounds: string;
  drawn: string[];
  piles: string[];
  ordered: boolean;
}

export interface ShownRelation {
  person: string;
  name: string;
  relation: Relation;
}

export interface ShownSeat {
  name?: string;
  id?: string;
  kind?: string;
  bot?: string;
  stand_in?: string;
  salt?: string;
  away?: boolean;
  pledge?: string | null;
  back_by?: number | null;
  forfeited?: boolean;
}

/** All that binds the server and the seats before a card is dealt; a client keeps it, to check the record. */
export interface ShownShuffle {
  commitment: string;
  pledges: string[];
  recipe: ShownRecipe;
}

export interface ShownTable {
  id: string;
  status: string;
  config: Config;
  host: string;
  seats: ShownSeat[];
  commitment: string;
  needs_password: boolean;
  you?: number | null;
  rematch?: string;
}

export interface ShownToken {
  id: string;
  bot: string;
  label: string;
  scopes: TokenScope[];
  created: number;
  used: number | null;
  token?: string;
}

/** The table as one recipient sees it. */
export interface Snapshot {
  status: string;
  config: Config;
  host: string;
  seats: ShownSeat[];
  commitment: string;
  talk: TableTalk;
  fixed?: boolean;
  you?: number | null;
  hints?: boolean;
  view?: View | null;
  turn?: Turn;
  consent?: ShownConsent | null;
  forced?: boolean;
  why?: string;
  rematch?: string;
  previous?: string;
  outcome?: ShownOutcome | null;
}

export interface SnapshotFrame {
  t: "snapshot";
  v: 2;
  table?: string;
  seq?: number | null;
  ts?: number | null;
  d: Snapshot;
}

export interface StartedEvent {
  e: "started";
}

export interface StoodInEvent {
  e: "stood_in";
  seat: number;
  level: string;
  why: string;
  forfeits?: boolean;
}

/** How one may talk at a table now. */
export interface TableTalk {
  manner: "free" | "phrases" | "silent";
  law: string | null;
  phrases: string[];
}

export interface TimedOutEvent {
  e: "timed_out";
  seat: number;
}

export interface TokenList {
  tokens: ShownToken[];
}

export type TokenScope = "chat" | "play" | "read";

/** Whom the match waits for, and what this recipient can do. */
export interface Turn {
  to_act?: number[];
  decision?: string;
  legal?: string[];
  chosen?: string;
  banks?: number[];
  deadlines?: Record<string, number>;
}

export interface TurnFrame {
  t: "turn";
  v: 2;
  table?: string;
  seq?: number | null;
  ts?: number | null;
  d: Turn;
}

export interface TutorialTold {
  game: string;
  title: string;
  seat: number;
  players: number;
  lessons: LessonTold[];
}

export interface UndoneEvent {
  e: "undone";
}

export interface Welcome {
  id: string;
  name: string;
  token: string;
}

export interface WhichSeat {
  seat: number;
}

/** Ask which rule forbids an action; nothing is done. */
export interface Why {
  cid: string;
  action: string;
}

/** An invitation is over. */
export interface Withdrawn {
}

export interface WithdrawnFrame {
  t: "withdrawn";
  v: 2;
  table?: string;
  seq?: number | null;
  ts?: number | null;
  d: Withdrawn;
}

export type TableEvent = OpenedEvent | SatEvent | RoseEvent | PledgedEvent | FixedEvent | SaltedEvent | StartedEvent | TimedOutEvent | ChosenEvent | AskedEvent | AnsweredEvent | StoodInEvent | LeftEvent | ReturnedEvent | AwayEvent | HereEvent | PreferredEvent | SaidEvent | RematchedEvent | HostEvent | UndoneEvent | FinishedEvent | ClosedEvent;

export type AurumEvent = AurumRoundDealt | AurumHandDealt | AurumBidLaid | AurumBidChosen | AurumBidsRevealed | AurumBidKept | AurumBidChanged | AurumCardPlayed | AurumGoldWon | AurumTrickTaken | AurumRoundEnded | AurumRoundScored | AurumMatchEnded;

export type AmulEvent = AmulMarketOpened | AmulHandDealt | AmulRoundBegan | AmulCardDealt | AmulOfferChosen | AmulOffersRevealed | AmulCardTaken | AmulPlayChosen | AmulPlaysRevealed | AmulPlayRemoved | AmulCardGained | AmulNothingToGain | AmulMarketCleared | AmulHandLaidDown | AmulMatchScored;

export type View = AurumView | AmulView;

export type TableLine = SnapshotFrame | EventsFrame | AsidesFrame | TurnFrame | DecisionFrame | RejectedFrame | RestartFrame;

export type BotLine = InvitedFrame | WithdrawnFrame | MatchStartedFrame | MatchOverFrame | RejectedFrame | RestartFrame;

export type GameEvent = AurumEvent | AmulEvent;

export type AnyEvent = TableEvent | AurumEvent | AmulEvent;

export type Said = SaidEvent;

export type FromClient =
  | { t: "hello"; table?: string; v: 2; d: Hello }
  | { t: "act"; table?: string; v: 2; d: Act }
  | { t: "ask"; table?: string; v: 2; d: Ask }
  | { t: "answer"; table?: string; v: 2; d: Answer }
  | { t: "pledge"; table?: string; v: 2; d: Pledging }
  | { t: "salt"; table?: string; v: 2; d: Salting }
  | { t: "say"; table?: string; v: 2; d: Say }
  | { t: "prefer"; table?: string; v: 2; d: Prefer }
  | { t: "back"; table?: string; v: 2; d: Back }
  | { t: "why"; table?: string; v: 2; d: Why }
  | { t: "hint"; table?: string; v: 2; d: HintPlease }
  | { t: "ping"; table?: string; v: 2; d: Ping }
  | { t: "pong"; table?: string; v: 2; d: Pong };

export type FromServer =
  | { t: "snapshot"; table?: string; v: 2; seq?: number; ts?: number; d: Snapshot }
  | { t: "events"; table?: string; v: 2; seq?: number; ts?: number; d: Events }
  | { t: "asides"; table?: string; v: 2; seq?: number; ts?: number; d: Asides }
  | { t: "turn"; table?: string; v: 2; seq?: number; ts?: number; d: Turn }
  | { t: "decision"; table?: string; v: 2; seq?: number; ts?: number; d: Decision }
  | { t: "ok"; table?: string; v: 2; seq?: number; ts?: number; d: Ok }
  | { t: "rejected"; table?: string; v: 2; seq?: number; ts?: number; d: Rejected }
  | { t: "because"; table?: string; v: 2; seq?: number; ts?: number; d: Because }
  | { t: "hint"; table?: string; v: 2; seq?: number; ts?: number; d: Hint }
  | { t: "restart"; table?: string; v: 2; seq?: number; ts?: number; d: Restart }
  | { t: "ping"; table?: string; v: 2; seq?: number; ts?: number; d: Ping }
  | { t: "pong"; table?: string; v: 2; seq?: number; ts?: number; d: Pong };

/** Every call: what may stand in its query, what goes in, what comes out. */
export interface Calls {
  /** The games and their bots */
  "GET /api/games": {
    query: undefined;
    takes: undefined;
    gives: Games;
  };
  /** All cards of Aurum */
  "GET /api/cards/aurum": {
    query: undefined;
    takes: undefined;
    gives: AurumCatalogue;
  };
  /** All cards of Amul */
  "GET /api/cards/amul": {
    query: { cards?: string };
    takes: undefined;
    gives: AmulCatalogue;
  };
  /** Score a match of Aurum */
  "POST /api/score/aurum": {
    query: undefined;
    takes: AurumEntries;
    gives: AurumScores;
  };
  /** Score a match of Amul */
  "POST /api/score/amul": {
    query: undefined;
    takes: AmulEntries;
    gives: AmulScores;
  };
  /** The rules in plain words */
  "GET /api/rules/{game}": {
    query: { language?: "de" | "en" | "fr" | "ru"; edition?: string };
    takes: undefined;
    gives: BookTold;
  };
  /** What two rulebooks say differently */
  "GET /api/rules/{game}/differences": {
    query: { one: string; other: string; language?: "de" | "en" | "fr" | "ru" };
    takes: undefined;
    gives: DifferencesTold;
  };
  /** The first moves of a game, to be done */
  "GET /api/tutorials/{game}": {
    query: { language?: "de" | "en" | "fr" | "ru" };
    takes: undefined;
    gives: TutorialTold;
  };
  /** A game on half a page */
  "GET /api/aid/{game}": {
    query: { language?: "de" | "en" | "fr" | "ru" };
    takes: undefined;
    gives: AidTold;
  };
  /** Become a guest */
  "POST /api/guests": {
    query: undefined;
    takes: NewGuest;
    gives: Welcome;
  };
  /** Who this session is */
  "GET /api/me": {
    query: undefined;
    takes: undefined;
    gives: Me;
  };
  /** Public tables that wait for players */
  "GET /api/tables": {
    query: undefined;
    takes: undefined;
    gives: Lobby;
  };
  /** Open a table */
  "POST /api/tables": {
    query: undefined;
    takes: NewTable;
    gives: Seated;
  };
  /** A table as anybody may know it */
  "GET /api/tables/{table}": {
    query: undefined;
    takes: undefined;
    gives: ShownTable;
  };
  /** What binds the shuffle */
  "GET /api/tables/{table}/shuffle": {
    query: undefined;
    takes: undefined;
    gives: ShownShuffle;
  };
  /** Sit down */
  "POST /api/tables/{table}/join": {
    query: undefined;
    takes: Join;
    gives: Seated;
  };
  /** Get up, or let a bot stand in */
  "POST /api/tables/{table}/leave": {
    query: undefined;
    takes: undefined;
    gives: Done;
  };
  /** Free a seat */
  "POST /api/tables/{table}/kick": {
    query: undefined;
    takes: WhichSeat;
    gives: Done;
  };
  /** Seat bots */
  "POST /api/tables/{table}/fill": {
    query: undefined;
    takes: Fill;
    gives: Done;
  };
  /** Want a bot for who is gone */
  "POST /api/tables/{table}/stand-in": {
    query: undefined;
    takes: WhichSeat;
    gives: Done;
  };
  /** Want a rematch */
  "POST /api/tables/{table}/rematch": {
    query: undefined;
    takes: Again;
    gives: Done;
  };
  /** The record of a match that is over */
  "GET /api/tables/{table}/record": {
    query: undefined;
    takes: undefined;
    gives: MatchRecord;
  };
  /** A card file */
  "GET /api/cards/{cards}": {
    query: undefined;
    takes: undefined;
    gives: unknown;
  };
  /** Play against bots at once */
  "POST /api/play": {
    query: undefined;
    takes: PlayNow;
    gives: Seated;
  };
  /** The tables one sits at */
  "GET /api/me/tables": {
    query: undefined;
    takes: undefined;
    gives: MyTables;
  };
  /** Public matches that may be watched */
  "GET /api/watch": {
    query: undefined;
    takes: undefined;
    gives: Lobby;
  };
  /** A finished match, step by step */
  "GET /api/matches/{match}/replay": {
    query: { seat?: number; round?: number };
    takes: undefined;
    gives: Replay;
  };
  /** Any record, step by step */
  "POST /api/replay": {
    query: undefined;
    takes: GivenRecord;
    gives: Replay;
  };
  /** Make an account; a guest keeps their matches */
  "POST /api/accounts": {
    query: undefined;
    takes: Login;
    gives: Me;
  };
  /** Sign in with name and password */
  "POST /api/login": {
    query: undefined;
    takes: Login;
    gives: Me;
  };
  /** Sign out here or everywhere */
  "POST /api/logout": {
    query: undefined;
    takes: Logout;
    gives: Done;
  };
  /** Say again who one is */
  "POST /api/me/proof": {
    query: undefined;
    takes: Proof;
    gives: Done;
  };
  /** Change the password */
  "POST /api/me/password": {
    query: undefined;
    takes: NewPassword;
    gives: Me;
  };
  /** Change the name */
  "POST /api/me/name": {
    query: undefined;
    takes: NewName;
    gives: Me;
  };
  /** All that is stored about oneself */
  "GET /api/me/export": {
    query: undefined;
    takes: undefined;
    gives: Export;
  };
  /** Be forgotten */
  "POST /api/me/delete": {
    query: undefined;
    takes: Farewell;
    gives: Done;
  };
  /** One's passkeys */
  "GET /api/passkeys": {
    query: undefined;
    takes: undefined;
    gives: Passkeys;
  };
  /** Keep a new passkey */
  "POST /api/passkeys": {
    query: undefined;
    takes: PasskeyAnswer;
    gives: Me;
  };
  /** Begin a new passkey */
  "POST /api/passkeys/options": {
    query: undefined;
    takes: NewPasskey;
    gives: PasskeyOptions;
  };
  /** Forget a passkey */
  "DELETE /api/passkeys/{key}": {
    query: undefined;
    takes: undefined;
    gives: Done;
  };
  /** Begin to sign in */
  "POST /api/passkeys/login/options": {
    query: undefined;
    takes: undefined;
    gives: PasskeyOptions;
  };
  /** Sign in with a passkey */
  "POST /api/passkeys/login": {
    query: undefined;
    takes: PasskeyAnswer;
    gives: Me;
  };
  /** The tokens of one's bots */
  "GET /api/tokens": {
    query: undefined;
    takes: undefined;
    gives: TokenList;
  };
  /** Make a token for a bot */
  "POST /api/tokens": {
    query: undefined;
    takes: NewToken;
    gives: ShownToken;
  };
  /** Revoke a token */
  "DELETE /api/tokens/{id}": {
    query: undefined;
    takes: undefined;
    gives: Done;
  };
  /** Whom one has muted or blocked */
  "GET /api/relations": {
    query: undefined;
    takes: undefined;
    gives: RelationList;
  };
  /** Mute, block or make peace */
  "POST /api/relations": {
    query: undefined;
    takes: SetRelation;
    gives: RelationList;
  };
  /** Ask the house to look at something */
  "POST /api/reports": {
    query: undefined;
    takes: NewReport;
    gives: Done;
  };
  /** Finished matches, the newest first */
  "GET /api/matches": {
    query: { game?: string; players?: number; person?: string; name?: string; result?: "broken_off" | "finished" | "lost" | "shared" | "won"; since?: number; until?: number; rated?: boolean; imported?: boolean; cursor?: string; limit?: number; spoilers?: boolean };
    takes: undefined;
    gives: FinishedMatches;
  };
  /** A finished match */
  "GET /api/matches/{match}": {
    query: { spoilers?: boolean };
    takes: undefined;
    gives: FinishedMatch;
  };
  /** Its record */
  "GET /api/matches/{match}/record": {
    query: undefined;
    takes: undefined;
    gives: MatchRecord;
  };
  /** Records of many, as JSON lines */
  "POST /api/matches/download": {
    query: undefined;
    takes: Many;
    gives: unknown;
  };
  /** Bring records in */
  "POST /api/matches/import": {
    query: undefined;
    takes: Records;
    gives: ImportedMatches;
  };
  /** A person and their ratings */
  "GET /api/people/{person}": {
    query: undefined;
    takes: undefined;
    gives: Profile;
  };
  /** The strongest of a pool */
  "GET /api/leaderboard": {
    query: { game: string; players: number; pool?: "bots" | "people"; limit?: number; offset?: number };
    takes: undefined;
    gives: Leaderboard;
  };
  /** Ask a bot to one's table */
  "POST /api/tables/{table}/invite": {
    query: undefined;
    takes: Invite;
    gives: Done;
  };
  /** Decline an invitation */
  "POST /api/bot/tables/{table}/decline": {
    query: undefined;
    takes: undefined;
    gives: Done;
  };
  /** Where one is wanted and plays, as lines */
  "GET /api/bot/events": {
    query: undefined;
    takes: undefined;
    gives: unknown;
  };
  /** A table as one's seat sees it now, with its open decision */
  "GET /api/bot/tables/{table}": {
    query: undefined;
    takes: undefined;
    gives: Snapshot;
  };
  /** A table, as lines */
  "GET /api/bot/tables/{table}/stream": {
    query: { since?: number };
    takes: undefined;
    gives: unknown;
  };
  /** Answer a decision */
  "POST /api/bot/tables/{table}/act": {
    query: undefined;
    takes: Act;
    gives: ActionTaken;
  };
}
