import { Controller } from '@nestjs/common';
import { Respond, type RequestContext } from '@crumbtrail/bus';
import { LintContext, type ContextFacts } from '@crumbtrail/contracts';
import { BuildCaches } from './build-caches';
import { readContextFacts } from './explain/lint/context-facts';
import { WorkspaceReaders } from './ports';

/** Returns what the rules of `crumb context lint` need to know of a recorded context. */
@Controller()
export class OnLintContext {
  constructor(
    private readonly workspaces: WorkspaceReaders,
    private readonly caches: BuildCaches,
  ) {}

  @Respond(LintContext)
  async answer({ context }: { readonly context: string }, from: RequestContext): Promise<ContextFacts> {
    const reader = this.workspaces.reader(from.workspace, { key: from.key, traceparent: from.traceparent });
    return readContextFacts(context, reader, this.caches);
  }
}
