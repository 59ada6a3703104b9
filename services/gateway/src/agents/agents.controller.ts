import { AGENT_PROGRAM } from '@crumbtrail/bus';
import { Controller } from '@nestjs/common';
import { DiscoverAgents, type SeenAgentsReply } from '@crumbtrail/contracts/http/seen-agents';
import { Input, Route, type RouteInput } from '../http/route';
import { ServiceRequests } from '../ports';
import { PublishedAgents } from './published-agents';

/** Agents that can be met on NATS. */
@Controller()
export class AgentsController {
  constructor(
    private readonly requests: ServiceRequests,
    private readonly published: PublishedAgents,
  ) {}

  /** Those of Crumbtrail only as far as they are of the caller's workspace: what other workspaces publish is not for this operator. */
  @Route(DiscoverAgents)
  async discover(@Input() { caller }: RouteInput<typeof DiscoverAgents>): Promise<SeenAgentsReply> {
    const { workspace } = await this.requests.requireOperator(caller, 'list the agents on NATS');
    const { agents, unreadable } = await this.published.discover();
    return { agents: agents.filter(({ agent, owner }) => agent !== AGENT_PROGRAM || owner === workspace), unreadable };
  }
}
