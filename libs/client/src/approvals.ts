import type { Approval, ApprovalPage } from '@crumbtrail/contracts/http/approvals';
import { call, type GatewayAddress, type RequestTo } from './call';

type Filter = NonNullable<RequestTo<'GET /v1/approvals'>['query']>;

/** Tool calls that wait for a person, and what people decide about them. */
export class Approvals {
  constructor(private readonly gateway: GatewayAddress) {}

  /** One page, latest first. Default: those that wait. */
  list(filter: Filter = {}): Promise<ApprovalPage> {
    return call(this.gateway, 'GET /v1/approvals', { query: filter });
  }

  read(id: string): Promise<Approval> {
    return call(this.gateway, 'GET /v1/approvals/:id', { params: { id } });
  }

  /** Lets the call run once, with its arguments unless others are given. */
  approve(id: string, body: RequestTo<'POST /v1/approvals/:id/approve'>['body'] = {}): Promise<Approval> {
    return call(this.gateway, 'POST /v1/approvals/:id/approve', { params: { id }, body });
  }

  /** Denies the call, or declines the question; the model reads the reason. */
  deny(id: string, body: RequestTo<'POST /v1/approvals/:id/deny'>['body'] = {}): Promise<Approval> {
    return call(this.gateway, 'POST /v1/approvals/:id/deny', { params: { id }, body });
  }

  /** Answers a question of `ask_person`. */
  answer(id: string, body: RequestTo<'POST /v1/approvals/:id/answer'>['body']): Promise<Approval> {
    return call(this.gateway, 'POST /v1/approvals/:id/answer', { params: { id }, body });
  }
}
