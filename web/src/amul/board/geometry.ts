/** How market, palace and bazaar lie in the room there is: the largest cards with which all three are in sight.

One question for every window: of all ways to set the three places (one above the other two, beside them, all in a row) and
of all numbers of columns, which leaves the cards largest? What the style draws has the sizes that are reckoned with here. */

export interface Room {
  width: number;
  height: number;
}

/** How many cards lie in each place. */
export interface Lying {
  market: number;
  palace: number;
  bazaar: number;
}

export type Plan = "over" | "beside" | "row";

export interface Setting {
  plan: Plan;
  /** The width of a card in the market, and of one in palace and bazaar. */
  ware: number;
  lying: number;
  columns: Lying;
  /** How wide each place is, its heading included. */
  widths: Lying;
  /** The heights of a place's heading and of the words below a ware. */
  head: number;
  note: number;
  gap: number;
  /** Whether all cards are as large as a finger needs them. */
  roomy: boolean;
}

/** Palace and bazaar are smaller than the market, down to what a finger needs. */
const LESS = 0.72;
export const FINGER = 44;
/** Under this a picture tells nothing. */
const LEAST = 22;
const LARGEST = 240;
const BETWEEN = 14;
/** What a heading needs. */
const HEADINGS: Lying = { market: 104, palace: 84, bazaar: 78 };
const PLANS: readonly Plan[] = ["over", "beside", "row"];

/** The height of a card of that width: small ones are shorter, as they have no name. */
export const heightOf = (width: number): number => Math.min(1.4 * width, Math.max(1.2 * width, 3 * width - 83));

export function setOut(room: Room, lying: Lying, { finger = FINGER, notes = true } = {}): Setting {
  const head = Math.min(34, Math.max(19, Math.round(room.height * 0.055)));
  const gap = room.width > 700 ? 8 : 4;
  const parts = { head, gap, note: notes && room.width > 480 && room.height > 240 ? 22 : 0 };
  let [least, most] = [LEAST, Math.max(LEAST, Math.min(LARGEST, room.height / 2.1))];
  let best = place(room, lying, least, parts, finger) ?? { plan: "over" as const, columns: evenly(room, lying, gap) };
  let ware = least;
  for (let tries = 0; tries < 12; tries++) {
    const middle = (least + most) / 2;
    const found = place(room, lying, middle, parts, finger);
    if (found) [least, best, ware] = [middle, found, middle];
    else most = middle;
  }
  const size = Math.floor(ware);
  const small = lesser(size, finger);
  const widths = {
    market: widthOf("market", best.columns.market, size, gap),
    palace: widthOf("palace", best.columns.palace, small, gap),
    bazaar: widthOf("bazaar", best.columns.bazaar, small, gap),
  };
  return { ...parts, ...best, widths, ware: size, lying: small, roomy: size >= finger };
}

const widthOf = (which: keyof Lying, columns: number, one: number, gap: number): number =>
  Math.max(HEADINGS[which], columns * (one + gap) - gap);

const lesser = (ware: number, finger: number): number => Math.floor(Math.min(ware, Math.max(finger, ware * LESS)));

function evenly({ width }: Room, { market }: Lying, gap: number): Lying {
  const across = Math.max(1, Math.floor((width + gap) / (LEAST + gap)));
  return { market: Math.min(market, across), palace: Math.ceil(across / 2), bazaar: Math.floor(across / 2) };
}

/** A way to set all three places with cards of that width; none where they do not fit. */
function place(
  room: Room,
  cards: Lying,
  ware: number,
  { head, note, gap }: { head: number; note: number; gap: number },
  finger: number,
): { plan: Plan; columns: Lying } | null {
  const small = lesser(ware, finger);
  const stallWidth = (columns: number) => widthOf("market", columns, ware, gap);
  const high = (rows: number, one: number, below = 0) => head + rows * (heightOf(one) + below + gap);
  const rowsOf = (number: number, columns: number) => Math.max(1, Math.ceil(number / columns));
  const fitting = (width: number, one: number) => Math.max(0, Math.floor((width + gap) / (one + gap)));
  const few = (number: number, columns: number) => Math.max(1, Math.min(number, columns));

  for (const plan of PLANS) {
    for (let market = few(cards.market, fitting(room.width, ware)); market >= 1; market--) {
      if (stallWidth(market) > room.width) continue;
      const stall = high(rowsOf(cards.market, market), ware, note);
      if (stall > room.height) break;
      const rest = plan === "over" ? room.width : room.width - stallWidth(market) - BETWEEN;
      if (plan === "beside") {
        const across = fitting(rest, small);
        if (!across || rest < HEADINGS.palace) continue;
        const [palace, bazaar] = [few(cards.palace, across), few(cards.bazaar, across)];
        const both = high(rowsOf(cards.palace, palace), small) + high(rowsOf(cards.bazaar, bazaar), small) + gap;
        if (both <= room.height) return { plan, columns: { market, palace, bazaar } };
        continue;
      }
      const free = plan === "over" ? room.height - stall - gap : room.height;
      const least = (which: "palace" | "bazaar") => Math.ceil((HEADINGS[which] + gap) / (small + gap));
      const across = fitting(rest - BETWEEN, small);
      const rows = Math.floor((free - head) / (heightOf(small) + gap));
      if (rows < 1) continue;
      const palace = Math.max(least("palace"), Math.ceil(cards.palace / rows));
      const bazaar = Math.max(least("bazaar"), Math.ceil(cards.bazaar / rows));
      if (palace + bazaar <= across) return { plan, columns: { market, ...shared(cards, palace, bazaar, across) } };
      if (plan === "over") break; // fewer columns of wares leave less below them
    }
  }
  return null;
}

/** Columns that are left over go where they make a row the less. */
function shared(cards: Lying, palace: number, bazaar: number, across: number): { palace: number; bazaar: number } {
  const left = across - palace - bazaar;
  const more = Math.min(left, Math.max(0, cards.palace - palace));
  return { palace: palace + more, bazaar: bazaar + Math.min(left - more, Math.max(0, cards.bazaar - bazaar)) };
}
