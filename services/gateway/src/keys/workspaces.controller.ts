import { Controller } from '@nestjs/common';
import { CreateWorkspace, ListWorkspaces, refuse } from '@crumbtrail/contracts';
import type { RouteReply } from '@crumbtrail/contracts/http/define-route';
import { AddWorkspace, ListAllWorkspaces, MoveOneWorkspace } from '@crumbtrail/contracts/http/keys';
import { Input, Route, type RouteInput } from '../http/route';
import type { WorkspacePlace } from '../cells/cell-directory';
import { ServiceRequests } from '../ports';
import { requireKeyItself } from './require-key-itself';

/** Workspaces. */
@Controller()
export class WorkspacesController {
  constructor(private readonly requests: ServiceRequests) {}

  @Route(AddWorkspace)
  async create(@Input() { body, caller }: RouteInput<typeof AddWorkspace>): Promise<RouteReply<typeof AddWorkspace>> {
    requireKeyItself(caller, 'The operator key of a new workspace');
    return this.requests.request(CreateWorkspace, caller, body);
  }

  @Route(ListAllWorkspaces)
  async list(@Input() { caller }: RouteInput<typeof ListAllWorkspaces>): Promise<RouteReply<typeof ListAllWorkspaces>> {
    return this.requests.request(ListWorkspaces, caller, {});
  }

  @Route(MoveOneWorkspace)
  async move(
    @Input() { params, body, caller }: RouteInput<typeof MoveOneWorkspace>,
  ): Promise<RouteReply<typeof MoveOneWorkspace>> {
    const place = await this.requests.requireOperator(caller, 'move a workspace');
    const { name } = params;
    if (name !== place.workspace)
      throw refuse(
        'forbidden',
        `This key is of the workspace ${place.workspace}: use an operator's key of ${name} to move ${name}.`,
      );
    this.requireOtherCell(place, body.to);
    return this.requests.moveWorkspace(caller, body);
  }

  private requireOtherCell({ workspace, cell }: WorkspacePlace, to: string): void {
    const others = this.requests.cells.filter((one) => one !== cell);
    if (others.includes(to)) return;
    const choice =
      others.length === 0
        ? 'this gateway has no other cell; its setting CELLS names them'
        : `the other cells are: ${others.join(', ')}`;
    const reason = to === cell ? `${workspace} is in the cell ${cell} already` : `there is no cell ${to}`;
    throw refuse('invalid_payload', `Cannot move ${workspace}: ${reason}; ${choice}.`);
  }
}
