import { Controller } from '@nestjs/common';
import { ListApprovals } from '@crumbtrail/contracts/operations/approvals';
import {
  AnswerQuestion,
  ApproveCall,
  DenyCall,
  ListAllApprovals,
  ReadApproval,
  type Approval,
  type ApprovalPage,
} from '@crumbtrail/contracts/http/approvals';
import { Input, Route, type RouteInput } from '../http/route';
import { ServiceRequests } from '../ports';
import { ApprovalDecider } from './approval-decider';

/** Tool calls that wait for a person: what is asked, and what a person decides. */
@Controller()
export class ApprovalsController {
  constructor(
    private readonly requests: ServiceRequests,
    private readonly decider: ApprovalDecider,
  ) {}

  @Route(ListAllApprovals)
  list(@Input() { query, caller }: RouteInput<typeof ListAllApprovals>): Promise<ApprovalPage> {
    return this.requests.request(ListApprovals, caller, query);
  }

  @Route(ReadApproval)
  read(@Input() { params, caller }: RouteInput<typeof ReadApproval>): Promise<Approval> {
    return this.decider.read(caller, params.id);
  }

  @Route(ApproveCall)
  approve(@Input() { params, body, caller }: RouteInput<typeof ApproveCall>): Promise<Approval> {
    return this.decider.decide(caller, params.id, { decision: 'approve', ...body });
  }

  @Route(DenyCall)
  deny(@Input() { params, body, caller }: RouteInput<typeof DenyCall>): Promise<Approval> {
    return this.decider.decide(caller, params.id, { decision: 'deny', ...body });
  }

  @Route(AnswerQuestion)
  answer(@Input() { params, body, caller }: RouteInput<typeof AnswerQuestion>): Promise<Approval> {
    return this.decider.decide(caller, params.id, { decision: 'answer', ...body });
  }
}
