import type { AgentDefV1 } from '@crumbtrail/contracts';

type Selector = AgentDefV1['subscriptions'][number];
type Rule = NonNullable<Selector['match']>[number];

const quoted = (tags: readonly string[]): string[] => tags.map((tag) => `“${tag}”`);
const either = (words: readonly string[], last: string): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;

const verbs: Readonly<Record<Rule['op'], string>> = {
  eq: 'is',
  ne: 'is not',
  gt: 'is greater than',
  lt: 'is less than',
  contains_any: 'contains one of',
  exists: 'exists',
};

function ruleInWords({ path, op, value }: Rule): string {
  if (op === 'exists') return `${path} ${value === false ? 'does not exist' : verbs.exists}`;
  return `${path} ${verbs[op]} ${JSON.stringify(value)}`;
}

/** What wakes an agent, as a sentence: `Wakes for user.message.v1 or later with the tag “review”.` */
export function selectorInWords({ schema, any_tags, all_tags, match = [] }: Selector): string {
  const conditions = [
    ...(any_tags
      ? [`with ${any_tags.length > 1 ? 'one of the tags' : 'the tag'} ${either(quoted(any_tags), 'or')}`]
      : []),
    ...(all_tags
      ? [`with ${all_tags.length > 1 ? 'all the tags' : 'the tag'} ${either(quoted(all_tags), 'and')}`]
      : []),
    ...(match.length > 0 ? [`where ${either(match.map(ruleInWords), 'and')}`] : []),
  ];
  return [`Wakes for ${schema} or later`, ...conditions].join(' ') + '.';
}

/** The same of whatever stands there while it is typed; nothing of what is no selector yet. */
export function subscriptionsInWords(value: unknown): string[] {
  const isSelector = (one: unknown): one is Selector => typeof (one as Selector | null)?.schema === 'string';
  try {
    return Array.isArray(value) ? value.filter(isSelector).map(selectorInWords) : [];
  } catch {
    return [];
  }
}
