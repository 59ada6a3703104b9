import { z } from 'zod';
import { APPROVAL_FILTERS, APPROVAL_STATUSES, type ApprovalView } from '../operations/approvals';
import { defineRoute } from './define-route';
import { crumbLine } from './listing-fields';
import { author, id, idParams, integer, jsonObject, list, name, pageFields, pageQuery, pathId, time } from './fields';

const reason = z.string().trim().min(1).max(4_096).optional().describe('Why; the model reads it.');

const verdict = z.object({
  decision: z.enum(['approve', 'deny', 'answer']),
  by: author.describe('`service breadcrumb-store` where nobody decided in time.'),
  at: time,
  reason: z.string().optional(),
  arguments: jsonObject
    .optional()
    .describe('The arguments that the person changed; absent: those that were asked for.'),
  answer: z.object({ choices: list(z.string()).optional(), text: z.string().optional() }).optional(),
  timed_out: z.literal(true).optional().describe('Nobody decided in time.'),
});

const approval = z
  .object({
    id: id.describe('Of the tool request.'),
    status: z.enum(APPROVAL_STATUSES).describe('`ended`: its turn ended before anybody decided.'),
    kind: z.enum(['call', 'question']).describe('`question`: of `ask_person`, to be answered or denied.'),
    agent: z.string(),
    tool: z.string(),
    runner: z.string().describe('The service that runs the tool.'),
    arguments: jsonObject.describe('As the agent wants to call the tool.'),
    input_schema: jsonObject.optional().describe('JSON Schema of the arguments.'),
    session: z.string().optional(),
    trigger: crumbLine.optional().describe('The message or other breadcrumb that woke the agent, if you may read it.'),
    turn: id,
    trail_id: id,
    context_id: id.describe('The context of the turn: see /v1/contexts/{id}/explain.'),
    said: z.string().optional().describe('What the agent wrote beside the call.'),
    asked_at: time,
    expires_at: time.optional().describe('When `on_timeout` is decided; only while it waits.'),
    on_timeout: z.enum(['deny', 'approve']),
    deciders: list(z.string()),
    may_decide: z.boolean().describe('Whether you may decide now.'),
    cost: z
      .object({ calls: integer, tokens: integer, cost_usd: z.number().optional() })
      .describe('Of the turn so far, as billed or else as counted.'),
    decision: verdict.optional(),
  })
  .meta({ id: 'Approval' }) satisfies z.ZodType<ApprovalView, unknown>;

/** A tool request that waits, or waited, for a person. */
export type Approval = Readonly<z.output<typeof approval>>;

const approvals = pageFields.extend({ approvals: list(approval) }).meta({ id: 'Approvals' });

/** A page of approvals. */
export type ApprovalPage = Readonly<z.output<typeof approvals>>;

const approveBody = z
  .strictObject({
    arguments: jsonObject
      .optional()
      .describe(
        'Other arguments, valid for the `input_schema`; the tool runs with these. Absent: those that were asked for.',
      ),
    reason,
  })
  .meta({ id: 'ApproveBody' });

const denyBody = z.strictObject({ reason }).meta({ id: 'DenyBody' });

const answerBody = z
  .strictObject({
    choices: z.array(z.string().min(1).max(500)).min(1).max(20).optional(),
    text: z.string().trim().min(1).max(16_384).optional(),
  })
  .meta({ id: 'AnswerBody' });

/** What a person decides about a tool request. */
export type ApprovalChoice =
  | ({ readonly decision: 'approve' } & z.output<typeof approveBody>)
  | ({ readonly decision: 'deny' } & z.output<typeof denyBody>)
  | ({ readonly decision: 'answer' } & z.output<typeof answerBody>);

export const ListAllApprovals = defineRoute({
  name: 'listApprovals',
  method: 'GET',
  path: '/v1/approvals',
  tag: 'approvals',
  summary: 'List the tool calls that wait for a person, or that somebody has decided about, latest first',
  role: 'reader',
  query: pageQuery.extend({
    status: z.enum(APPROVAL_FILTERS).default('waiting'),
    session: name.optional(),
    turn: pathId.optional(),
  }),
  replies: { 200: approvals },
});

export const ReadApproval = defineRoute({
  name: 'readApproval',
  method: 'GET',
  path: '/v1/approvals/:id',
  tag: 'approvals',
  summary: 'Read one tool call that waits, or waited, for a person',
  role: 'reader',
  params: idParams,
  replies: { 200: approval },
});

const decide = {
  method: 'POST',
  tag: 'approvals',
  role: 'writer',
  params: idParams,
  replies: { 200: approval },
  errors: ['id_conflict', 'turn_closed'],
} as const;

export const ApproveCall = defineRoute({
  ...decide,
  name: 'approveCall',
  path: '/v1/approvals/:id/approve',
  summary: 'Let a tool call run once, with its arguments or with changed ones; 409 if somebody has decided already',
  body: approveBody,
});

export const DenyCall = defineRoute({
  ...decide,
  name: 'denyCall',
  path: '/v1/approvals/:id/deny',
  summary: 'Deny a tool call, or decline a question; the model reads the reason',
  body: denyBody,
});

export const AnswerQuestion = defineRoute({
  ...decide,
  name: 'answerQuestion',
  path: '/v1/approvals/:id/answer',
  summary: 'Answer a question of `ask_person`',
  body: answerBody,
});
