import type { Fact } from '@crumbtrail/memory';

/** Whether a fact rests on a breadcrumb. */
export const restsOn = ({ sources }: Fact, source: string): boolean => sources.some(({ id }) => id === source);

/** A fact whose successor is gone holds again; facts that are gone contradict nothing. */
function release(fact: Fact, isKept: (id: string) => boolean): Fact {
  const { superseded_by, until, contradicts = [], ...rest } = fact;
  const left = contradicts.filter(isKept);
  const isReplaced = superseded_by !== undefined && isKept(superseded_by);
  return {
    ...rest,
    ...(isReplaced ? { superseded_by } : {}),
    ...(until !== undefined && (isReplaced || superseded_by === undefined) ? { until } : {}),
    ...(left.length > 0 ? { contradicts: left } : {}),
  };
}

/** Facts without some of them, and without what those did to the others. */
export function withoutFacts(facts: readonly Fact[], isGone: (fact: Fact) => boolean): Fact[] {
  const gone = new Set(facts.filter(isGone).map(({ id }) => id));
  return facts.filter(({ id }) => !gone.has(id)).map((fact) => release(fact, (id) => !gone.has(id)));
}
