import type { GroundedReply } from '@crumbtrail/contracts/http/grounding';
import type { InfluenceReply, PreviewReply } from '@crumbtrail/contracts';
import type {
  ContextDiff,
  ReplanReply,
  ReplayReply,
  WhatIfReply,
} from '@crumbtrail/contracts/operations/recorded-contexts';
import type { WhyNotReply } from '@crumbtrail/contracts/operations/why-not';
import type { ContextCostTable } from '@crumbtrail/contracts/http/context-costs';
import type { ModelCallList } from '@crumbtrail/contracts/http/model-calls';
import type { Explanation } from '@crumbtrail/contracts/http/context-replies';
import { call, type GatewayAddress, type RequestTo } from './call';

/** Queries about contexts. All of them are read-only. */
export class Contexts {
  constructor(private readonly gateway: GatewayAddress) {}

  /** Builds what an agent would see. */
  preview(request: RequestTo<'POST /v1/contexts/preview'>['body']): Promise<PreviewReply> {
    return call(this.gateway, 'POST /v1/contexts/preview', { body: request });
  }

  /** Shows what an agent saw, and why. */
  explain(context: string): Promise<Explanation> {
    return call(this.gateway, 'GET /v1/contexts/:id/explain', { params: { id: context } });
  }

  /** Shows what the model was sent in each call of the turn, with the schemas of its tools. For operators. */
  calls(context: string): Promise<ModelCallList> {
    return call(this.gateway, 'GET /v1/contexts/:id/calls', { params: { id: context } });
  }

  /** Formats the recorded items again: the reply says whether the bytes are identical, or what differs. */
  replay(context: string): Promise<ReplayReply> {
    return call(this.gateway, 'POST /v1/contexts/:id/replay', { params: { id: context } });
  }

  /** Runs today's pipeline for the context's trigger and compares the result with the record. */
  replan(context: string, overrides: RequestTo<'POST /v1/contexts/:id/replan'>['body'] = {}): Promise<ReplanReply> {
    return call(this.gateway, 'POST /v1/contexts/:id/replan', { params: { id: context }, body: overrides });
  }

  /** Fits the recorded candidates into other budgets, in tokens. */
  whatIf(context: string, budgets: readonly number[]): Promise<WhatIfReply> {
    return call(this.gateway, 'POST /v1/contexts/:id/what-if', { params: { id: context }, body: { budgets } });
  }

  /** Says why a text, by its words or the id of its breadcrumb, is not in a context, and which smallest change lets it in. */
  whyNot(context: string, text: string): Promise<WhyNotReply> {
    return call(this.gateway, 'POST /v1/contexts/:id/why-not', { params: { id: context }, body: { text } });
  }

  /** Compares two contexts. */
  diff(a: string, b: string): Promise<ContextDiff> {
    return call(this.gateway, 'GET /v1/contexts/diff', { query: { a, b } });
  }

  /** Sums up what breadcrumbs, schemas or authors took of the latest contexts: tokens, money, and how often a reply rests on them. */
  costs(query: RequestTo<'GET /v1/contexts/costs'>['query'] = {}): Promise<ContextCostTable> {
    return call(this.gateway, 'GET /v1/contexts/costs', { query });
  }

  /** Reads what each sentence of a reply rests on; `id` is that of the reply or of its context. */
  grounding(id: string): Promise<GroundedReply> {
    return call(this.gateway, 'GET /v1/breadcrumbs/:id/grounding', { params: { id } });
  }

  /** Lists the contexts that quote a breadcrumb. */
  influence(crumb: string, limit?: number): Promise<InfluenceReply> {
    return call(this.gateway, 'GET /v1/breadcrumbs/:id/influence', { params: { id: crumb }, query: { limit } });
  }
}
