// Made by scripts/wire-types from the server's types; run it again instead of editing.

export const VERSION = 2;

export interface Acceptance {
  pledge?: string | null;
}

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
  worths: AmulWorth[];
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
  line: Record<string, string>;
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

export interface AmulSeatPoints {
  seat: number;
  points: number;
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

/** What a card would change if it lay in one's own area now. */
export interface AmulWorth {
  card: string;
  own: number;
  others: AmulSeatPoints[];
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
  changes: AurumChange[];
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

/** What the side would have if `card` were laid on the bid of seat `whose`, whatever gold is paid. */
export interface AurumChange {
  whose: number;
  card: string;
  takes: string;
  bid: number;
  missing: number;
  extra: number;
}

/** An action taken apart: `bid` bids `tricks`, `swap` pays `gold` and lays `card` on the bid of seat `whose`. */
export interface AurumChoice {
  action: string;
  kind: "bid" | "end" | "gold" | "keep" | "play" | "swap";
  card?: string | null;
  gold?: string | null;
  whose?: number | null;
  tricks?: number | null;
  outlook?: AurumOutlook | null;
}

/** What a seat did. */
export interface AurumDone {
  action: string;
  kind: "bid" | "end" | "gold" | "keep" | "play" | "swap";
  card?: string | null;
  gold?: string | null;
  whose?: number | null;
  tricks?: number | null;
  outlook?: AurumOutlook | null;
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

/** What a card would do in the trick as it lies; others may still play to it. */
export interface AurumOutlook {
  wins: boolean;
  lowest: boolean;
  earns: string | null;
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
  metals: string[];
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

export interface BotLadder {
  least: number;
  lines: LadderLine[];
}

/** What a level made of a deal, on the person's seat. */
export interface BotScore {
  level: string;
  score: number;
  points: number;
}

export interface ChallengeDecline {
  reason?: "casual" | "clock" | "game" | "later" | "no_bots" | "no_reason" | "only_bots" | "players" | "rated" | "rules";
}

/** What became of a challenge by the bot or to it. */
export interface ChallengeOver {
  challenge: ShownChallenge;
}

export interface ChallengeOverFrame {
  t: "challenge_over";
  v: 2;
  table?: string;
  seq?: number | null;
  ts?: number | null;
  d: ChallengeOver;
}

/** Somebody asks for a match. */
export interface Challenged {
  challenge: ShownChallenge;
}

export interface ChallengedFrame {
  t: "challenged";
  v: 2;
  table?: string;
  seq?: number | null;
  ts?: number | null;
  d: Challenged;
}

export type ChannelKind = "mail" | "push" | "webhook";

export interface ChapterTold {
  id: string;
  title: string;
  rules: RuleTold[];
}

export interface ChosenCount {
  action: string;
  people: number;
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

export interface ClubChange {
  about: string;
  entry: Entrance;
}

export interface ClubList {
  clubs: ListedClub[];
}

/** Of a member's matches among members, in one game. */
export interface ClubStanding {
  person: string;
  name: string;
  avatar: string;
  game: string;
  matches: number;
  won: number;
  fair: number;
  low: number;
  high: number;
}

export interface ClubTable {
  config: Config;
  event?: string | null;
}

export interface CodeByMail {
  code: string;
}

/** A deal of a day to come, to which the server is bound already. */
export interface ComingDaily {
  id: string;
  day: string;
  game: string;
  players: number;
  commitment: string;
  committed: number;
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

export interface Correcting {
  round: number;
  table: number;
  deal: number;
  points: number[] | null;
  reason?: string;
}

export interface CourseTold {
  name: string;
  title: string;
}

/** The chances to win, by side, as the seat could see them. */
export interface CurvePoint {
  step: number;
  round: number;
  chances: number[];
}

export interface DailyArchive {
  deals: ShownDaily[];
  before: string | null;
}

export interface DailyResult {
  deal: ShownDaily;
  streak: Streak;
  field: ShownField | null;
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

/** Who meets whom. */
export type DrawSystem = "knockout" | "movement" | "swiss";

/** One round of Aurum as it ended. */
export interface EnteredRound {
  bids: (number | string)[];
  tricks: number[];
  gold: ((number | string)[])[];
}

export interface Entering {
  entrant?: number | null;
  name?: string;
}

/** How one becomes a member. */
export type Entrance = "invitation" | "open" | "request";

/** Who enters. */
export type EntryForm = "sides" | "singles" | "teams";

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
  recovery_codes: unknown[];
  tokens: unknown[];
  relations: unknown[];
  follows: unknown[];
  seen: unknown[];
  sanctions: unknown[];
  addresses: unknown[];
  clubs: unknown[];
  seeking: unknown[];
  challenges: unknown[];
  reports: unknown[];
  ratings: unknown[];
  matches: unknown[];
  retries: unknown[];
  puzzle_ratings: unknown[];
  puzzles: unknown[];
  channels: unknown[];
  notices: unknown[];
  notice_choices: unknown[];
  notice_mutes: unknown[];
  waits: unknown[];
  vacations: unknown[];
  vacation_years: unknown[];
  daily: unknown[];
  tournaments: unknown[];
  tournaments_directed: unknown[];
  imports: unknown[];
  said: unknown[];
}

/** To be looked at; none of it proves anything, and nothing follows by itself. */
export interface FairPlaySignals {
  looked_at: number;
  pairs: ShownPairSignal[];
  addresses: ShownAddressSignal[];
}

export interface Farewell {
  name: string;
  password?: string;
}

/** What everybody did who stood before the same choice, having done the same until then. */
export interface FieldChoice {
  step: number;
  action: string;
  lost: number | null;
  actions: ChosenCount[];
}

export interface Fill {
  level?: string | null;
}

export interface FinderClock {
  name: "days" | "live" | "none";
  clock: LiveClock | DaysClock | null;
}

export interface FinderCounts {
  games: WaitingFor[];
  clocks: FinderClock[];
}

export interface FinderState {
  wish: Wish | null;
  since: number | null;
  waiting: number;
  about: number | null;
  table: string | null;
  token?: string;
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
  edition: string;
  sharing: Sharing;
  yours: boolean;
}

export interface FinishedMatches {
  matches: FinishedMatch[];
  cursor: string | null;
}

/** All pledges are there: salts are to be told. */
export interface FixedEvent {
  e: "fixed";
}

export interface Follow {
  person: string;
  follow?: boolean;
}

export interface Friend {
  id: string;
  name: string;
  kind: "account" | "bot";
  avatar: string;
  follows: boolean;
  follows_back: boolean;
  online: boolean;
  playing: FriendsTable[];
}

export interface FriendList {
  people: Friend[];
}

/** A public table that may be joined or watched. */
export interface FriendsTable {
  table: string;
  game: string;
  players: number;
  status: "open" | "playing";
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

export interface GradedChoice {
  judged: Judged;
}

export interface HandingOver {
  name: string;
}

/** Follow a table from after `since`; with 0 from its present state. */
export interface Hello {
  token?: string;
  since?: number;
  password?: string;
  decisions?: boolean;
  views?: boolean;
  past?: boolean;
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

/** One choice of a seat. */
export interface Judged {
  step: number;
  round: number;
  index: number;
  seat: number;
  kind: string;
  played: TriedAction;
  best: TriedAction;
  loss: Mean;
  verdict: string;
  worlds: number;
  is_exact: boolean;
  why?: WhyBetter | null;
  open_cards?: OpenCards | null;
  chances?: number[];
  position?: string;
}

export interface KnownBefore {
  seat: number;
  likelihood: Likelihood;
}

export interface LadderLine {
  person: string;
  name: string;
  avatar: string;
  matches: number;
  won: number;
  low: number;
  high: number;
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

/** What a level did with the deals of a match. */
export interface LevelPlay {
  level: string;
  points: number[][];
  facts: (Record<string, number[]>)[];
}

/** What could have been known of the cards out of sight: by card and place, how likely it lay there. */
export interface Likelihood {
  places: string[];
  cards: Record<string, number[]>;
  worlds: number;
}

export interface ListedClub {
  id: string;
  name: string;
  about: string;
  entry: Entrance;
  members: number;
  role: Role | null;
}

export interface ListedFinisher {
  name: string;
  avatar: string;
  person: string;
  score: number;
  match: string;
  you: boolean;
}

export interface ListedTournament {
  id: string;
  name: string;
  config: TournamentConfig;
  status: string;
  round: number;
  created: number;
  entrants: number;
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

export interface LobbySeat {
  name: string;
  level: string;
  avatar: string;
}

export interface LobbyTable {
  id: string;
  config: Config;
  host: string;
  seats: string[];
  created: number;
  sitting: LobbySeat[];
  yours: boolean;
}

export interface Login {
  name: string;
  password: string;
}

export interface Logout {
  everywhere?: boolean;
}

export interface Losses {
  games: LossesInGame[];
}

export interface LossesInGame {
  game: string;
  matches: number;
  kinds: LostByKind[];
  over_time: LostInMatch[];
  luck: number | null;
}

/** What a kind of decision has cost. */
export interface LostByKind {
  kind: string;
  names: Record<string, string>;
  choices: number;
  clear: number;
  lost: number;
  error: number;
}

export interface LostInMatch {
  match: string;
  ended: number;
  lost: number;
}

export interface LostPassword {
  name: string;
}

/** The result of a match as a sum: prior + deal + chance + own + others = result, to rounding. `deal` and `chance` are luck; over many matches they average to nothing. All are parts of the match's win. */
export interface LuckLedger {
  prior: number;
  deal: Mean;
  own: Mean;
  others: Mean;
  chance: Mean;
  result: number;
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

export interface MatchStory {
  sides: number[][];
  winners: number[];
  course: RoundStood[];
  turning: TurningPoint | null;
}

export interface Me {
  id: string;
  name: string;
  kind: string;
  avatar?: string;
}

/** A mean and its standard error. */
export interface Mean {
  mean: number;
  error?: number;
}

export interface MetalFacts {
  id: string;
  letter: string;
  names: Record<string, string>;
}

export interface ModeratedPerson {
  id: string;
  name: string;
  kind: string;
  created: number;
  matches: number;
  sanctions: ShownSanction[];
  reports: ShownReport[];
}

export type ModerationAct = "appointed" | "asked_agreement" | "dismissed" | "lifted" | "looked_at_signals" | "muted" | "read_record" | "settled" | "suspended";

export interface Muting {
  muted: boolean;
  off?: NoticeKind[];
}

/** One's own attempt. */
export interface MyDaily {
  table: string;
  finished: boolean;
  missed: boolean;
  score: number | null;
  points: number | null;
  better: number | null;
  place: number | null;
  counts: boolean;
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

export interface NamedPerson {
  id: string;
  name: string;
}

export interface NewAddress {
  address: string;
  language?: "de" | "en" | "fr" | "ru";
}

/** A subscription as a browser's `PushManager` makes it. */
export interface NewBrowser {
  endpoint: string;
  p256dh: string;
  auth: string;
  language?: "de" | "en" | "fr" | "ru";
  label?: string;
}

/** A match that is wanted. Seats that nobody of the two takes are bots of the house. */
export interface NewChallenge {
  config: Config;
  to?: string | null;
  seat?: number;
  other_seat?: number | null;
  pledge?: string | null;
  name?: string | null;
  lasts?: number;
}

export interface NewClub {
  name: string;
  about?: string;
  entry?: Entrance;
}

export interface NewEvent {
  at: number;
  title: string;
  words?: string;
  config?: Config | null;
}

export interface NewGuest {
  name: string;
}

export interface NewName {
  name: string;
}

export interface NewOrders {
  actions: string[];
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

export interface NewRole {
  person: string;
  role: "member" | "officer" | "owner";
}

export interface NewSanction {
  kind: SanctionKind;
  reason: Reason;
  words?: string;
  days?: number | null;
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

export interface NewTournament {
  name: string;
  config: TournamentConfig;
}

export interface NewVacation {
  days: number;
  begins?: number | null;
}

export interface NewWebhook {
  url: string;
  language?: "de" | "en" | "fr" | "ru";
  label?: string;
}

export interface NewWish {
  wish: Wish;
  name?: string | null;
}

/** What somebody may be told; each can be turned off by itself. */
export type NoticeKind = "challenge" | "directing" | "invitation" | "match_begun" | "match_ended" | "reminder" | "test" | "tournament_round" | "your_turn";

export interface NoticeSettings {
  channels: ShownChannel[];
  off: NoticeKind[];
  quiet: QuietHours | null;
  muted: string[];
  of_tables: Record<string, NoticeKind[]>;
  push_key: string;
  mail: boolean;
}

export interface NoticeWishes {
  off?: NoticeKind[];
  quiet?: QuietHours | null;
}

export interface OfGame {
  game: string;
}

export interface Ok {
  cid?: string;
}

export interface OnlineBot {
  id: string;
  name: string;
}

export interface OnlineBots {
  bots: OnlineBot[];
}

/** What a solver says who sees all cards: told apart, and never called a mistake. */
export interface OpenCards {
  played: string;
  best: string;
  best_action: string;
}

/** A choice as the seat saw it before it was made; what was chosen is not told. */
export interface OpenChoice {
  game: string;
  players: number;
  seat: number;
  round: number;
  step: number;
  view: View;
  legal: string[];
}

export interface OpenedEvent {
  e: "opened";
}

/** Say in advance what one does when one is asked, the most wanted first; nothing takes it back. */
export interface Order {
  cid: string;
  actions: string[];
}

/** What one has said in advance; the turn tells what of it stands. */
export interface OrderedEvent {
  e: "ordered";
  actions?: string[];
}

/** What is not given stays as it is. */
export interface OwnProfile {
  avatar?: string | null;
  shows?: Shown[] | null;
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

/** A choice of one's own that cost something, without what was better. */
export interface PastMistake {
  match: string;
  game: string;
  seat: number;
  step: number;
  round: number;
  kind: string;
  names: Record<string, string>;
  lost: number;
  ended: number;
  solved: boolean;
}

export interface PastMistakes {
  mistakes: PastMistake[];
}

export interface Ping {
  n?: number;
}

export interface PlayDaily {
  name?: string | null;
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

/** From where somebody plays on, and as whom. */
export interface PlayOn {
  step: number;
  seat: number;
  level?: string | null;
  name?: string | null;
}

/** The same, from any record. */
export interface PlayOnRecord {
  record: string | Record<string, unknown>;
  step: number;
  seat: number;
  match?: number;
  level?: string | null;
  name?: string | null;
}

/** What came of all matches of a game, in one edition and with so many players. */
export interface PlayedKind {
  game: string;
  edition: string;
  players: number;
  matches: number;
  won: number;
  shared: number;
  lost: number;
  broken_off: number;
  counts: Record<string, number>;
}

/** What came of all matches in which bots of one level were on another side. */
export interface PlayedLevel {
  game: string;
  level: string;
  matches: number;
  won: number;
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
  avatar: string;
  shows: Shown[];
  statistics: ShownStatistics | null;
}

/** A password, or a passkey's answer to `POST /api/passkeys/login/options`. */
export interface Proof {
  password?: string;
  answer?: Record<string, unknown> | null;
}

export interface PuzzleAnswer {
  action?: string;
  name?: string | null;
}

/** A puzzle, without its answer. */
export interface PuzzleAsked {
  id: string;
  kind: string;
  themes: string[];
  rating: number;
  known_by: string;
  day: string;
  choice: OpenChoice;
}

export interface PuzzleResult {
  right: boolean;
  counted: boolean;
  answer: string;
  win: number;
  next_best: string;
  gap: number;
  error: number;
  known_by: string;
  worlds: number;
  rating: number;
  standing: PuzzleStanding;
  moved: number;
}

/** The puzzles of a game, and how whoever asks stands with them. */
export interface PuzzleShelf {
  game: string;
  puzzles: number;
  themes: PuzzleTheme[];
  standing: PuzzleStanding | null;
}

export interface PuzzleStanding {
  points: number;
  error: number;
  tries: number;
  streak: number;
  best: number;
}

export interface PuzzleTheme {
  theme: string;
  puzzles: number;
  tried: number;
  solved: number;
}

/** From one minute of the day to another, in a time zone; over midnight where it begins later than it ends. */
export interface QuietHours {
  begins: number;
  ends: number;
  zone: string;
}

export interface RankedLine {
  player: string;
  name: string;
  points: number;
  error: number;
  matches: number;
  avatar?: string;
}

export type Reason = "cheating" | "insult" | "name" | "other" | "spam" | "stalling";

/** One sentence of a reason, with the cards and the rules that it speaks of. */
export interface ReasonFact {
  about: string;
  pieces: Record<string, ReasonPiece[]>;
  rules?: string[];
  cards?: string[];
}

/** A piece of a sentence: words, or the name of a card that can be opened. */
export interface ReasonPiece {
  text: string;
  card?: string;
}

export interface Records {
  records: string;
  card_file?: string;
}

export interface Recover {
  name: string;
  code: string;
  password: string;
}

export interface RecoveryCodes {
  codes: string[];
}

export interface RecoveryState {
  left: number;
  made: number | null;
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

export interface ReportList {
  reports: ShownReport[];
}

/** What became of a report. */
export type ReportVerdict = "acted" | "no_fault" | "unclear";

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

/** Somebody has days off; their clock rests then. It ends as it begins where it was called off. */
export interface RestedEvent {
  e: "rested";
  seat: number;
  begins: number;
  ends: number;
}

export interface ReturnedEvent {
  e: "returned";
  seat: number;
}

/** All there is to say by now; complete when `progress` is 1. */
export interface Review {
  game: string;
  seat: number;
  sides: number[][];
  seed: string;
  progress: number;
  choices: Judged[];
  costly: number[];
  curve: CurvePoint[];
  ledger: LuckLedger | null;
  by_kind: Record<string, Mean>;
  kinds: Record<string, Record<string, string>>;
}

export type Role = "asked" | "invited" | "member" | "officer" | "owner";

export interface RoseEvent {
  e: "rose";
  seat: number;
  kicked: boolean;
}

/** After a round. */
export interface RoundStood {
  round: number;
  standing: number[][];
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

export type SanctionKind = "mute" | "suspension";

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

export interface ScoreCount {
  score: number;
  people: number;
}

/** `law` says by which rule it was won; `winners` are sides. */
export interface ScoredRound {
  sides: AurumSideLine[];
  law: string;
  winners: number[];
}

export type Scoring = "matchpoints" | "swings";

export interface SeatAt {
  name: string;
  level: string;
  avatar: string;
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

export interface Session {
  me: Me | null;
  moderator?: boolean;
  suspension?: StandingSanction | null;
  mute?: StandingSanction | null;
  mail?: boolean;
}

export interface SetRelation {
  person: string;
  relation: Relation | null;
}

export interface SettleReport {
  verdict: ReportVerdict;
}

export interface Share {
  private: boolean;
}

/** Who may look at a match that is over, beside those who played it or brought it in. */
export type Sharing = "link" | "private" | "public";

/** A part of a profile that a person may keep to themself. */
export type Shown = "matches" | "online" | "ratings" | "statistics";

export interface ShownAddressSignal {
  first: NamedPerson;
  second: NamedPerson;
  accounts: number;
  last: number;
  matches: number;
}

/** How often somebody chose what a review finds best; strong people do so often, and so do lucky ones. */
export interface ShownAgreement {
  progress: number;
  matches: number;
  choices: number;
  rate: number | null;
  error: number | null;
  others: number;
  expected: number | null;
  excess: number | null;
  excess_error: number | null;
}

export interface ShownAudit {
  lines: ShownAuditLine[];
  intact: boolean;
}

export interface ShownAuditLine {
  seq: number;
  at: number;
  moderator: string;
  moderator_name: string;
  act: ModerationAct;
  about: string;
  about_name: string;
  details: Record<string, string>;
}

/** Somebody whom a table waits for. */
export interface ShownAwaited {
  entrant: number | null;
  place: number;
  name: string;
  since: number;
  here: boolean;
  stand_in_at: number | null;
}

/** Somebody asks another to a match, or whoever likes. */
export interface ShownChallenge {
  id: string;
  config: Config;
  by: ShownPerson;
  seat: number;
  other_seat: number;
  expires: number;
  state: "accepted" | "declined" | "expired" | "waits" | "withdrawn";
  to?: ShownPerson | null;
  reason?: "casual" | "clock" | "game" | "later" | "no_bots" | "no_reason" | "only_bots" | "players" | "rated" | "rules" | "";
  table?: string;
}

export interface ShownChallenges {
  received: ShownChallenge[];
  sent: ShownChallenge[];
  open: ShownChallenge[];
}

export interface ShownChannel {
  id: string;
  kind: ChannelKind;
  address: string;
  label: string;
  language: string;
  made: number;
  confirmed: boolean;
  used: number | null;
  failures: number;
  gone: boolean;
}

export interface ShownClub {
  id: string;
  name: string;
  about: string;
  entry: Entrance;
  created: number;
  role: Role | null;
  members: ShownClubMember[];
  tables: ShownClubTable[];
  events: ShownClubEvent[];
  standings: ClubStanding[];
}

export interface ShownClubEvent {
  id: string;
  at: number;
  title: string;
  words: string;
  config: Config | null;
  table: string | null;
}

export interface ShownClubMember {
  person: string;
  name: string;
  avatar: string;
  role: Role;
}

export interface ShownClubTable {
  id: string;
  status: string;
  config: Config;
  seats: ShownSeat[];
}

export interface ShownConsent {
  wish: "abort" | "rematch" | "undo";
  by: number;
  yes: number[];
}

/** A deal of a day. Nothing is told of its cards before one has played it or the day is over. */
export interface ShownDaily {
  id: string;
  day: string;
  game: string;
  players: number;
  seat: number;
  level: string;
  begins: number;
  ends: number;
  commitment: string;
  committed: number;
  finishers: number;
  mine: MyDaily | null;
}

export interface ShownDays {
  year: number;
  days: number;
}

export interface ShownEntrant {
  number: number;
  name: string;
  members: ShownEntrantMember[];
  place: number;
  total: number;
  lead: number;
  deals: number;
  rounds: number;
  yours: boolean;
}

export interface ShownEntrantMember {
  place: number;
  name: string;
  avatar: string;
  person: string | null;
}

/** What a table is one of many of, on the same cards. */
export interface ShownEvent {
  kind: "daily" | "tournament";
  id: string;
  until?: number | null;
}

/** Everybody who has finished a deal. */
export interface ShownField {
  scores: ScoreCount[];
  bots: BotScore[] | null;
  best: ListedFinisher[];
  choices: FieldChoice[];
  reviewed: boolean;
  secret: string;
}

export interface ShownLevels {
  match: string;
  progress: number;
  levels: LevelPlay[] | null;
}

/** What a seat has said in advance, which it alone is told. */
export interface ShownOrders {
  orders: string[];
  may_order: string[];
}

/** The end of a match. A side is who wins together: one seat, or partners. */
export interface ShownOutcome {
  sides?: number[][];
  winners?: number[];
  scores?: number[];
}

export interface ShownPairSignal {
  first: NamedPerson;
  second: NamedPerson;
  matches: number;
  together: number;
  won: number;
  expected: number;
  excess: number;
  error: number;
  chance: number;
}

export interface ShownPasskey {
  id: string;
  label: string;
  created: number;
  used: number | null;
}

export interface ShownPerson {
  id: string;
  name: string;
  kind: string;
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

export interface ShownReport {
  id: string;
  by: NamedPerson | null;
  about: NamedPerson | null;
  table: string | null;
  match_over: boolean;
  reason: Reason;
  words: string;
  context: string[];
  at: number;
  settled: number | null;
  verdict: string;
}

export interface ShownReview {
  match: string;
  seat: number;
  progress: number;
  pictures: number[];
  review: Review | null;
}

export interface ShownSanction {
  id: string;
  kind: SanctionKind;
  reason: Reason;
  words: string;
  at: number;
  until: number | null;
  lifted: number | null;
  stands: boolean;
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
  rests_from?: number | null;
  rests_until?: number | null;
  avatar?: string;
}

/** All that binds the server and the seats before a card is dealt; a client keeps it, to check the record. */
export interface ShownShuffle {
  commitment: string;
  pledges: string[];
  recipe: ShownRecipe;
}

export interface ShownStatistics {
  kinds: PlayedKind[];
  levels: PlayedLevel[];
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

export interface ShownTournament {
  id: string;
  name: string;
  config: TournamentConfig;
  status: string;
  round: number;
  rounds: number;
  people: number;
  director: string | null;
  director_name: string;
  directs: boolean;
  entered: number | null;
  next: string;
  entrants: ShownEntrant[];
  tables: ShownTournamentTable[];
  commitments: string[];
  created: number;
  ended: number | null;
}

export interface ShownTournamentTable {
  round: number;
  table: number;
  deal: number;
  entrants: (number | null)[];
  state: string;
  points: number[] | null;
  corrected: boolean;
  reason: string;
  match: string;
  waits_for: ShownAwaited[];
}

export interface ShownVacation {
  begins: number | null;
  ends: number | null;
  left: ShownDays[];
  most: number;
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
  event?: ShownEvent | null;
  outcome?: ShownOutcome | null;
  past?: AnyEvent[];
}

export interface SnapshotFrame {
  t: "snapshot";
  v: 2;
  table?: string;
  seq?: number | null;
  ts?: number | null;
  d: Snapshot;
}

export interface StandingIn {
  entrant: number;
  place?: number;
}

export interface StandingSanction {
  reason: Reason;
  words: string;
  until: number | null;
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

export interface Streak {
  days: number;
  longest: number;
}

export interface Substituting {
  entrant: number;
  place?: number;
  name?: string | null;
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

export interface Today {
  day: string;
  ends: number;
  deals: ShownDaily[];
  streak: Streak;
  coming: ComingDaily[];
}

export interface TokenList {
  tokens: ShownToken[];
}

export type TokenScope = "chat" | "play" | "read";

/** What is agreed when a tournament is opened. */
export interface TournamentConfig {
  game: string;
  players: number;
  edition?: string;
  variants?: string[];
  form?: EntryForm;
  system?: DrawSystem;
  scoring?: Scoring;
  rounds?: number;
  deals?: number;
  level?: string | null;
  tries?: number;
  clock?: LiveClock | DaysClock | null;
  stand_in_after?: number | null;
}

export interface Tournaments {
  tournaments: ListedTournament[];
}

/** An action and what may be expected of it. */
export interface TriedAction {
  action: string;
  win: Mean;
  points: number;
}

export interface TriedAgain {
  step: number;
  action: string;
}

/** Whom the match waits for, and what this recipient can do. */
export interface Turn {
  to_act?: number[];
  decision?: string;
  legal?: string[];
  chosen?: string;
  banks?: number[];
  deadlines?: Record<string, number>;
  undo?: "" | "alone" | "ask";
  leave?: "" | "bot" | "ends" | "forfeits";
  come_back?: number;
  orders?: string[];
  may_order?: string[];
}

export interface TurnFrame {
  t: "turn";
  v: 2;
  table?: string;
  seq?: number | null;
  ts?: number | null;
  d: Turn;
}

/** The step in which who won gained the most on the best of the others; of equal ones the last. */
export interface TurningPoint {
  round: number;
  step: number;
  side: number;
  rival: number;
  before: number[][];
  after: number[][];
}

export interface TutorialTold {
  game: string;
  course: string;
  courses: CourseTold[];
  title: string;
  seat: number;
  players: number;
  lessons: LessonTold[];
}

/** A seat has taken its last move back, with all that followed it. */
export interface UndoneEvent {
  e: "undone";
  seat?: number | null;
}

export interface Waiting {
  tables: WaitingTable[];
}

export interface WaitingFor {
  game: string;
  waiting: number;
  about: number | null;
}

export interface WaitingTable {
  table: string;
  game: string;
  who: string[];
  since: number;
  deadline: number | null;
}

export interface WebhookSecret {
  channel: string;
  secret: string;
}

export interface Welcome {
  id: string;
  name: string;
  token: string;
}

export interface WhichMember {
  person: string;
}

export interface WhichSeat {
  seat: number;
}

export interface WhoseReview {
  seat?: number | null;
}

/** Ask which rule forbids an action; nothing is done. */
export interface Why {
  cid: string;
  action: string;
}

/** Why one action is better than another: a text for each language, and what can be looked up. */
export interface WhyBetter {
  texts: Record<string, string>;
  rules?: string[];
  cards?: string[];
  facts?: ReasonFact[];
}

/** What somebody would sit down for. */
export interface Wish {
  game: string;
  players: number[];
  editions?: string[];
  clocks?: ("days" | "live" | "none")[];
  rated?: boolean;
  bots?: boolean;
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

export type TableEvent = OpenedEvent | SatEvent | RoseEvent | PledgedEvent | FixedEvent | SaltedEvent | StartedEvent | TimedOutEvent | ChosenEvent | AskedEvent | AnsweredEvent | StoodInEvent | LeftEvent | ReturnedEvent | AwayEvent | HereEvent | RestedEvent | PreferredEvent | OrderedEvent | SaidEvent | RematchedEvent | HostEvent | UndoneEvent | FinishedEvent | ClosedEvent;

export type AurumEvent = AurumRoundDealt | AurumHandDealt | AurumBidLaid | AurumBidChosen | AurumBidsRevealed | AurumBidKept | AurumBidChanged | AurumCardPlayed | AurumGoldWon | AurumTrickTaken | AurumRoundEnded | AurumRoundScored | AurumMatchEnded;

export type AmulEvent = AmulMarketOpened | AmulHandDealt | AmulRoundBegan | AmulCardDealt | AmulOfferChosen | AmulOffersRevealed | AmulCardTaken | AmulPlayChosen | AmulPlaysRevealed | AmulPlayRemoved | AmulCardGained | AmulNothingToGain | AmulMarketCleared | AmulHandLaidDown | AmulMatchScored;

export type View = AurumView | AmulView;

export type TableLine = SnapshotFrame | EventsFrame | AsidesFrame | TurnFrame | DecisionFrame | RejectedFrame | RestartFrame;

export type BotLine = InvitedFrame | WithdrawnFrame | ChallengedFrame | ChallengeOverFrame | MatchStartedFrame | MatchOverFrame | RejectedFrame | RestartFrame;

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
  | { t: "order"; table?: string; v: 2; d: Order }
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
    query: { language?: "de" | "en" | "fr" | "ru"; course?: string };
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
  /** What one has said in advance */
  "GET /api/tables/{table}/orders": {
    query: undefined;
    takes: undefined;
    gives: ShownOrders;
  };
  /** Say in advance what one does when asked */
  "POST /api/tables/{table}/orders": {
    query: undefined;
    takes: NewOrders;
    gives: ShownOrders;
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
  /** Challenge somebody, or whoever likes */
  "POST /api/challenges": {
    query: undefined;
    takes: NewChallenge;
    gives: ShownChallenge;
  };
  /** Challenges by and to oneself, and those open to all */
  "GET /api/challenges": {
    query: undefined;
    takes: undefined;
    gives: ShownChallenges;
  };
  /** A challenge, and what became of it */
  "GET /api/challenges/{challenge}": {
    query: undefined;
    takes: undefined;
    gives: ShownChallenge;
  };
  /** Accept a challenge: the match begins */
  "POST /api/challenges/{challenge}/accept": {
    query: undefined;
    takes: Acceptance;
    gives: Seated;
  };
  /** Decline a challenge, and say why */
  "POST /api/challenges/{challenge}/decline": {
    query: undefined;
    takes: ChallengeDecline;
    gives: ShownChallenge;
  };
  /** Take a challenge back */
  "POST /api/challenges/{challenge}/withdraw": {
    query: undefined;
    takes: undefined;
    gives: ShownChallenge;
  };
  /** The deals of today */
  "GET /api/daily": {
    query: undefined;
    takes: undefined;
    gives: Today;
  };
  /** Deals of past days */
  "GET /api/daily/archive": {
    query: { before?: string };
    takes: undefined;
    gives: DailyArchive;
  };
  /** Begin one's attempt, or go on with it */
  "POST /api/daily/{deal}/play": {
    query: undefined;
    takes: PlayDaily;
    gives: Seated;
  };
  /** A deal of a day, and the field once one may see it */
  "GET /api/daily/{deal}": {
    query: undefined;
    takes: undefined;
    gives: DailyResult;
  };
  /** Tournaments of this house */
  "GET /api/tournaments": {
    query: undefined;
    takes: undefined;
    gives: Tournaments;
  };
  /** Open a tournament, and direct it */
  "POST /api/tournaments": {
    query: undefined;
    takes: NewTournament;
    gives: ShownTournament;
  };
  /** A tournament, its standings and tables */
  "GET /api/tournaments/{tournament}": {
    query: undefined;
    takes: undefined;
    gives: ShownTournament;
  };
  /** Enter, or join an entrant */
  "POST /api/tournaments/{tournament}/enter": {
    query: undefined;
    takes: Entering;
    gives: ShownTournament;
  };
  /** Withdraw before it starts */
  "POST /api/tournaments/{tournament}/withdraw": {
    query: undefined;
    takes: undefined;
    gives: Done;
  };
  /** Start it */
  "POST /api/tournaments/{tournament}/start": {
    query: undefined;
    takes: undefined;
    gives: Done;
  };
  /** Have somebody else, or a bot, play on */
  "POST /api/tournaments/{tournament}/substitute": {
    query: undefined;
    takes: Substituting;
    gives: Done;
  };
  /** Have a bot play for somebody until they are back */
  "POST /api/tournaments/{tournament}/stand-in": {
    query: undefined;
    takes: StandingIn;
    gives: Done;
  };
  /** Have somebody else direct */
  "POST /api/tournaments/{tournament}/hand-over": {
    query: undefined;
    takes: HandingOver;
    gives: Done;
  };
  /** Correct a table's points */
  "POST /api/tournaments/{tournament}/correct": {
    query: undefined;
    takes: Correcting;
    gives: Done;
  };
  /** The records of all its tables, once it is over */
  "GET /api/tournaments/{tournament}/records": {
    query: undefined;
    takes: undefined;
    gives: unknown;
  };
  /** End it now */
  "POST /api/tournaments/{tournament}/finish": {
    query: undefined;
    takes: undefined;
    gives: Done;
  };
  /** A finished match, step by step */
  "GET /api/matches/{match}/replay": {
    query: { seat?: number; round?: number };
    takes: undefined;
    gives: Replay;
  };
  /** How a finished match came about */
  "GET /api/matches/{match}/story": {
    query: undefined;
    takes: undefined;
    gives: MatchStory;
  };
  /** Any record, step by step */
  "POST /api/replay": {
    query: undefined;
    takes: GivenRecord;
    gives: Replay;
  };
  /** Have a finished match reviewed for a seat */
  "POST /api/matches/{match}/review": {
    query: undefined;
    takes: WhoseReview;
    gives: ShownReview;
  };
  /** A review, as far as it is */
  "GET /api/matches/{match}/review": {
    query: { seat?: number };
    takes: undefined;
    gives: ShownReview;
  };
  /** Have its deals played by every level of bots */
  "POST /api/matches/{match}/levels": {
    query: undefined;
    takes: undefined;
    gives: ShownLevels;
  };
  /** What every level did with its deals */
  "GET /api/matches/{match}/levels": {
    query: undefined;
    takes: undefined;
    gives: ShownLevels;
  };
  /** A choice as its seat saw it, without what was chosen */
  "GET /api/matches/{match}/choice": {
    query: { step: number };
    takes: undefined;
    gives: OpenChoice;
  };
  /** What could have been known before a choice */
  "GET /api/matches/{match}/known": {
    query: { step: number };
    takes: undefined;
    gives: KnownBefore;
  };
  /** Try a choice again: what another action is worth */
  "POST /api/matches/{match}/choice": {
    query: undefined;
    takes: TriedAgain;
    gives: GradedChoice;
  };
  /** What a person's reviews come to, by kind and over time */
  "GET /api/people/{person}/losses": {
    query: undefined;
    takes: undefined;
    gives: Losses;
  };
  /** Choices of one's own that cost something, to be tried again */
  "GET /api/me/mistakes": {
    query: { game?: string };
    takes: undefined;
    gives: PastMistakes;
  };
  /** Play on from a moment of a finished match, against bots */
  "POST /api/matches/{match}/play-on": {
    query: undefined;
    takes: PlayOn;
    gives: Seated;
  };
  /** Play on from a moment of any record, against bots */
  "POST /api/replay/play-on": {
    query: undefined;
    takes: PlayOnRecord;
    gives: Seated;
  };
  /** The puzzles of a game, and how one stands with them */
  "GET /api/games/{game}/puzzles": {
    query: undefined;
    takes: undefined;
    gives: PuzzleShelf;
  };
  /** A puzzle for whoever asks */
  "GET /api/games/{game}/puzzle": {
    query: { theme?: string };
    takes: undefined;
    gives: PuzzleAsked;
  };
  /** The puzzle of the day, the same for everybody */
  "GET /api/games/{game}/daily": {
    query: undefined;
    takes: undefined;
    gives: PuzzleAsked;
  };
  /** A puzzle by its id */
  "GET /api/puzzles/{puzzle}": {
    query: undefined;
    takes: undefined;
    gives: PuzzleAsked;
  };
  /** Answer a puzzle */
  "POST /api/puzzles/{puzzle}": {
    query: undefined;
    takes: PuzzleAnswer;
    gives: PuzzleResult;
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
  /** Who this session is, if anybody */
  "GET /api/session": {
    query: undefined;
    takes: undefined;
    gives: Session;
  };
  /** A person by their name */
  "GET /api/people": {
    query: { name: string };
    takes: undefined;
    gives: Profile;
  };
  /** A person, their ratings and statistics */
  "GET /api/people/{person}": {
    query: undefined;
    takes: undefined;
    gives: Profile;
  };
  /** How one is drawn, and what others see */
  "POST /api/me/profile": {
    query: undefined;
    takes: OwnProfile;
    gives: Profile;
  };
  /** How many recovery codes are left */
  "GET /api/me/recovery": {
    query: undefined;
    takes: undefined;
    gives: RecoveryState;
  };
  /** Make new recovery codes */
  "POST /api/me/recovery": {
    query: undefined;
    takes: undefined;
    gives: RecoveryCodes;
  };
  /** Sign in with a recovery code */
  "POST /api/recover": {
    query: undefined;
    takes: Recover;
    gives: Me;
  };
  /** One's days off */
  "GET /api/me/vacation": {
    query: undefined;
    takes: undefined;
    gives: ShownVacation;
  };
  /** Take days off, in which clocks of days rest */
  "POST /api/me/vacation": {
    query: undefined;
    takes: NewVacation;
    gives: ShownVacation;
  };
  /** Be back, or call one's days off off */
  "DELETE /api/me/vacation": {
    query: undefined;
    takes: undefined;
    gives: ShownVacation;
  };
  /** Have a code for a new password sent by mail */
  "POST /api/recover/mail": {
    query: undefined;
    takes: LostPassword;
    gives: Done;
  };
  /** What one is told, and where */
  "GET /api/me/notices": {
    query: undefined;
    takes: undefined;
    gives: NoticeSettings;
  };
  /** Choose what one is told, and when not */
  "POST /api/me/notices": {
    query: undefined;
    takes: NoticeWishes;
    gives: NoticeSettings;
  };
  /** Be told in a browser */
  "POST /api/me/notices/push": {
    query: undefined;
    takes: NewBrowser;
    gives: ShownChannel;
  };
  /** Have a program called */
  "POST /api/me/notices/webhook": {
    query: undefined;
    takes: NewWebhook;
    gives: WebhookSecret;
  };
  /** Have a code sent to an address */
  "POST /api/me/notices/mail": {
    query: undefined;
    takes: NewAddress;
    gives: ShownChannel;
  };
  /** Be told by mail */
  "POST /api/me/notices/mail/confirm": {
    query: undefined;
    takes: CodeByMail;
    gives: ShownChannel;
  };
  /** Send a notice to oneself */
  "POST /api/me/notices/test": {
    query: undefined;
    takes: undefined;
    gives: Done;
  };
  /** Be told there no more */
  "DELETE /api/me/notices/channels/{channel}": {
    query: undefined;
    takes: undefined;
    gives: Done;
  };
  /** Be told of a table, or not */
  "POST /api/tables/{table}/notices": {
    query: undefined;
    takes: Muting;
    gives: Done;
  };
  /** End mail by the link in it */
  "POST /api/notices/stop/{token}": {
    query: undefined;
    takes: undefined;
    gives: Done;
  };
  /** The tables that wait for one */
  "GET /api/me/waiting": {
    query: undefined;
    takes: undefined;
    gives: Waiting;
  };
  /** Whom one follows and is followed by, and which friends are there */
  "GET /api/friends": {
    query: undefined;
    takes: undefined;
    gives: FriendList;
  };
  /** Follow somebody, or no longer */
  "POST /api/friends": {
    query: undefined;
    takes: Follow;
    gives: FriendList;
  };
  /** Who beats a level of bots how often */
  "GET /api/ladder": {
    query: { game: string; players: number; level: string };
    takes: undefined;
    gives: BotLadder;
  };
  /** Clubs, one's own first */
  "GET /api/clubs": {
    query: { name?: string };
    takes: undefined;
    gives: ClubList;
  };
  /** Make a club */
  "POST /api/clubs": {
    query: undefined;
    takes: NewClub;
    gives: ShownClub;
  };
  /** A club by its name or id */
  "GET /api/clubs/{club}": {
    query: undefined;
    takes: undefined;
    gives: ShownClub;
  };
  /** Change what a club says and who may join */
  "POST /api/clubs/{club}": {
    query: undefined;
    takes: ClubChange;
    gives: ShownClub;
  };
  /** Delete one's club */
  "DELETE /api/clubs/{club}": {
    query: undefined;
    takes: undefined;
    gives: Done;
  };
  /** Join a club, or ask to */
  "POST /api/clubs/{club}/join": {
    query: undefined;
    takes: undefined;
    gives: ShownClub;
  };
  /** Ask somebody in, or let in who asked */
  "POST /api/clubs/{club}/invite": {
    query: undefined;
    takes: WhichMember;
    gives: ShownClub;
  };
  /** Leave, decline, or have a member go */
  "POST /api/clubs/{club}/leave": {
    query: undefined;
    takes: WhichMember;
    gives: Done;
  };
  /** Make an officer, or hand the club over */
  "POST /api/clubs/{club}/roles": {
    query: undefined;
    takes: NewRole;
    gives: ShownClub;
  };
  /** Set a date */
  "POST /api/clubs/{club}/events": {
    query: undefined;
    takes: NewEvent;
    gives: ShownClub;
  };
  /** Call a date off */
  "DELETE /api/clubs/{club}/events/{event}": {
    query: undefined;
    takes: undefined;
    gives: ShownClub;
  };
  /** Open a table for members alone */
  "POST /api/clubs/{club}/tables": {
    query: undefined;
    takes: ClubTable;
    gives: Seated;
  };
  /** How many wait for each game, and for how long about */
  "GET /api/finder": {
    query: undefined;
    takes: undefined;
    gives: FinderCounts;
  };
  /** Wait for others to play with */
  "POST /api/finder": {
    query: undefined;
    takes: NewWish;
    gives: FinderState;
  };
  /** Wait on, and how it stands */
  "POST /api/finder/wait": {
    query: undefined;
    takes: undefined;
    gives: FinderState;
  };
  /** Wait no longer */
  "POST /api/finder/leave": {
    query: undefined;
    takes: undefined;
    gives: Done;
  };
  /** What people asked the house to look at */
  "GET /api/moderation/reports": {
    query: { settled?: boolean };
    takes: undefined;
    gives: ReportList;
  };
  /** Put a report aside, with a verdict */
  "POST /api/moderation/reports/{report}": {
    query: undefined;
    takes: SettleReport;
    gives: ReportList;
  };
  /** The record of a reported match */
  "GET /api/moderation/matches/{match}/record": {
    query: undefined;
    takes: undefined;
    gives: MatchRecord;
  };
  /** A person, with reports, mutes and suspensions */
  "GET /api/moderation/people/{person}": {
    query: undefined;
    takes: undefined;
    gives: ModeratedPerson;
  };
  /** Mute or suspend somebody */
  "POST /api/moderation/people/{person}/sanctions": {
    query: undefined;
    takes: NewSanction;
    gives: ModeratedPerson;
  };
  /** Lift a mute or suspension */
  "POST /api/moderation/sanctions/{sanction}/lift": {
    query: undefined;
    takes: undefined;
    gives: ModeratedPerson;
  };
  /** What moderators did */
  "GET /api/moderation/audit": {
    query: { before?: number };
    takes: undefined;
    gives: ShownAudit;
  };
  /** Who wins more than ratings explain, and shared addresses */
  "GET /api/moderation/signals": {
    query: { game: string };
    takes: undefined;
    gives: FairPlaySignals;
  };
  /** Have somebody's choices compared with the best */
  "POST /api/moderation/people/{person}/agreement": {
    query: undefined;
    takes: OfGame;
    gives: ShownAgreement;
  };
  /** That comparison, as far as it is */
  "GET /api/moderation/people/{person}/agreement": {
    query: { game: string };
    takes: undefined;
    gives: ShownAgreement;
  };
  /** Finished matches, the newest first */
  "GET /api/matches": {
    query: { game?: string; players?: number; person?: string; name?: string; result?: "broken_off" | "finished" | "lost" | "shared" | "won"; since?: number; until?: number; rated?: boolean; imported?: boolean; edition?: string; against?: "bots" | "people"; cursor?: string; limit?: number; spoilers?: boolean };
    takes: undefined;
    gives: FinishedMatches;
  };
  /** A finished match */
  "GET /api/matches/{match}": {
    query: { spoilers?: boolean };
    takes: undefined;
    gives: FinishedMatch;
  };
  /** Keep a match private, or not */
  "POST /api/matches/{match}/sharing": {
    query: undefined;
    takes: Share;
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
  /** The strongest of a pool */
  "GET /api/leaderboard": {
    query: { game: string; players: number; pool?: "bots" | "people"; limit?: number; offset?: number; least?: number };
    takes: undefined;
    gives: Leaderboard;
  };
  /** Ask a bot to one's table */
  "POST /api/tables/{table}/invite": {
    query: undefined;
    takes: Invite;
    gives: Done;
  };
  /** The bots from outside that listen for invitations now */
  "GET /api/bots": {
    query: undefined;
    takes: undefined;
    gives: OnlineBots;
  };
  /** Decline an invitation */
  "POST /api/bot/tables/{table}/decline": {
    query: undefined;
    takes: undefined;
    gives: Done;
  };
  /** Where one is wanted and plays, as lines */
  "GET /api/bot/events": {
    query: { open?: boolean };
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
