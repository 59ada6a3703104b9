import { isSearchingSource, type SectionName, type SourcePlan } from '@crumbtrail/contracts';
import { itemKey, type DroppedItem, type ScoredItem } from '../gather/item';
import type { WindowPlan } from '../plan/plan';

/** What decides which items of the recent window stay. */
export interface RecentLimits {
  readonly window: WindowPlan;
  readonly sources: readonly SourcePlan[];
  /** Keys of the last exchanges, which always stay. */
  readonly exchanges: ReadonlySet<string>;
  /** Whether the message depends on earlier text, which the last exchanges contain. */
  readonly dependsOnEarlier: boolean;
}

/** The items that stay, each in the section of the source that found it, and those dropped. */
export interface LimitedItems {
  readonly ranked: readonly ScoredItem[];
  readonly dropped: readonly DroppedItem[];
}

/** Names of the sources that found the item, best first. */
function findingSources({ foundBy, scores }: ScoredItem): readonly string[] {
  if (foundBy) return foundBy;
  const ranks = Object.entries(scores).filter(([name]) => name.startsWith('rank.'));
  return ranks.sort(([, a], [, b]) => a - b).map(([name]) => name.slice('rank.'.length));
}

function otherSection(scored: ScoredItem, sources: ReadonlyMap<string, SourcePlan>): SectionName | null {
  const others = findingSources(scored).map((name) => sources.get(name));
  return others.find((source) => source !== undefined && source.type !== 'recent')?.section ?? null;
}

/**
 * Limits the recent window to the last exchanges and a few of the newest messages. Older messages stay only in the section of
 * another source that found them; the rest is dropped, because recency alone does not make it relevant. If the search found
 * nothing, more of the newest messages stay.
 */
export function limitRecent(
  ranked: readonly ScoredItem[],
  { window, sources, exchanges, dependsOnEarlier }: RecentLimits,
): LimitedItems {
  const byName = new Map(sources.map((source) => [source.name, source]));
  const searched = ranked.some((scored) =>
    findingSources(scored).some((name) => isSearchingSource(byName.get(name)?.type ?? 'recent')),
  );
  const stays = searched || dependsOnEarlier ? window.newest : window.alone;
  const kept: ScoredItem[] = [];
  const dropped: DroppedItem[] = [];
  for (const scored of ranked) {
    const { recency, item } = scored;
    const section =
      recency === undefined || exchanges.has(itemKey(item)) ? scored.section : otherSection(scored, byName);
    if (section === scored.section) kept.push(scored);
    else if (section !== null) kept.push({ ...scored, section });
    else if (Number(recency) <= stays) kept.push(scored);
    else dropped.push({ scored, decision: 'below_floor', reason: `older than the ${stays} newest` });
  }
  return { ranked: kept, dropped };
}
