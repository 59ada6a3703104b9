import { Controller, UseGuards } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Respond } from '@crumbtrail/bus';
import type { RequestOf } from '@crumbtrail/contracts';
import { MoveWorkspace, type MovedWorkspace } from '@crumbtrail/contracts/operations/keys';
import { WorkspaceMover } from '../cells/workspace-mover';
import type { AuthenticatedCaller } from '../identity/caller';
import { CallerGuard, CallerOf } from '../identity/caller.guard';

/** Moves of workspaces to other cells. */
@Controller()
@UseGuards(CallerGuard)
export class WorkspaceMovesController {
  constructor(private readonly mover: WorkspaceMover) {}

  @Respond(MoveWorkspace)
  moveWorkspace(
    @Payload() request: RequestOf<typeof MoveWorkspace>,
    @CallerOf() { workspace }: AuthenticatedCaller,
  ): Promise<MovedWorkspace> {
    return this.mover.move(workspace, request);
  }
}
