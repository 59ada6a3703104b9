import { Injectable } from '@nestjs/common';
import type { Identity } from '@crumbtrail/contracts';
import { type AgentPublication, ListPublishedAgents } from '@crumbtrail/contracts/operations/published-agents';
import type { WorkspacePlace } from '../cells/cell-directory';
import { requiredTags } from '../openai/agent-models';
import { ServiceRequests } from '../ports';

/** An agent as its definition publishes it now, and the tags that a message to it must have. */
export interface ReachableAgent {
  readonly agent: string;
  readonly definition: AgentPublication;
  readonly tags: readonly string[];
}

/** How long the store may take to say how an agent is published, in milliseconds. */
const FIND_WITHIN_MS = 10_000;

/** Do the `callers` of a publication name this participant? Without them, they name everybody. */
export function namesCaller(
  callers: readonly string[] | undefined,
  { role, participant: { kind, id } }: Pick<Identity, 'role' | 'participant'>,
): boolean {
  return (
    callers === undefined || callers.includes(`${kind}:${id}`) || (role === 'operator' && callers.includes('operators'))
  );
}

function toReachable({ definition }: { readonly definition: AgentPublication }): ReachableAgent[] {
  const tags = requiredTags(definition);
  return tags ? [{ agent: definition.agent, definition, tags }] : [];
}

/** How agents are published now: rights that were taken away must not hold until they are listed again. */
@Injectable()
export class Publications {
  constructor(private readonly requests: ServiceRequests) {}

  /** An agent that is published somewhere and that messages wake. */
  async find(place: WorkspacePlace, agent: string): Promise<ReachableAgent | undefined> {
    return (await this.list(place, agent))[0];
  }

  /** The agents of a workspace that are published somewhere and that messages wake, or only the one with this name. */
  async list({ workspace, cell }: WorkspacePlace, agent?: string): Promise<ReachableAgent[]> {
    const only = { workspace, ...(agent !== undefined && { agent }) };
    const request = { cell, timeoutMs: FIND_WITHIN_MS };
    const { agents } = await this.requests.requestAsGateway(ListPublishedAgents, { only }, request);
    return agents.flatMap(toReachable);
  }
}
