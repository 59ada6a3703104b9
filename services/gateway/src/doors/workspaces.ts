import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CreateWorkspace, ListWorkspaces } from '@crumbtrail/contracts';
import type { z } from 'zod';
import { Asks } from '../adapters/asks.nats';
import { type Caller, CallerOf } from '../caller';
import { Describe } from '../openapi/describe';
import { shaped } from '../shaped';
import { WorkspaceBody } from '../shapes';

@ApiTags('keys and workspaces')
@Controller('v1/workspaces')
export class WorkspacesDoor {
  constructor(private readonly asks: Asks) {}

  @Post()
  @Describe({
    summary: 'Make a workspace; its first operator key is shown once',
    body: 'WorkspaceBody',
    replies: { 201: 'NewWorkspace' },
  })
  async create(
    @Body(shaped(WorkspaceBody)) body: z.infer<typeof WorkspaceBody>,
    @CallerOf() caller: Caller,
  ): Promise<unknown> {
    return this.asks.ask(CreateWorkspace, caller, body);
  }

  @Get()
  @Describe({ summary: 'All workspaces', replies: { 200: 'Workspaces' } })
  async list(@CallerOf() caller: Caller): Promise<unknown> {
    return this.asks.ask(ListWorkspaces, caller, {});
  }
}
