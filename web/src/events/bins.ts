/** Scores put together into so few bars that they can be told apart. */

export interface Bin {
  from: number;
  to: number;
  people: number;
}

interface Counted {
  score: number;
  people: number;
}

/** Bars of one width over all scores and marks, the lowest first; those between them that nobody has stand empty. */
export function bins(scores: readonly Counted[], marks: readonly number[], most = 21): Bin[] {
  const all = [...scores.map(({ score }) => score), ...marks];
  if (!all.length) return [];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const width = Math.max(1, Math.ceil((high - low + 1) / most));
  const first = Math.floor(low / width) * width;
  const found: Bin[] = [];
  for (let from = first; from <= high; from += width) found.push({ from, to: from + width - 1, people: 0 });
  for (const { score, people } of scores) found[Math.floor((score - first) / width)]!.people += people;
  return found;
}
