import type { SubqueryContent } from '@crumbtrail/contracts';
import { countTokens, cutTokens, type Encoding } from '@crumbtrail/hints';
import { renderPart } from './render-subquery';

type ContentPart = SubqueryContent['parts'][number];

/** The parts of a content that fit. */
export interface SelectedParts {
  readonly parts: readonly ContentPart[];
  readonly tokens: number;
  /** Tokens of what is left out. */
  readonly omitted: number;
}

/** The part nearest to the time; without a time the last one. */
function findCentre(parts: readonly ContentPart[], around: string | undefined): number {
  if (around === undefined) return parts.length - 1;
  const distances = parts.map(({ at }) =>
    at === undefined ? Infinity : Math.abs(Date.parse(at) - Date.parse(around)),
  );
  return distances.indexOf(Math.min(...distances));
}

/** The largest run of parts around a centre whose tokens fit, taken from both sides in turn. */
function growWindow(tokens: readonly number[], centre: number, maxTokens: number): { from: number; to: number } {
  let [from, to, used] = [centre, centre + 1, tokens[centre] as number];
  const fits = (index: number): boolean => used + (tokens[index] ?? Infinity) <= maxTokens;
  while (fits(from - 1) || fits(to)) {
    if (fits(from - 1)) used += tokens[--from] as number;
    if (fits(to)) used += tokens[to++] as number;
  }
  return { from, to };
}

/** Chooses the parts around the content's time that have at most `maxTokens` tokens; the nearest one is cut if it alone has more. */
export function selectContentParts(
  { parts, around }: SubqueryContent,
  maxTokens: number,
  encoding: Encoding,
): SelectedParts {
  const tokens = parts.map((part) => countTokens(`${renderPart(part)}\n`, encoding));
  const sumOf = (some: readonly number[]): number => some.reduce((sum, each) => sum + each, 0);
  const total = sumOf(tokens);
  if (total <= maxTokens) return { parts, tokens: total, omitted: 0 };
  const centre = findCentre(parts, around);
  const nearest = parts[centre] as ContentPart;
  if ((tokens[centre] as number) > maxTokens) {
    const { text } = cutTokens(nearest.text, maxTokens, encoding);
    const kept = countTokens(text, encoding);
    return { parts: [{ ...nearest, text }], tokens: kept, omitted: total - kept };
  }
  const { from, to } = growWindow(tokens, centre, maxTokens);
  const kept = sumOf(tokens.slice(from, to));
  return { parts: parts.slice(from, to), tokens: kept, omitted: total - kept };
}
