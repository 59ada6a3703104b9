import { Injectable } from '@nestjs/common';
import { Influence, type InfluenceReply, Preview, type PreviewReply, type PreviewRequest } from '@crumbtrail/contracts';
import {
  type ContextDiff,
  Diff,
  Replan,
  type ReplanReply,
  type ReplanRequest,
  Replay,
  type ReplayReply,
  WhatIf,
  type WhatIfReply,
} from '@crumbtrail/contracts/operations/recorded-contexts';
import { WhyNot, type WhyNotReply } from '@crumbtrail/contracts/operations/why-not';
import type { Explanation } from '@crumbtrail/contracts/http/context-replies';
import type { GroundedReply } from '@crumbtrail/contracts/http/grounding';
import { ServiceRequests } from '../ports';
import type { Caller } from '../http/caller';
import { BreadcrumbReader } from '../records/breadcrumb-reader';
import { explainContext, explainedRefs } from './explain-context';
import { GroundingReader } from './grounding-reader';
import { requireContext } from './require-context';
import { groundedResponseId } from './read-grounding';

/** Queries about contexts with the caller's rights: a context that the caller may not read is not found. */
@Injectable()
export class ContextQueries {
  constructor(
    private readonly requests: ServiceRequests,
    private readonly reader: BreadcrumbReader,
    private readonly groundings: GroundingReader,
  ) {}

  preview(caller: Caller, request: PreviewRequest): Promise<PreviewReply> {
    return this.requests.request(Preview, caller, request);
  }

  async explain(caller: Caller, id: string): Promise<Explanation> {
    const context = requireContext(await this.reader.read(caller, id));
    const [readable, grounding] = await Promise.all([
      this.reader.readAvailable(caller, explainedRefs(context)),
      this.groundings.read(caller, context.workspace, groundedResponseId(context)),
    ]);
    return { ...explainContext(context, readable), ...(grounding.found ? { grounding } : {}) };
  }

  async grounding(caller: Caller, id: string): Promise<GroundedReply> {
    const asked = await this.reader.read(caller, id);
    return this.groundings.read(caller, asked.workspace, groundedResponseId(asked));
  }

  async replay(caller: Caller, id: string): Promise<ReplayReply> {
    await this.require(caller, id);
    return this.requests.request(Replay, caller, { context: id });
  }

  async replan(caller: Caller, request: ReplanRequest): Promise<ReplanReply> {
    await this.require(caller, request.context);
    return this.requests.request(Replan, caller, request);
  }

  async whatIf(caller: Caller, id: string, budgets: readonly number[]): Promise<WhatIfReply> {
    await this.require(caller, id);
    return this.requests.request(WhatIf, caller, { context: id, budgets });
  }

  async whyNot(caller: Caller, id: string, text: string): Promise<WhyNotReply> {
    await this.require(caller, id);
    return this.requests.request(WhyNot, caller, { context: id, text });
  }

  async diff(caller: Caller, a: string, b: string): Promise<ContextDiff> {
    await Promise.all([this.require(caller, a), this.require(caller, b)]);
    return this.requests.request(Diff, caller, { a, b });
  }

  influence(caller: Caller, id: string, limit: number): Promise<InfluenceReply> {
    return this.requests.request(Influence, caller, { id, limit });
  }

  private async require(caller: Caller, id: string): Promise<void> {
    requireContext(await this.reader.read(caller, id));
  }
}
