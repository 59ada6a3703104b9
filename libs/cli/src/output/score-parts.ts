import { describeScorePart, isRank } from '@crumbtrail/formatting';

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

/** What each part of these scores means, a line each, in the order in which they first appear; nothing where no item has a score. */
export function scoreLegend(items: readonly { readonly scores?: Readonly<Record<string, number>> }[]): string[] {
  const parts = items.flatMap(({ scores = {} }) => Object.entries(scores).filter(([, value]) => value !== 0));
  const names = [...new Set(parts.map(([name]) => name))].filter((name) => !isRank(name));
  const known = names.flatMap((name) => {
    const meaning = describeScorePart(name);
    return meaning === undefined ? [] : [`${name}: ${meaning}`];
  });
  return known.length === 0 ? [] : ['Score parts are shares of the score:', ...known.map((line) => `  ${line}`)];
}
