import { Injectable } from '@nestjs/common';
import { Search } from '@crumbtrail/contracts';
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
import { ContextQueries } from '../contexts/context-queries';
import { ServiceRequests } from '../ports';
import { causalTree } from '../trails/causal-tree';
import { TrailReader } from '../trails/trail-reader';
import { defineTool, type McpTool } from './tool';
import { McpWritingTools } from './writing-tools';

const context = z.uuid().describe('ID of an agent.context.v1.');
const contextInput = z.strictObject({ context });
const influenceInput = z.strictObject({
  breadcrumb: z.uuid().describe('ID of a breadcrumb.'),
  limit: z.int().min(1).max(500).default(50),
});
const trailInput = z.strictObject({ id: z.uuid().describe('ID of a trail, or of any breadcrumb in it.') });

/** Messages, the queries of contexts and trails, and approvals, as MCP tools. All but messages and the decisions about approvals are read-only. */
@Injectable()
export class McpTools {
  readonly all: readonly McpTool[];

  constructor(contexts: ContextQueries, trails: TrailReader, requests: ServiceRequests, writing: McpWritingTools) {
    this.all = [
      ...contextTools(contexts),
      ...comparisonTools(contexts),
      ...recordTools(contexts, trails, requests),
      ...writing.all,
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
