import { Controller } from '@nestjs/common';
import { CreateWorkspace, ListWorkspaces } from '@crumbtrail/contracts';
import type { RouteReply } from '@crumbtrail/contracts/http/define-route';
import { AddWorkspace, ListAllWorkspaces } from '@crumbtrail/contracts/http/keys';
import { Input, Route, type RouteInput } from '../http/route';
import { ServiceRequests } from '../ports';

/** Workspaces. */
@Controller()
export class WorkspacesController {
  constructor(private readonly requests: ServiceRequests) {}

  @Route(AddWorkspace)
  async create(@Input() { body, caller }: RouteInput<typeof AddWorkspace>): Promise<RouteReply<typeof AddWorkspace>> {
    return this.requests.request(CreateWorkspace, caller, body);
  }

  @Route(ListAllWorkspaces)
  async list(@Input() { caller }: RouteInput<typeof ListAllWorkspaces>): Promise<RouteReply<typeof ListAllWorkspaces>> {
    return this.requests.request(ListWorkspaces, caller, {});
  }
}
