import { Controller } from '@nestjs/common';
import { Respond, type RequestContext } from '@crumbtrail/bus';
import { RunCase, type CaseRun, type RunCaseRequest } from '@crumbtrail/contracts/operations/evals';
import { BuildCaches } from './build-caches';
import { ContextBuilder } from './context-builder';
import { refuseOversizedContext } from './errors';
import { loadCase } from './explain/eval/load-case';
import { runCase } from './explain/eval/run-case';
import { WorkspaceReaders } from './ports';

/** Builds the context of a pinned case again and says which of its breadcrumbs it lacks; publishes nothing. */
@Controller()
export class OnRunCase {
  constructor(
    private readonly workspaces: WorkspaceReaders,
    private readonly builder: ContextBuilder,
    private readonly caches: BuildCaches,
  ) {}

  @Respond(RunCase)
  async answer({ case: id, ...overrides }: RunCaseRequest, from: RequestContext): Promise<CaseRun> {
    const reader = this.workspaces.reader(from.workspace, { key: from.key, traceparent: from.traceparent });
    return runCase(await loadCase(id, reader), overrides, {
      reader,
      validator: this.caches.overrides,
      build: (input, ports) => this.builder.build(input, ports).catch(refuseOversizedContext),
    });
  }
}
