import { Controller, HttpStatus, Res } from '@nestjs/common';
import type { PreviewReply, TurnView } from '@crumbtrail/contracts';
import type {
  ContextDiff,
  ReplanReply,
  ReplayReply,
  WhatIfReply,
} from '@crumbtrail/contracts/operations/recorded-contexts';
import type { WhyNotReply } from '@crumbtrail/contracts/operations/why-not';
import { ReadContextCosts, type ContextCostTable } from '@crumbtrail/contracts/http/context-costs';
import type { Explanation, OpenedTurn } from '@crumbtrail/contracts/http/context-replies';
import {
  DiffContexts,
  ExplainContext,
  OpenTurnContext,
  PreviewContext,
  ReplanContext,
  ReplayContext,
  WhatIfContext,
  WhyNotInContext,
} from '@crumbtrail/contracts/http/contexts';
import { ReadGrounding, type GroundedReply } from '@crumbtrail/contracts/http/grounding';
import { ListModelCalls, type ModelCallList } from '@crumbtrail/contracts/http/model-calls';
import type { Response } from 'express';
import { Input, Route, type RouteInput } from '../http/route';
import { ExternalTurns } from '../turns/external-turns';
import { ContextCostReader } from './context-cost-reader';
import { ModelCallLister } from './model-call-lister';
import { ContextQueries } from './context-queries';

/** Contexts: preview, explain, compare; and open a turn with its context for an external agent loop. */
@Controller()
export class ContextsController {
  constructor(
    private readonly contexts: ContextQueries,
    private readonly externalTurns: ExternalTurns,
    private readonly costs: ContextCostReader,
    private readonly modelCalls: ModelCallLister,
  ) {}

  @Route(PreviewContext)
  async preview(@Input() { body, caller }: RouteInput<typeof PreviewContext>): Promise<PreviewReply> {
    return this.contexts.preview(caller, body);
  }

  @Route(OpenTurnContext)
  async open(
    @Input() { body, idempotencyKey }: RouteInput<typeof OpenTurnContext>,
    @Res({ passthrough: true }) response: Response,
  ): Promise<OpenedTurn | { turn: TurnView }> {
    const opened = await this.externalTurns.open(response, body, idempotencyKey);
    response.status('claim' in opened ? HttpStatus.CREATED : HttpStatus.ACCEPTED);
    return opened;
  }

  @Route(DiffContexts)
  async diff(@Input() { query, caller }: RouteInput<typeof DiffContexts>): Promise<ContextDiff> {
    return this.contexts.diff(caller, query.a, query.b);
  }

  @Route(ReadContextCosts)
  async cost(@Input() { query, caller }: RouteInput<typeof ReadContextCosts>): Promise<ContextCostTable> {
    return this.costs.read(caller, query);
  }

  @Route(ExplainContext)
  async explain(@Input() { params, caller }: RouteInput<typeof ExplainContext>): Promise<Explanation> {
    return this.contexts.explain(caller, params.id);
  }

  @Route(ReadGrounding)
  async grounding(@Input() { params, caller }: RouteInput<typeof ReadGrounding>): Promise<GroundedReply> {
    return this.contexts.grounding(caller, params.id);
  }

  @Route(ListModelCalls)
  async calls(@Input() { params, caller }: RouteInput<typeof ListModelCalls>): Promise<ModelCallList> {
    return this.modelCalls.list(caller, params.id);
  }

  @Route(ReplayContext)
  async replay(@Input() { params, caller }: RouteInput<typeof ReplayContext>): Promise<ReplayReply> {
    return this.contexts.replay(caller, params.id);
  }

  @Route(ReplanContext)
  async replan(@Input() { params, body, caller }: RouteInput<typeof ReplanContext>): Promise<ReplanReply> {
    return this.contexts.replan(caller, { context: params.id, ...body });
  }

  @Route(WhatIfContext)
  async whatIf(@Input() { params, body, caller }: RouteInput<typeof WhatIfContext>): Promise<WhatIfReply> {
    return this.contexts.whatIf(caller, params.id, body.budgets);
  }

  @Route(WhyNotInContext)
  async whyNot(@Input() { params, body, caller }: RouteInput<typeof WhyNotInContext>): Promise<WhyNotReply> {
    return this.contexts.whyNot(caller, params.id, body.text);
  }
}
