import { Controller, Inject, UseGuards } from '@nestjs/common';
import { Respond } from '@crumbtrail/bus';
import { refuse } from '@crumbtrail/contracts';
import {
  ComputeChecksum,
  DescribeRetention,
  type RetentionReply,
  type WorkspaceChecksum,
} from '@crumbtrail/contracts/operations/retention';
import { readChecksums } from '../archive/checksum';
import { DATABASE, type WorkspaceDatabase } from '../database/database';
import type { AuthenticatedCaller } from '../identity/caller';
import { CallerGuard, CallerOf } from '../identity/caller.guard';
import { describeRetention } from '../retention/describe-retention';

/** What retention keeps and removes in a workspace, and the workspace's checksum. */
@Controller()
@UseGuards(CallerGuard)
export class RetentionController {
  constructor(@Inject(DATABASE) private readonly database: WorkspaceDatabase) {}

  @Respond(DescribeRetention)
  retention(@CallerOf() { workspace }: AuthenticatedCaller): Promise<RetentionReply> {
    return describeRetention(this.database.within(workspace), workspace);
  }

  @Respond(ComputeChecksum)
  async checksum(@CallerOf() { workspace }: AuthenticatedCaller): Promise<WorkspaceChecksum> {
    const [checksum] = await readChecksums(this.database.within(workspace), workspace);
    if (!checksum) throw refuse('not_found', `There is no workspace ${workspace}.`);
    return checksum;
  }
}
