/** The shuffle of docs/shuffle.md, to check what was dealt: SHA-256, ChaCha8, fair numbers, and cards exchanged.

Not the browser's own SHA-256, which is there only on pages that came over https or from this machine. */

const PRIMES: number[] = [];
for (let number = 2; PRIMES.length < 64; number++) if (PRIMES.every((prime) => number % prime)) PRIMES.push(number);
const fraction = (root: number): number => ((root - Math.floor(root)) * 2 ** 32) | 0;
const FIRST = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUND = PRIMES.map((prime) => fraction(Math.cbrt(prime)));

const turn = (word: number, places: number): number => (word << places) | (word >>> (32 - places));

/** The eight words of SHA-256. */
function digest(bytes: Uint8Array): Int32Array {
  const blocks = Math.ceil((bytes.length + 9) / 64);
  const padded = new DataView(new ArrayBuffer(64 * blocks));
  bytes.forEach((byte, place) => padded.setUint8(place, byte));
  padded.setUint8(bytes.length, 0x80);
  padded.setUint32(64 * blocks - 8, Math.floor(bytes.length / 2 ** 29));
  padded.setUint32(64 * blocks - 4, bytes.length << 3);
  const state = Int32Array.from(FIRST);
  const words = new Int32Array(64);
  for (let block = 0; block < blocks; block++) {
    for (let i = 0; i < 16; i++) words[i] = padded.getInt32(64 * block + 4 * i);
    for (let i = 16; i < 64; i++) {
      const [a, b] = [words[i - 15]!, words[i - 2]!];
      const low = turn(a, 25) ^ turn(a, 14) ^ (a >>> 3);
      const high = turn(b, 15) ^ turn(b, 13) ^ (b >>> 10);
      words[i] = words[i - 16]! + low + words[i - 7]! + high;
    }
    let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i++) {
      const high = turn(e, 26) ^ turn(e, 21) ^ turn(e, 7);
      const one = (h + high + ((e & f) ^ (~e & g)) + ROUND[i]! + words[i]!) | 0;
      const low = turn(a, 30) ^ turn(a, 19) ^ turn(a, 10);
      const two = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, place) => (state[place] = state[place]! + word));
  }
  return state;
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** SHA-256 of a text in UTF-8, as hex. */
export function sha256(text: string): string {
  return Array.from(digest(bytesOf(text)), (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

/** The key of a seed, as ChaCha reads its words. */
function keyOf(seed: string): Int32Array {
  const view = new DataView(new ArrayBuffer(32));
  digest(bytesOf(`karat shuffle 1\0${seed}`)).forEach((word, place) => view.setInt32(4 * place, word));
  return Int32Array.from({ length: 8 }, (_, place) => view.getInt32(4 * place, true));
}

const CONSTANTS = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574];
const QUARTERS = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14],
] as const;

/** An endless run of fair choices, named by a seed and a number. */
export class Stream {
  #start: Int32Array;
  #words: number[] = [];

  constructor(seed: string, number: number) {
    this.#start = Int32Array.from([...CONSTANTS, ...keyOf(seed), 0, number, Math.floor(number / 2 ** 32), 0]);
  }

  #word(): number {
    if (!this.#words.length) {
      const x = Int32Array.from(this.#start);
      for (let round = 0; round < 4; round++)
        for (const [a, b, c, d] of QUARTERS) {
          x[a]! += x[b]!;
          x[d] = turn(x[d]! ^ x[a]!, 16);
          x[c]! += x[d];
          x[b] = turn(x[b]! ^ x[c]!, 12);
          x[a]! += x[b];
          x[d] = turn(x[d] ^ x[a]!, 8);
          x[c]! += x[d];
          x[b] = turn(x[b] ^ x[c]!, 7);
        }
      this.#words = Array.from(x, (word, place) => (word + this.#start[place]!) >>> 0);
      this.#start[12]!++;
    }
    return this.#words.shift()!;
  }

  /** A whole number from 0 to bound-1, each equally likely. */
  below(bound: number): number {
    const n = BigInt(bound);
    for (;;) {
      const product = BigInt(this.#word()) * n;
      if ((product & 0xffffffffn) >= 2n ** 32n % n) return Number(product >> 32n);
    }
  }

  shuffled<T>(cards: readonly T[]): T[] {
    const pile = [...cards];
    for (let last = pile.length - 1; last > 0; last--) {
      const other = this.below(last + 1);
      [pile[last], pile[other]] = [pile[other]!, pile[last]!];
    }
    return pile;
  }
}
