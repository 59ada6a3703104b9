import type { Candidate, SourcePlan } from '@crumbtrail/contracts';
import type { ContextItem } from './item';

/** Where an item is shown. */
export interface ShownPlace {
  /** The session of the context; absent: none. */
  readonly session?: string | undefined;
  readonly sources: readonly SourcePlan[];
}

const timeOfDay = (iso: string): string => new Date(iso).toISOString().slice(11, 16);

/** Adds session and time to the speaker of an item from another session, as in `Ann (inn, 14:30)`, if a source of the plan has `took_part`. The heading above says the day. */
export function showOrigin(item: ContextItem, { session }: Pick<Candidate, 'session'>, place: ShownPlace): ContextItem {
  const isRecalled = session !== undefined && session !== place.session;
  if (!isRecalled || item.speaker === null || !place.sources.some(({ took_part }) => took_part)) return item;
  return { ...item, speaker: `${item.speaker} (${session}, ${timeOfDay(item.occurred_at)})` };
}
