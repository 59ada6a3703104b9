import { Controller } from '@nestjs/common';
import { LintContext, type ContextFacts } from '@crumbtrail/contracts';
import {
  Counterfactual,
  RunCase,
  type CaseRun,
  type CounterfactualReply,
} from '@crumbtrail/contracts/operations/evals';
import { CounterfactualContext, PinTrail, RunEvalCase, type PinnedCase } from '@crumbtrail/contracts/http/evals';
import { ReadContextFacts } from '@crumbtrail/contracts/http/lint';
import { Input, Route, type RouteInput } from '../http/route';
import { ServiceRequests } from '../ports';
import { TrailPinner } from './trail-pinner';

/** Evaluations: pins what a context must keep, runs pinned cases, and tries other settings on recorded contexts. */
@Controller()
export class EvalsController {
  constructor(
    private readonly requests: ServiceRequests,
    private readonly pinner: TrailPinner,
  ) {}

  @Route(PinTrail)
  async pin(@Input() { params, body, caller }: RouteInput<typeof PinTrail>): Promise<PinnedCase> {
    return this.pinner.pin(caller, params.id, body);
  }

  @Route(RunEvalCase)
  async run(@Input() { params, body, caller }: RouteInput<typeof RunEvalCase>): Promise<CaseRun> {
    return this.requests.request(RunCase, caller, { case: params.id, ...body });
  }

  @Route(CounterfactualContext)
  async counterfactual(
    @Input() { params, body, caller }: RouteInput<typeof CounterfactualContext>,
  ): Promise<CounterfactualReply> {
    return this.requests.request(Counterfactual, caller, { context: params.id, ...body });
  }

  @Route(ReadContextFacts)
  async facts(@Input() { params, caller }: RouteInput<typeof ReadContextFacts>): Promise<ContextFacts> {
    return this.requests.request(LintContext, caller, { context: params.id });
  }
}
