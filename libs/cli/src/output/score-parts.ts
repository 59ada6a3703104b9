const RANK = 'rank.';

/** What a score is made of, the largest share first: `bm25 61%, vector 24%`. Ranks within sources are no shares. */
export function formatScoreParts(scores: Readonly<Record<string, number>> = {}, score = 0): string {
  const parts = Object.entries(scores).filter(([name, value]) => !name.startsWith(RANK) && value !== 0);
  const total = score || parts.reduce((sum, [, value]) => sum + value, 0);
  if (total === 0) return '';
  return parts
    .sort(([, a], [, b]) => b - a)
    .map(([name, value]) => `${name} ${Math.round((100 * value) / total)}%`)
    .join(', ');
}

/** Where each source that found it ranked it: `recent 3, hybrid 1`. */
export function formatRanks(scores: Readonly<Record<string, number>> = {}): string {
  const places = Object.entries(scores).filter(([name]) => name.startsWith(RANK));
  return places.map(([name, rank]) => `${name.slice(RANK.length)} ${rank}`).join(', ');
}
