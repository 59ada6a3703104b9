import type { SectionName, SourcePlan } from '@crumbtrail/contracts';
import { itemKey, type DroppedItem, type ScoredItem } from '../gather/item';
import type { WindowPlan } from '../plan/plan';

/** What the recent window is judged by. */
export interface RecentLimits {
  readonly window: WindowPlan;
  readonly sources: readonly SourcePlan[];
  /** Keys of the last exchanges: they stand whatever else is found. */
  readonly exchanges: ReadonlySet<string>;
  /** The message leans on what was said last: that is in the last exchanges. */
  readonly dependsOnEarlier: boolean;
}

/** What stands, each in the section of the source that speaks for it, and what only stood near the end. */
export interface LimitedItems {
  readonly ranked: readonly ScoredItem[];
  readonly dropped: readonly DroppedItem[];
}

const SEARCHING: ReadonlySet<SourcePlan['type']> = new Set<SourcePlan['type']>(['text', 'vector', 'hybrid']);

/** Names of the sources that speak for it, best first. */
function findingSources({ foundBy: vouched, scores }: ScoredItem): readonly string[] {
  if (vouched) return vouched;
  const ranks = Object.entries(scores).filter(([name]) => name.startsWith('rank.'));
  return ranks.sort(([, a], [, b]) => a - b).map(([name]) => name.slice('rank.'.length));
}

function otherSection(scored: ScoredItem, sources: ReadonlyMap<string, SourcePlan>): SectionName | null {
  const others = findingSources(scored).map((name) => sources.get(name));
  return others.find((source) => source !== undefined && source.type !== 'recent')?.section ?? null;
}

/**
 * Of the recent window the last exchanges stay, and the newest few; whatever else another source found stands with what that one
 * found, and the rest is dropped: it is near, but nothing says that it matters. Where searching with words of the message's
 * own found nothing, nearness is all there is, and more of it stays.
 */
export function limitRecent(
  ranked: readonly ScoredItem[],
  { window, sources, exchanges, dependsOnEarlier }: RecentLimits,
): LimitedItems {
  const byName = new Map(sources.map((source) => [source.name, source]));
  const searched = ranked.some((scored) =>
    findingSources(scored).some((name) => SEARCHING.has(byName.get(name)?.type ?? 'recent')),
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
