import { isRank } from '@crumbtrail/formatting';

/** The parts of a score as percentages, largest first: `bm25 61%, vector 24%`. `score` is the whole; 0 or absent takes the sum. */
export function formatScoreParts(scores: Readonly<Record<string, number>> = {}, score = 0): string {
  const parts = Object.entries(scores).filter(([name, value]) => !isRank(name) && value !== 0);
  const total = score || parts.reduce((sum, [, value]) => sum + value, 0);
  if (total === 0) return '';
  return parts
    .sort(([, a], [, b]) => b - a)
    .map(([name, value]) => `${name} ${Math.round((100 * value) / total)}%`)
    .join(', ');
}
