import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CreateWorkspace, ListWorkspaces } from '@crumbtrail/contracts';
import type { z } from 'zod';
import { ServiceRequests } from '../ports';
import { type Caller, FromCaller } from '../http/caller';
import { Describe } from '../openapi/describe';
import { shapePipe } from '../http/parse-shape';
import { WorkspaceBody } from '../http/shapes';

@ApiTags('keys and workspaces')
@Controller('v1/workspaces')
export class WorkspacesController {
  constructor(private readonly asks: ServiceRequests) {}

  @Post()
  @Describe({
    summary: 'Make a workspace; its first operator key is shown once',
    body: 'WorkspaceBody',
    replies: { 201: 'NewWorkspace' },
  })
  async create(
    @Body(shapePipe(WorkspaceBody)) body: z.infer<typeof WorkspaceBody>,
    @FromCaller() caller: Caller,
  ): Promise<unknown> {
    return this.asks.request(CreateWorkspace, caller, body);
  }

  @Get()
  @Describe({ summary: 'All workspaces', replies: { 200: 'Workspaces' } })
  async list(@FromCaller() caller: Caller): Promise<unknown> {
    return this.asks.request(ListWorkspaces, caller, {});
  }
}
