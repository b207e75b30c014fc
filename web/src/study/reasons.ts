/** A reason taken apart: what was done in words, and each card that it names as something to open. */

export interface Piece {
  text: string;
  /** The card that this names. */
  card: string | null;
}

interface Told {
  /** What actions are in words, by how a record writes them. */
  actions: ReadonlyMap<string, string>;
  /** How cards are called, by how a record writes them. */
  cards: ReadonlyMap<string, string>;
}

export function piecesOf(text: string, { actions, cards }: Told): Piece[] {
  const said = actions.size ? text.replace(anyOf([...actions.keys()]), (code) => actions.get(code) ?? code) : text;
  const called = new Map([...cards].flatMap(([card, name]) => [card, name].map((word) => [word.toLowerCase(), card])));
  if (!called.size) return [{ text: said, card: null }];
  const pieces: Piece[] = [];
  let from = 0;
  for (const found of said.matchAll(anyOf([...called.keys()]))) {
    const card = called.get(found[0].toLowerCase())!;
    if (found.index > from) pieces.push({ text: said.slice(from, found.index), card: null });
    pieces.push({ text: found[0] === card ? cards.get(card)! : found[0], card });
    from = found.index + found[0].length;
  }
  if (from < said.length) pieces.push({ text: said.slice(from), card: null });
  return pieces;
}

/** Whole words only, as `end` is also in `ends`; the longer first, as one may begin with another. */
function anyOf(words: readonly string[]): RegExp {
  const quoted = [...words]
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${quoted.join("|")})(?![\\p{L}\\p{N}])`, "giu");
}
