import type { ApprovalView } from '@crumbtrail/contracts/operations/approvals';
import { ID, OTHER } from './crumbs';

/** A call of a tool that waits for a person. */
export const waitingApproval: ApprovalView = {
  id: ID,
  status: 'waiting',
  kind: 'call',
  agent: 'bot',
  tool: 'pay',
  runner: 'tool-runner',
  arguments: { amount: 500 },
  input_schema: { type: 'object', properties: { amount: { type: 'number', maximum: 1_000 } }, required: ['amount'] },
  turn: OTHER,
  trail_id: ID,
  context_id: OTHER,
  asked_at: '2026-01-01T00:00:00.000Z',
  on_timeout: 'deny',
  deciders: ['operators'],
  may_decide: true,
  cost: { calls: 1, tokens: 10 },
};
