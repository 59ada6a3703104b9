import { Injectable } from '@nestjs/common';
import {
  AgentContext,
  type AgentContextV1,
  type ContextDiff,
  Diff,
  type Envelope,
  Influence,
  type InfluenceReply,
  Preview,
  type PreviewReply,
  type PreviewRequest,
  refuse,
  Replan,
  type ReplanReply,
  type ReplanRequest,
  Replay,
  type ReplayReply,
  WhatIf,
  type WhatIfReply,
} from '@crumbtrail/contracts';
import { Asks } from './adapters/asks.nats';
import type { Caller } from './caller';
import { Reading } from './reading';
import { explain, explainedRefs, type Explanation } from './views/explain';

type ContextCrumb = Envelope<AgentContextV1>;

function asContext(crumb: Envelope): ContextCrumb {
  if (crumb.schema_name === AgentContext.name) return crumb as Envelope as ContextCrumb;
  throw refuse('not_found', `${crumb.id} is no context; it is ${crumb.schema_name}.`);
}

/** What can be asked about contexts, with the caller's eyes: a context that they may not read is not there. */
@Injectable()
export class Accounts {
  constructor(
    private readonly asks: Asks,
    private readonly reading: Reading,
  ) {}

  preview(caller: Caller, request: PreviewRequest): Promise<PreviewReply> {
    return this.asks.ask(Preview, caller, request);
  }

  async explain(caller: Caller, id: string): Promise<Explanation> {
    const { crumb, text } = await this.reading.withBlob(caller, id);
    const context = asContext(crumb);
    const readable = await this.reading.those(caller, explainedRefs(context));
    return explain(context, { text, readable });
  }

  async replay(caller: Caller, id: string): Promise<ReplayReply> {
    await this.require(caller, id);
    return this.asks.ask(Replay, caller, { context: id });
  }

  async replan(caller: Caller, request: ReplanRequest): Promise<ReplanReply> {
    await this.require(caller, request.context);
    return this.asks.ask(Replan, caller, request);
  }

  async whatIf(caller: Caller, id: string, budgets: readonly number[]): Promise<WhatIfReply> {
    await this.require(caller, id);
    return this.asks.ask(WhatIf, caller, { context: id, budgets });
  }

  async diff(caller: Caller, a: string, b: string): Promise<ContextDiff> {
    await Promise.all([this.require(caller, a), this.require(caller, b)]);
    return this.asks.ask(Diff, caller, { a, b });
  }

  influence(caller: Caller, id: string, limit: number): Promise<InfluenceReply> {
    return this.asks.ask(Influence, caller, { id, limit });
  }

  private async require(caller: Caller, id: string): Promise<void> {
    asContext(await this.reading.one(caller, id));
  }
}
