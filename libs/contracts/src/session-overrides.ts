import type { SessionOverrideV1 } from './generated/types';

/** One adjustment of a session by an operator. */
export type SessionOverrideItem = SessionOverrideV1['overrides'][number];

/** The adjustment with one verb. */
export type OverrideOf<Verb extends SessionOverrideItem['verb']> = Extract<
  SessionOverrideItem,
  { readonly verb: Verb }
>;

/** The adjustments that have an effect on what happens at a time, ISO 8601: those whose end has not come. */
export function activeOverrides(override: SessionOverrideV1 | undefined, at: string): SessionOverrideItem[] {
  const now = Date.parse(at);
  return (override?.overrides ?? []).filter(({ until }) => until === undefined || now < Date.parse(until));
}

/** Those with this verb. */
export function overridesOf<Verb extends SessionOverrideItem['verb']>(
  items: readonly SessionOverrideItem[],
  verb: Verb,
): OverrideOf<Verb>[] {
  return items.filter((item): item is OverrideOf<Verb> => item.verb === verb);
}

/** How long an adjustment without an end time lasts: an injected text may last for a number of answers, everything else until it is reverted. */
export function describeOpenEnd(item: SessionOverrideItem): string {
  const turns = item.verb === 'inject' ? item.turns : undefined;
  if (turns === undefined) return 'until it is reverted';
  return turns === 1 ? 'for one answer' : `for ${turns} answers`;
}

/** Who adjusted the session, until when and why: `by operator ops until 2026-05-08T10:00:00.000Z: a fire drill`. */
export function describeOverride(item: SessionOverrideItem): string {
  const { by, until, reason } = item;
  const who = by === undefined ? 'by an operator' : `by operator ${by}`;
  const end = until === undefined ? describeOpenEnd(item) : `until ${until}`;
  return reason === undefined ? `${who} ${end}` : `${who} ${end}: ${reason}`;
}
