import { AgentResponse } from '@crumbtrail/contracts';
import { isParsedObject, type ParsedObject } from '../../parsed-object';

/** The member of an envelope that holds the reply's breadcrumb. */
export const ENVELOPE = 'breadcrumb';

const ENVELOPE_MEMBERS = new Set(['action', ENVELOPE]);
/** Title and tags belong to the form of a breadcrumb; a reply has none of its own. */
const BREADCRUMB_MEMBERS = new Set(['schema_name', 'context', 'title', 'tags']);

/** The reply in an envelope. */
export type Unwrapped =
  | { readonly value: ParsedObject; readonly ignored: readonly string[] }
  /** Why the envelope cannot be understood, written for the model. */
  | { readonly why: string };

/** Names of the members that are not in the set, as `prefix.name`. */
export function otherMembers(value: ParsedObject, known: ReadonlySet<string>, prefix = ''): string[] {
  return Object.keys(value)
    .filter((name) => !known.has(name))
    .map((name) => prefix + name);
}

/**
 * Unwraps a reply that is written as a breadcrumb to create: `{"action": "create", "breadcrumb": {"schema_name":
 * "agent.response.v1", "context": {"message": …, "tool_requests": […]}}}`. A reply that has one of `keys` itself is
 * returned as it is.
 */
export function unwrapEnvelope(value: ParsedObject, keys: readonly string[]): Unwrapped {
  const breadcrumb = value[ENVELOPE];
  if (!isParsedObject(breadcrumb) || keys.some((key) => Object.hasOwn(value, key))) return { value, ignored: [] };
  const { action = 'create' } = value;
  const { schema_name = AgentResponse.name, context } = breadcrumb;
  const instead = 'a reply is your answer and requests of tools; to change or create other records, request a tool';
  if (action !== 'create') return { why: `its "action" is ${JSON.stringify(action)}: ${instead}` };
  if (schema_name !== AgentResponse.name) return { why: `it creates a ${JSON.stringify(schema_name)}: ${instead}` };
  if (!isParsedObject(context)) return { why: 'its breadcrumb has no "context", which holds the "message"' };
  const ignored = [
    ...otherMembers(value, ENVELOPE_MEMBERS),
    ...otherMembers(breadcrumb, BREADCRUMB_MEMBERS, `${ENVELOPE}.`),
  ];
  return { value: context, ignored };
}
