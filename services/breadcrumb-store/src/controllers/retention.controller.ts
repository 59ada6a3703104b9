import { Controller, Inject, UseGuards } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Respond } from '@crumbtrail/bus';
import { refuse } from '@crumbtrail/contracts';
import {
  ComputeChecksum,
  DescribeRetention,
  PreviewRetention,
  type PreviewRetentionRequest,
  type RetentionPreview,
  type RetentionReply,
  type WorkspaceChecksum,
} from '@crumbtrail/contracts/operations/retention';
import { readChecksums } from '../archive/checksum';
import { DATABASE, type WorkspaceDatabase } from '../database/database';
import type { AuthenticatedCaller } from '../identity/caller';
import { CallerGuard, CallerOf } from '../identity/caller.guard';
import { describeRetention } from '../retention/describe-retention';
import { previewRetention } from '../retention/preview-retention';

/** What retention keeps and removes in a workspace, and the workspace's checksum. */
@Controller()
@UseGuards(CallerGuard)
export class RetentionController {
  constructor(@Inject(DATABASE) private readonly database: WorkspaceDatabase) {}

  @Respond(DescribeRetention)
  retention(@CallerOf() { workspace }: AuthenticatedCaller): Promise<RetentionReply> {
    return describeRetention(this.database.within(workspace), workspace);
  }

  @Respond(PreviewRetention)
  preview(
    @Payload() request: PreviewRetentionRequest,
    @CallerOf() { workspace }: AuthenticatedCaller,
  ): Promise<RetentionPreview> {
    return previewRetention(this.database.within(workspace), workspace, request);
  }

  @Respond(ComputeChecksum)
  async checksum(@CallerOf() { workspace }: AuthenticatedCaller): Promise<WorkspaceChecksum> {
    const [checksum] = await readChecksums(this.database.within(workspace), workspace);
    if (!checksum) throw refuse('not_found', `There is no workspace ${workspace}.`);
    return checksum;
  }
}
