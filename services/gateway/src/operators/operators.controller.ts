import { Controller } from '@nestjs/common';
import { AgentDef, List, refuse, Status, type StatusReply, asPayload } from '@crumbtrail/contracts';
import { type Agent, ListAgents, ReadStatus } from '@crumbtrail/contracts/http/operators';
import { Input, Route, type RouteInput } from '../http/route';
import { ServiceRequests } from '../ports';

/** The agents and the state of the log, for operators. */
@Controller()
export class OperatorsController {
  constructor(private readonly requests: ServiceRequests) {}

  @Route(ListAgents)
  async agents(
    @Input() { query, caller }: RouteInput<typeof ListAgents>,
  ): Promise<{ agents: Agent[]; next_cursor?: string }> {
    const request = { schema: AgentDef.name, ...query };
    const { crumbs, next_cursor } = await this.requests.request(List, caller, request);
    const agents = crumbs.map((crumb): Agent => {
      const { id, version, updated_at } = crumb;
      return { id, version, updated_at, ...asPayload(AgentDef.name, crumb.context) };
    });
    return { agents, ...(next_cursor ? { next_cursor } : {}) };
  }

  @Route(ReadStatus)
  async status(@Input() { caller }: RouteInput<typeof ReadStatus>): Promise<StatusReply> {
    const { workspace, cell } = await this.requests.requireOperator(caller, 'read the status');
    if (workspace !== 'default')
      throw refuse('forbidden', 'Only operators of the workspace default may read the status.');
    return this.requests.requestAsGateway(Status, {}, { cell });
  }
}
