import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  AgentDef,
  type AgentDefV1,
  type Envelope,
  type Identity,
  List,
  type ListReply,
  refuse,
  Status,
  type StatusReply,
} from '@crumbtrail/contracts';
import type { z } from 'zod';
import { ServiceRequests } from '../ports';
import { type Caller, FromCaller } from '../http/caller';
import { Describe } from '../openapi/describe';
import { shapePipe } from '../http/parse-shape';
import { PageQuery } from '../http/shapes';

/** What only operators look at, beside dead letters. */
@ApiTags('for operators')
@Controller('v1')
export class OperatorsController {
  constructor(private readonly asks: ServiceRequests) {}

  @Get('agents')
  @Describe({ summary: 'The agents that are defined as data', query: PageQuery, replies: { 200: 'Agents' } })
  async agents(
    @Query(shapePipe(PageQuery)) page: z.infer<typeof PageQuery>,
    @FromCaller() caller: Caller,
  ): Promise<unknown> {
    const { crumbs, next_cursor } = await this.list(caller, AgentDef.name, page);
    const agents = crumbs.map(({ id, version, updated_at, context }) => ({
      ...{ id, version, updated_at },
      ...(context as Envelope['context'] & AgentDefV1),
    }));
    return { agents, ...(next_cursor ? { next_cursor } : {}) };
  }

  @Get('status')
  @Describe({
    summary: 'How far the log, its relay and its index are, and who waits for work',
    replies: { 200: 'Status' },
  })
  async status(@FromCaller() caller: Caller): Promise<StatusReply> {
    const { workspace } = await this.operatorsOnly(caller);
    if (workspace !== 'default') throw refuse('forbidden', 'Only operators of the workspace default may see this.');
    return this.asks.requestAsGateway(Status, {});
  }

  private async operatorsOnly(caller: Caller): Promise<Identity> {
    const identity = await this.asks.identifyUncached(caller);
    if (identity.role === 'operator') return identity;
    throw refuse('forbidden', `Only operators may see this; this key's role is ${identity.role}.`);
  }

  private list(caller: Caller, schema: string, page: z.infer<typeof PageQuery>): Promise<ListReply> {
    return this.asks.request(List, caller, { schema, ...page });
  }
}
