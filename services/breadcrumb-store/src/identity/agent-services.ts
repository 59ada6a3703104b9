import { contracts, isServiceName, refuse } from '@crumbtrail/contracts';
import type { AuthenticatedCaller } from './caller';

/** Is it an agent as a service of its own, known by its NATS user and not by a key that somebody brought? */
export const isAgentService = ({ principal, participant: { kind, id } }: AuthenticatedCaller): boolean =>
  kind === 'agent' && id === principal && !isServiceName(principal);

/**
 * An agent defines itself and the tools that it runs, as a service: the key of an agent is not enough, because a
 * definition says what the agent may do.
 */
export function requireDefinitionOwner(
  schemaName: string,
  context: Record<string, unknown> | null,
  caller: AuthenticatedCaller,
): void {
  const field = contracts.get(schemaName)?.rules.owner;
  if (field === undefined || caller.participant.kind !== 'agent' || caller.role === 'operator') return;
  const { id } = caller.participant;
  if (!isAgentService(caller)) {
    throw refuse(
      'wrong_writer',
      `A ${schemaName} is written by an operator, or by ${id} as a service with a NATS user of its own; not with a key.`,
    );
  }
  if (context !== null && context[field] !== id) {
    throw refuse('wrong_writer', `${id} writes only a ${schemaName} whose \`${field}\` is ${id}.`);
  }
}
