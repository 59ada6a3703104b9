import { isSearchingSource, MOST_SOURCES, STABLE_SECTIONS } from '@crumbtrail/contracts';
import type { BuildPlan } from './plan';

/**
 * Whether a context may keep the order of the turn before: only where a search fills a section that is meant to stay the same, because what other
 * sources give moves only when it changes; and not in `lmml`, which begins with a nonce, so that nothing of it is ever cached.
 */
export function mayKeepOrder({ keep_order, sources }: BuildPlan): boolean {
  const isSearched = sources.some(({ type, section }) => isSearchingSource(type) && STABLE_SECTIONS.includes(section));
  // A build makes at most six queries.
  return keep_order !== false && isSearched && sources.length < MOST_SOURCES;
}
