import type { ApprovalView } from '@crumbtrail/contracts/operations/approvals';

/** Begins the text that a client gets while a person has to decide. The gateway recognises that text by it in the client's history. */
export const WAITING_NOTICE = '[Waiting for a person]';

function describeCall({ id, kind, agent, tool, arguments: input }: ApprovalView): string {
  if (kind === 'call')
    return `${agent} wants to call ${tool} with ${JSON.stringify(input)}. Decide in the console under Approvals, or with \`crumb approvals approve ${id}\`.`;
  const choices = Array.isArray(input['choices']) ? ` (${input['choices'].join(', ')})` : '';
  return `${agent} asks: ${String(input['question'])}${choices} Answer in the console under Approvals, or with \`crumb approvals answer ${id}\`.`;
}

/** What a client of the OpenAI protocol is told while a person has to decide about calls of the turn; it sees those that its key may read. */
export function waitingNotice(agent: string, approvals: readonly ApprovalView[]): string {
  const calls = approvals.map(describeCall);
  const what = calls.length > 0 ? calls.join(' ') : `${agent} goes on when a person has decided.`;
  return `${WAITING_NOTICE} ${what} After the decision the answer is in this session: send another message to ask for it.`;
}
