import type { AgentDefV1 } from '@crumbtrail/contracts';

type Subscription = AgentDefV1['subscriptions'][number];
type MatchRule = NonNullable<Subscription['match']>[number];

const quoteAll = (tags: readonly string[]): string[] => tags.map((tag) => `“${tag}”`);
/** `a, b and c` */
export const joinList = (words: readonly string[], last: string): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;

/** Each comparison of a condition in words. */
export const comparisons: Readonly<Record<MatchRule['op'], string>> = {
  eq: 'is',
  ne: 'is not',
  gt: 'is greater than',
  lt: 'is less than',
  contains_any: 'contains one of',
  exists: 'exists',
};

/** `$.amount is greater than 100` */
export function describeCondition({ path, op, value }: MatchRule): string {
  if (op === 'exists') return `${path} ${value === false ? 'does not exist' : comparisons.exists}`;
  return `${path} ${comparisons[op]} ${JSON.stringify(value)}`;
}

/** Describes what wakes an agent: `Wakes for user.message.v1 or later with the tag “review”.` */
export function describeSelector({ schema, any_tags, all_tags, match = [] }: Subscription): string {
  const conditions = [
    ...(any_tags
      ? [`with ${any_tags.length > 1 ? 'one of the tags' : 'the tag'} ${joinList(quoteAll(any_tags), 'or')}`]
      : []),
    ...(all_tags
      ? [`with ${all_tags.length > 1 ? 'all the tags' : 'the tag'} ${joinList(quoteAll(all_tags), 'and')}`]
      : []),
    ...(match.length > 0 ? [`where ${joinList(match.map(describeCondition), 'and')}`] : []),
  ];
  return [`Wakes for ${schema} or later`, ...conditions].join(' ') + '.';
}

/** Describes subscriptions while they are typed; incomplete ones are left out. */
export function describeSubscriptions(value: unknown): string[] {
  const isSelector = (one: unknown): one is Subscription => typeof (one as Subscription | null)?.schema === 'string';
  try {
    return Array.isArray(value) ? value.filter(isSelector).map(describeSelector) : [];
  } catch {
    return [];
  }
}
