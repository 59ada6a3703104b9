import { Controller, UseGuards } from '@nestjs/common';
import { Respond } from '@crumbtrail/bus';
import { refuse } from '@crumbtrail/contracts';
import { Vacuum as VacuumOperation, type VacuumReply } from '@crumbtrail/contracts/operations/stack';
import type { AuthenticatedCaller } from '../identity/caller';
import { CallerGuard, CallerOf } from '../identity/caller.guard';
import { HOME } from '../identity/workspaces';
import { Vacuum } from '../writer/vacuum';
import { Writer } from '../writer/writer';

/** Removes erased texts from the disk. */
@Controller()
@UseGuards(CallerGuard)
export class DatabaseController {
  constructor(
    private readonly vacuum: Vacuum,
    private readonly writer: Writer,
  ) {}

  @Respond(VacuumOperation)
  async removeErased(@CallerOf() { workspace }: AuthenticatedCaller): Promise<VacuumReply> {
    if (workspace !== HOME) throw refuse('forbidden', `Only operators of the workspace ${HOME} vacuum the database.`);
    const refusal = this.writer.whyRefused();
    if (refusal) throw refuse('disk_full', `${refusal.message} A vacuum needs room for a copy of each table.`);
    return this.vacuum.run();
  }
}
