import { AgentTrigger, asPayload } from '@crumbtrail/contracts';
import type { PreparedCreate } from '../commands/commands';
import { invalid } from '../commands/require-storable';
import { audienceTokens } from '../ledger/stored-rows';
import type { PlacedFields } from './placement';

const isAgent = (token: string): boolean => token === '@agents' || token.startsWith('agent:');

/**
 * The audience of a private trigger: the agents among those who could read it otherwise, whose answer those read nevertheless. Undefined
 * for anything else.
 */
export function privateAudience(
  { schema_name, context, audience }: PreparedCreate,
  readers: readonly string[],
): Pick<PlacedFields, 'audience' | 'informs'> | undefined {
  if (schema_name !== AgentTrigger.name || asPayload(AgentTrigger.name, context).private !== true) return undefined;
  if (audience !== null) {
    const message = 'is that of agents, because the trigger is private; leave it out';
    throw invalid(`Invalid ${schema_name}.`, [{ path: '/audience', rule: 'private', message }]);
  }
  if (readers.includes('*')) return { audience: audienceTokens('agents'), informs: readers };
  return { audience: readers.filter(isAgent) };
}
