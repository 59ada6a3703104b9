import { satisfies, type AgentDefV1, type Envelope } from '@crumbtrail/contracts';
import { matchesJson } from '@crumbtrail/hints';

/** One line of an agent's subscriptions. */
export type Selector = AgentDefV1['subscriptions'][number];

/** What a crumb must be beside its schema. */
export type Conditions = Omit<Selector, 'schema'>;

/** True if one of `any_tags`, all of `all_tags`, and every line of `match` hold of the crumb; absent conditions are ignored. */
export function meetsConditions({ any_tags, all_tags, match }: Conditions, crumb: Envelope): boolean {
  const tags = new Set(crumb.tags);
  if (any_tags && !any_tags.some((tag) => tags.has(tag))) return false;
  if (all_tags && !all_tags.every((tag) => tags.has(tag))) return false;
  // The store refuses a definition with an invalid JSONPath; if one is found here anyway, it selects nothing.
  return (match ?? []).every((line) => matchesJson(crumb, line) === true);
}

/**
 * True if the selector matches the crumb: its schema's family at that version or later, one of `any_tags`, all of
 * `all_tags`, and every line of `match`, as `matchesJson` decides; absent conditions are ignored.
 */
export function selects(selector: Selector, crumb: Envelope): boolean {
  return satisfies(crumb.schema_name, selector.schema) && meetsConditions(selector, crumb);
}
