import { Controller } from '@nestjs/common';
import { PreviewRetentionOfWorkspace, ReadChecksum, ReadRetention } from '@crumbtrail/contracts/http/retention';
import {
  ComputeChecksum,
  DescribeRetention,
  PreviewRetention,
  type RetentionPreview,
  type RetentionReply,
  type WorkspaceChecksum,
} from '@crumbtrail/contracts/operations/retention';
import { Input, Route, type RouteInput } from '../http/route';
import { ServiceRequests } from '../ports';

/** What a workspace keeps for how long, and its checksum, for operators. */
@Controller()
export class WorkspaceRetentionController {
  constructor(private readonly requests: ServiceRequests) {}

  @Route(ReadRetention)
  retention(@Input() { caller }: RouteInput<typeof ReadRetention>): Promise<RetentionReply> {
    return this.requests.request(DescribeRetention, caller, {});
  }

  @Route(PreviewRetentionOfWorkspace)
  preview(@Input() { caller, body }: RouteInput<typeof PreviewRetentionOfWorkspace>): Promise<RetentionPreview> {
    return this.requests.request(PreviewRetention, caller, body);
  }

  @Route(ReadChecksum)
  checksum(@Input() { caller }: RouteInput<typeof ReadChecksum>): Promise<WorkspaceChecksum> {
    return this.requests.request(ComputeChecksum, caller, {});
  }
}
