import { Injectable } from '@nestjs/common';
import { AnswerQuestion, ApproveCall, DenyCall, ListAllApprovals } from '@crumbtrail/contracts/http/approvals';
import { SendMessage } from '@crumbtrail/contracts/http/sessions';
import { ListApprovals } from '@crumbtrail/contracts/operations/approvals';
import { z } from 'zod';
import { ApprovalDecider } from '../approvals/approval-decider';
import { ServiceRequests } from '../ports';
import { MessageSender } from '../sessions/message-sender';
import { defineTool, type McpTool } from './tool';

/** How long a client of MCP waits for answers: its requests time out after a minute. */
const ANSWER_WAIT_MS = 50_000;
const messageInput = z.strictObject({
  session: z.string().min(1).max(128).describe('Name of the session; a new name begins one.'),
  ...SendMessage.body.omit({ wait_ms: true, files: true }).shape,
});

/** Messages and approvals as MCP tools. */
@Injectable()
export class McpWritingTools {
  readonly all: readonly McpTool[];

  constructor(sender: MessageSender, decider: ApprovalDecider, requests: ServiceRequests) {
    this.all = [messageTool(sender), ...approvalTools(decider, requests)];
  }
}

function messageTool(sender: MessageSender): McpTool {
  return defineTool('send_message', {
    title: 'Send a message',
    description: `Says something in a session, and returns the answers of its agents, or after ${ANSWER_WAIT_MS / 1_000} seconds the message alone: \`get_trail\` shows its answers later.`,
    input: messageInput,
    output: SendMessage.replies[200].partial({ responses: true }),
    writes: true,
    call: (caller, { session, ...body }) =>
      sender.sendFor(caller, { session, body: { ...body, wait_ms: ANSWER_WAIT_MS }, idempotencyKey: undefined }),
  });
}

const approvalId = z.strictObject({ id: z.uuid().describe('ID of the approval.') });

function approvalTools(decider: ApprovalDecider, requests: ServiceRequests): McpTool[] {
  return [
    defineTool('list_approvals', {
      title: 'List approvals',
      description:
        'Lists the tool calls and questions of agents that wait for a person, or that somebody has decided about: arguments, cost so far, and the context of the turn.',
      input: ListAllApprovals.query,
      output: ListAllApprovals.replies[200],
      call: (caller, query) => requests.request(ListApprovals, caller, query),
    }),
    defineTool('approve_call', {
      title: 'Approve a tool call',
      description:
        'Lets a tool call of an agent run once, with its arguments or with other ones. Only for what the person in front of you has decided.',
      input: approvalId.extend(ApproveCall.body.shape),
      output: ApproveCall.replies[200],
      writes: true,
      call: (caller, { id, ...body }) => decider.decide(caller, id, { decision: 'approve', ...body }),
    }),
    defineTool('deny_call', {
      title: 'Deny a tool call',
      description: 'Denies a tool call, or declines a question, of an agent; the agent reads the reason.',
      input: approvalId.extend(DenyCall.body.shape),
      output: DenyCall.replies[200],
      writes: true,
      call: (caller, { id, ...body }) => decider.decide(caller, id, { decision: 'deny', ...body }),
    }),
    defineTool('answer_question', {
      title: 'Answer a question',
      description: 'Answers a question that an agent asks a person, with choices that it offers or with text.',
      input: approvalId.extend(AnswerQuestion.body.shape),
      output: AnswerQuestion.replies[200],
      writes: true,
      call: (caller, { id, ...body }) => decider.decide(caller, id, { decision: 'answer', ...body }),
    }),
  ];
}
