import { Controller } from '@nestjs/common';
import { Respond, type RequestContext } from '@crumbtrail/bus';
import {
  Counterfactual,
  type CounterfactualReply,
  type CounterfactualRequest,
} from '@crumbtrail/contracts/operations/evals';
import { BuildCaches } from './build-caches';
import { ContextBuilder } from './context-builder';
import { refuseOversizedContext } from './errors';
import { answerCounterfactual } from './explain/eval/counterfactual';
import { WorkspaceReaders } from './ports';

/** Says which breadcrumbs that an answer was grounded on other settings would lose; publishes nothing. */
@Controller()
export class OnCounterfactual {
  constructor(
    private readonly workspaces: WorkspaceReaders,
    private readonly builder: ContextBuilder,
    private readonly caches: BuildCaches,
  ) {}

  @Respond(Counterfactual)
  async answer(request: CounterfactualRequest, from: RequestContext): Promise<CounterfactualReply> {
    const reader = this.workspaces.reader(from.workspace, { key: from.key, traceparent: from.traceparent });
    return answerCounterfactual(request, {
      reader,
      caches: this.caches,
      validator: this.caches.overrides,
      build: (input, ports) => this.builder.build(input, ports).catch(refuseOversizedContext),
    });
  }
}
