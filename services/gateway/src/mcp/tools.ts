import { Injectable } from '@nestjs/common';
import { Search } from '@crumbtrail/contracts';
import { ListApprovals } from '@crumbtrail/contracts/operations/approvals';
import { AnswerQuestion, ApproveCall, DenyCall, ListAllApprovals } from '@crumbtrail/contracts/http/approvals';
import { ReadInfluence, SearchBreadcrumbs } from '@crumbtrail/contracts/http/breadcrumbs';
import {
  DiffContexts,
  ExplainContext,
  PreviewContext,
  ReplanContext,
  ReplayContext,
  WhatIfContext,
  WhyNotInContext,
} from '@crumbtrail/contracts/http/contexts';
import { ReadTrail } from '@crumbtrail/contracts/http/trails';
import { z } from 'zod';
import { ApprovalDecider } from '../approvals/approval-decider';
import { ContextQueries } from '../contexts/context-queries';
import { ServiceRequests } from '../ports';
import { causalTree } from '../trails/causal-tree';
import { TrailReader } from '../trails/trail-reader';
import { defineTool, type McpTool } from './tool';

const context = z.uuid().describe('ID of an agent.context.v1.');
const contextInput = z.strictObject({ context });
const influenceInput = z.strictObject({
  breadcrumb: z.uuid().describe('ID of a breadcrumb.'),
  limit: z.int().min(1).max(500).default(50),
});
const trailInput = z.strictObject({ id: z.uuid().describe('ID of a trail, or of any breadcrumb in it.') });

/** The queries of contexts and trails, and approvals, as MCP tools. All but the decisions about approvals are read-only. */
@Injectable()
export class McpTools {
  readonly all: readonly McpTool[];

  constructor(contexts: ContextQueries, trails: TrailReader, requests: ServiceRequests, decider: ApprovalDecider) {
    this.all = [
      ...contextTools(contexts),
      ...comparisonTools(contexts),
      ...recordTools(contexts, trails, requests),
      ...approvalTools(decider, requests),
    ];
  }
}

function contextTools(contexts: ContextQueries): McpTool[] {
  return [
    defineTool('preview_context', {
      title: 'Preview a context',
      description:
        'Builds what an agent would see for a message (content) or a breadcrumb (trigger_id): the formatted context, and every candidate with its scores and the reason why it is in or out. Stores nothing.',
      input: PreviewContext.body,
      output: PreviewContext.replies[200],
      call: (caller, body) => contexts.preview(caller, body),
    }),
    defineTool('explain_context', {
      title: 'Explain a context',
      description:
        'Shows what an agent saw: the exact text and prompt, the tokens counted and billed, why each candidate was kept or left out, and what the sentences of the reply rest on.',
      input: contextInput,
      output: ExplainContext.replies[200],
      call: (caller, { context: id }) => contexts.explain(caller, id),
    }),
    defineTool('replay_context', {
      title: 'Replay a context',
      description:
        'Formats the recorded items of a context again. `identical` says whether the bytes are what the agent saw; if not, the reply lists what was erased or differs.',
      input: contextInput,
      output: ReplayContext.replies[200],
      call: (caller, { context: id }) => contexts.replay(caller, id),
    }),
  ];
}

function comparisonTools(contexts: ContextQueries): McpTool[] {
  return [
    defineTool('replan_context', {
      title: 'Replan a context',
      description:
        "Runs today's pipeline for the trigger of a recorded context, optionally with another position, budget or configuration, and compares the results. Stores nothing.",
      input: z.strictObject({ context, ...ReplanContext.body.shape }),
      output: ReplanContext.replies[200],
      call: (caller, body) => contexts.replan(caller, body),
    }),
    defineTool('diff_contexts', {
      title: 'Compare two contexts',
      description:
        'Lists the items added, removed or moved between two contexts, the causes, and the tokens by section.',
      input: DiffContexts.query,
      output: DiffContexts.replies[200],
      call: (caller, { a, b }) => contexts.diff(caller, a, b),
    }),
    defineTool('what_if', {
      title: 'Try other budgets',
      description: 'Lists which recorded candidates of a context would enter or leave at other token budgets.',
      input: z.strictObject({ context, ...WhatIfContext.body.shape }),
      output: WhatIfContext.replies[200],
      call: (caller, { context: id, budgets }) => contexts.whatIf(caller, id, budgets),
    }),
    defineTool('why_not', {
      title: 'Why is this not in it?',
      description:
        'Says why a text, by its words or its breadcrumb, is not in a recorded context: left out, never considered, or never said; and the smallest change that would let it in.',
      input: z.strictObject({ context, ...WhyNotInContext.body.shape }),
      output: WhyNotInContext.replies[200],
      call: (caller, { context: id, text }) => contexts.whyNot(caller, id, text),
    }),
  ];
}

function recordTools(contexts: ContextQueries, trails: TrailReader, requests: ServiceRequests): McpTool[] {
  return [
    defineTool('influence', {
      title: "A breadcrumb's influence",
      description: 'Lists the contexts that quote a breadcrumb, and the responses based on them.',
      input: influenceInput,
      output: ReadInfluence.replies[200],
      call: (caller, { breadcrumb, limit }) => contexts.influence(caller, breadcrumb, limit),
    }),
    defineTool('get_trail', {
      title: 'Get a trail',
      description:
        'Shows what caused what: the causal tree around a breadcrumb, with authors, timings, tokens, and what replies rest on.',
      input: trailInput,
      output: ReadTrail.replies[200],
      call: async (caller, { id }) => {
        const { trail_id, nodes } = await trails.read(caller, { id });
        return { trail_id, nodes, tree: causalTree(nodes) };
      },
    }),
    defineTool('search_breadcrumbs', {
      title: 'Search breadcrumbs',
      description: 'Finds breadcrumbs by text, by vector or by both, with filters; the scores say why each was found.',
      input: SearchBreadcrumbs.body,
      output: SearchBreadcrumbs.replies[200],
      call: (caller, body) => requests.request(Search, caller, body),
    }),
  ];
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
