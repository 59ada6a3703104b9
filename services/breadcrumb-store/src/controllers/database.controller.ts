import { Controller, UseGuards } from '@nestjs/common';
import { Respond } from '@crumbtrail/bus';
import { refuse } from '@crumbtrail/contracts';
import { Vacuum as VacuumOperation, type VacuumReply } from '@crumbtrail/contracts/operations/stack';
import type { AuthenticatedCaller } from '../identity/caller';
import { CallerGuard, CallerOf } from '../identity/caller.guard';
import { HOME } from '../identity/workspaces';
import { Vacuum } from '../writer/vacuum';

/** Removes erased texts from the disk. */
@Controller()
@UseGuards(CallerGuard)
export class DatabaseController {
  constructor(private readonly vacuum: Vacuum) {}

  @Respond(VacuumOperation)
  async removeErased(@CallerOf() { workspace }: AuthenticatedCaller): Promise<VacuumReply> {
    if (workspace !== HOME) throw refuse('forbidden', `Only operators of the workspace ${HOME} vacuum the database.`);
    return this.vacuum.run();
  }
}
