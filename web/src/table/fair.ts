/** This browser's part of the shuffle, and whether the cards were dealt as everybody was bound to.

What binds the server is asked for and kept before this browser tells its salt; in the end the record is checked
against what was kept, not against what the server says then. */

import { call } from "../lib/api";
import { sha256, Stream } from "../lib/shuffle";
import type { Link } from "../lib/link.svelte";
import type { ShownShuffle, Snapshot } from "../lib/wire";

/** What this browser keeps of a table until its match is over. */
interface Kept {
  salt: string;
  bound?: ShownShuffle;
}

export interface Verdict {
  fair: boolean;
  /** What does not fit: words for it are in the messages, under `table.unfair`. */
  wrong: "" | "commitment" | "pledge" | "salt" | "seed" | "deal" | "untold";
  deals: number;
  /** How many seats had a salt in it. */
  salts: number;
  /** Whether this browser's was among them, and the server was bound before it was told. */
  own: boolean;
}

interface Told {
  fair?: { commitment: string; secret: string; salts: string[]; seed: string; pledges?: string[] };
  [field: string]: unknown;
}

const place = (table: string): string => `karat.fair.${table}`;
const MOST_KEPT = 50;

/** 16 random bytes as hex. */
export function newSalt(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export const pledgeOf = (salt: string): string => sha256(`karat salt 1\n${salt}`);

export function keep(table: string, kept: Kept): void {
  const others = Object.keys(localStorage).filter((key) => key.startsWith(place("")) && key !== place(table));
  for (const key of others.slice(MOST_KEPT)) localStorage.removeItem(key);
  localStorage.setItem(place(table), JSON.stringify(kept));
}

export function kept(table: string): Kept | null {
  const text = localStorage.getItem(place(table));
  return text ? (JSON.parse(text) as Kept) : null;
}

/** Do this browser's part while a table gathers: pledge a salt, and tell it once everybody has pledged. */
export async function takePart(table: string, snapshot: Snapshot, link: Link): Promise<void> {
  const own = snapshot.you == null ? undefined : snapshot.seats[snapshot.you];
  if (snapshot.status !== "open" || !own) return;
  if (!snapshot.fixed) {
    if (own.pledge != null) return;
    const before = kept(table);
    // One that was told already is no secret any more; one that was not may be on its way.
    const salt = before && !before.bound ? before.salt : newSalt();
    keep(table, { salt });
    link.tell("pledge", { pledge: pledgeOf(salt) });
    return;
  }
  const mine = kept(table);
  if (own.salt || !mine || pledgeOf(mine.salt) !== own.pledge) return;
  const bound = await call("GET /api/tables/{table}/shuffle", { path: { table } });
  keep(table, { ...mine, bound });
  link.tell("salt", { salt: mine.salt });
}

/** Whether a record's cards follow from what everybody was bound to. */
export function verify(record: Told, bound: ShownShuffle, mine: Kept | null): Verdict {
  const told = record.fair;
  if (!told) return { fair: false, wrong: "untold", deals: 0, salts: 0, own: false };
  const own = !!mine?.bound && told.salts.includes(mine.salt);
  const verdict = (wrong: Verdict["wrong"], deals = 0): Verdict => ({
    fair: !wrong,
    wrong,
    deals,
    salts: told.salts.filter(Boolean).length,
    own,
  });
  if (sha256(told.secret) !== told.commitment || told.commitment !== bound.commitment) return verdict("commitment");
  const pledges = told.pledges ?? [];
  if (mine?.bound && bound.pledges.some((pledge, seat) => pledge !== (pledges[seat] ?? ""))) return verdict("pledge");
  if (told.salts.some((salt, seat) => pledges[seat] && pledgeOf(salt) !== pledges[seat])) return verdict("pledge");
  if (mine?.bound && !own) return verdict("salt");
  if (sha256(["karat fair 1", told.secret, ...told.salts].join("\n")) !== told.seed) return verdict("seed");
  const deals = dealsOf(record, bound);
  return deals.every((deal, number) => follows(deal, number, told.seed, bound))
    ? verdict("", deals.length)
    : verdict("deal");
}

type Deal = Record<string, unknown>;

function dealsOf(record: Told, { recipe }: ShownShuffle): Deal[] {
  return recipe.rounds ? (record[recipe.rounds] as Deal[]) : [record];
}

/** Whether one deal is what its stream of the seed gives, by the recipe. */
function follows(deal: Deal, number: number, seed: string, { recipe }: ShownShuffle): boolean {
  const stream = new Stream(seed, number);
  const drawn = (number ? recipe.later : recipe.first).map((bound) => stream.below(bound));
  if (drawn.some((value, which) => deal[recipe.drawn[which]!] !== value)) return false;
  const pack = stream.shuffled(recipe.pack);
  const piles = recipe.piles.flatMap((name) => pilesIn(deal[name]));
  const order = (cards: string[]): string => (recipe.ordered ? cards : [...cards].sort()).join(" ");
  return piles.every((pile) => order(pack.splice(0, pile.length)) === order(pile));
}

/** A field of a deal as piles: it holds one, or several. */
function pilesIn(told: unknown): string[][] {
  const list = told as unknown[];
  return list.length && Array.isArray(list[0]) ? (list as string[][]) : [list as string[]];
}

/** The verdict on a match that is over; what was not kept is asked for now, and `own` is false then. */
export async function check(table: string): Promise<Verdict> {
  const mine = kept(table);
  const path = { table };
  const bound = mine?.bound ?? (await call("GET /api/tables/{table}/shuffle", { path }));
  return verify((await call("GET /api/tables/{table}/record", { path })) as unknown as Told, bound, mine);
}
