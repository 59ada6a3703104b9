import type {
  ContextDiff,
  InfluenceReply,
  PreviewReply,
  PreviewRequest,
  ReplanReply,
  ReplanRequest,
  ReplayReply,
  WhatIfReply,
} from '@crumbtrail/contracts';
import { type GatewayAddress, sendJson } from './http';
import type { Explanation } from './shapes';

const at = (context: string): string => `v1/contexts/${encodeURIComponent(context)}`;

/** What can be asked about contexts. None of it leaves anything. */
export class Contexts {
  constructor(private readonly door: GatewayAddress) {}

  /** What an agent would see. */
  preview(request: PreviewRequest): Promise<PreviewReply> {
    return this.post('v1/contexts/preview', request);
  }

  /** What an agent saw, and why. */
  async explain(context: string): Promise<Explanation> {
    return (await sendJson<Explanation>(this.door, 'GET', `${at(context)}/explain`)).body;
  }

  /** The recorded items formatted again: the same bytes, or what differs. */
  replay(context: string): Promise<ReplayReply> {
    return this.post(`${at(context)}/replay`);
  }

  /** Today's pipeline for the context's trigger, and how it differs from the record. */
  replan(context: string, wish: Omit<ReplanRequest, 'context'> = {}): Promise<ReplanReply> {
    return this.post(`${at(context)}/replan`, wish);
  }

  /** The recorded candidates at other budgets. */
  whatIf(context: string, budgets: readonly number[]): Promise<WhatIfReply> {
    return this.post(`${at(context)}/what-if`, { budgets });
  }

  /** Two contexts side by side. */
  async diff(a: string, b: string): Promise<ContextDiff> {
    return (await sendJson<ContextDiff>(this.door, 'GET', 'v1/contexts/diff', { query: { a, b } })).body;
  }

  /** Where a crumb's words went. */
  async influence(crumb: string, limit?: number): Promise<InfluenceReply> {
    const path = `v1/breadcrumbs/${encodeURIComponent(crumb)}/influence`;
    return (await sendJson<InfluenceReply>(this.door, 'GET', path, { query: { limit } })).body;
  }

  private async post<T>(path: string, body?: unknown): Promise<T> {
    return (await sendJson<T>(this.door, 'POST', path, { body })).body;
  }
}
