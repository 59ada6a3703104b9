import { AgentNote, agentName, asPayload, type CrumbError } from '@crumbtrail/contracts';
import type { PreparedCreate } from '../commands/commands';
import { invalid } from '../commands/require-storable';

/** The audience of an agent's note: the agents that it names, and its author. Null for anything else. */
export function noteAudience(
  { schema_name, context, audience }: PreparedCreate,
  author: string,
): readonly string[] | null {
  if (schema_name !== AgentNote.name) return null;
  if (audience !== null) {
    const message = 'is that of the agents in `to`; leave it out';
    throw invalid(`Invalid ${schema_name}.`, [{ path: '/audience', rule: 'note', message }]);
  }
  return [...new Set([...asPayload(AgentNote.name, context).to, author].map(agentName))];
}

/** Refuses a note to an agent that may not read the answer of the turn which writes it. */
export function refuseReaders({ schema_name }: PreparedCreate): CrumbError {
  const message = 'names an agent that may not read what you answer in this turn: leave it out';
  return invalid(`Invalid ${schema_name}.`, [{ path: '/context/to', rule: 'note', message }]);
}
