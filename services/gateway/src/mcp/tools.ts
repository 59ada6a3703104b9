import { Injectable } from '@nestjs/common';
import { type PreviewRequest, type ReplanRequest, Search, type SearchRequest, Trail } from '@crumbtrail/contracts';
import { z } from 'zod';
import { ContextQueries } from '../contexts/context-queries';
import { ServiceRequests } from '../ports';
import { DiffQuery, PreviewBody, ReplanBody, SearchBody, WhatIfBody } from '../http/shapes';
import { causalTree } from '../trails/causal-tree';
import { defineTool, type McpTool } from './tool';

const context = z.uuid().describe('Id of an agent.context.v1.');
const ofContext = z.strictObject({ context });
const ofBreadcrumb = z.strictObject({
  breadcrumb: z.uuid().describe('Id of a breadcrumb.'),
  limit: z.int().min(1).max(500).default(50),
});
const ofTrail = z.strictObject({ id: z.uuid().describe('Id of a trail, or of any breadcrumb of it.') });

/** The queries of contexts and trails as tools. None of them changes anything. */
@Injectable()
export class McpTools {
  readonly all: readonly McpTool[];

  constructor(accounts: ContextQueries, asks: ServiceRequests) {
    this.all = [...contextTools(accounts), ...comparingTools(accounts), ...recordTools(accounts, asks)];
  }
}

function contextTools(accounts: ContextQueries): McpTool[] {
  return [
    defineTool('preview_context', {
      title: 'Preview a context',
      description:
        'What an agent would see for a message (content) or a breadcrumb (trigger_id), and why: the formatted context and every candidate with its scores and the reason it is in or out. Leaves nothing.',
      takes: PreviewBody,
      gives: 'PreviewReply',
      ask: (caller, body) => accounts.preview(caller, body as PreviewRequest),
    }),
    defineTool('explain_context', {
      title: 'Explain a context',
      description:
        'What an agent saw: the exact text and prompt, tokens counted and billed, and why each candidate was kept or left out.',
      takes: ofContext,
      gives: 'Explanation',
      ask: (caller, { context: id }) => accounts.explain(caller, id),
    }),
    defineTool('replay_context', {
      title: 'Replay a context',
      description:
        'Formats the recorded items of a context again. `identical` says whether it is byte for byte what the agent saw; if not, what was erased or differs.',
      takes: ofContext,
      gives: 'Replay',
      ask: (caller, { context: id }) => accounts.replay(caller, id),
    }),
  ];
}

function comparingTools(accounts: ContextQueries): McpTool[] {
  return [
    defineTool('replan_context', {
      title: 'Replan a context',
      description:
        "Runs today's pipeline for the trigger of a recorded context, optionally with another position, budget or configuration, and says how the result differs. Leaves nothing.",
      takes: z.strictObject({ context, ...ReplanBody.shape }),
      gives: 'Replan',
      ask: (caller, wish) => accounts.replan(caller, wish as ReplanRequest),
    }),
    defineTool('diff_contexts', {
      title: 'Compare two contexts',
      description: 'What entered, left or moved between two contexts, with the causes and the tokens by section.',
      takes: DiffQuery,
      gives: 'ContextDiff',
      ask: (caller, { a, b }) => accounts.diff(caller, a, b),
    }),
    defineTool('what_if', {
      title: 'Other budgets',
      description: 'Which recorded candidates of a context would enter or leave at other token budgets.',
      takes: z.strictObject({ context, ...WhatIfBody.shape }),
      gives: 'WhatIf',
      ask: (caller, { context: id, budgets }) => accounts.whatIf(caller, id, budgets),
    }),
  ];
}

function recordTools(accounts: ContextQueries, asks: ServiceRequests): McpTool[] {
  return [
    defineTool('influence', {
      title: "A breadcrumb's influence",
      description: 'Where the words of a breadcrumb went: the contexts that hold it and the answers given on them.',
      takes: ofBreadcrumb,
      gives: 'Influence',
      ask: (caller, { breadcrumb, limit }) => accounts.influence(caller, breadcrumb, limit),
    }),
    defineTool('get_trail', {
      title: 'Get a trail',
      description: 'What led to what: the causal tree around a breadcrumb, with authors, timings and tokens.',
      takes: ofTrail,
      gives: 'TrailTree',
      ask: async (caller, { id }) => {
        const { trail_id, nodes } = await asks.request(Trail, caller, { id });
        return { trail_id, nodes, tree: causalTree(nodes) };
      },
    }),
    defineTool('search_breadcrumbs', {
      title: 'Search breadcrumbs',
      description: 'Breadcrumbs by words, by vector or by both, with filters; the scores say why each was found.',
      takes: SearchBody,
      gives: 'SearchResults',
      ask: (caller, body) => asks.request(Search, caller, body as SearchRequest),
    }),
  ];
}
