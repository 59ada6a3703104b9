import type { CrumbAuthor, RecalledSession, SourcePlan } from '@crumbtrail/contracts';
import type { NameOf } from '@crumbtrail/prompting';
import type { ScoredItem } from './item';

/** Where items are shown. */
export interface ShownPlace {
  /** The session of the context; absent: none. */
  readonly session?: string | undefined;
  readonly sources: readonly SourcePlan[];
  /** The past sessions whose members may be named. */
  readonly recalled: readonly RecalledSession[];
  readonly nameOf: NameOf;
}

/** Members named beside a text, at most; of more, their number is told. */
const MOST_NAMED = 3;

/** The members of past sessions, with the names that these give them. */
export const listMembers = (recalled: readonly RecalledSession[] = []): CrumbAuthor[] =>
  recalled.flatMap(({ members }) => members.map(({ kind, id, name }) => ({ kind, id, ...(name ? { name } : {}) })));

const timeOfDay = (iso: string): string => new Date(iso).toISOString().slice(11, 16);

/** The members of a past session besides the author of a text. */
function tellCompany({ item: { session, author } }: ScoredItem, { recalled, nameOf }: ShownPlace): readonly string[] {
  const others = listMembers(recalled.filter(({ name }) => name === session)).filter(
    ({ kind, id }) => kind !== author.kind || id !== author.id,
  );
  if (others.length === 0) return [];
  const named = others.slice(0, MOST_NAMED).map((one) => nameOf(one));
  const more = others.length > MOST_NAMED ? [`${others.length - MOST_NAMED} more`] : [];
  return [`with ${[...named, ...more].join(' and ')}`];
}

/**
 * Adds to the speaker of an item from another session what it is: its session, time, the other members, and its rank by relevance among all
 * candidates, as in `Ann (inn, 14:30, with Mia, rank 3)`. Only in plans of which a source has `took_part`. The heading above says the day.
 */
export function showOrigin(scored: ScoredItem, place: ShownPlace): ScoredItem {
  const { item, rank } = scored;
  const isRecalled = item.session !== undefined && item.session !== place.session;
  if (!isRecalled || item.speaker === null || !place.sources.some(({ took_part }) => took_part)) return scored;
  const origin = [item.session, timeOfDay(item.occurred_at), ...tellCompany(scored, place), `rank ${rank}`];
  return { ...scored, item: { ...item, speaker: `${item.speaker} (${origin.join(', ')})` } };
}
