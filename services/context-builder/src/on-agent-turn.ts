import { Controller } from '@nestjs/common';
import { OnCrumb } from '@crumbtrail/bus';
import { AgentTurn, type Crumb, type CrumbEvent } from '@crumbtrail/contracts';
import { crashPoint } from '@crumbtrail/platform';
import { ContextBuilder } from './context-builder';
import type { BuiltContext } from './explain/account';
import { quotedCrumbs, toContextPayload } from './explain/context-payload';
import { gatherTurn } from './gather/gather-turn';
import { ContextPublisher, WorkspaceReaders } from './ports';
import { BuildMeter } from './telemetry/build-meter';
import { traceRetrieval } from './telemetry/retrieval';

/** Builds and publishes the context of every turn that opens. */
@Controller()
export class OnAgentTurn {
  constructor(
    private readonly workspaces: WorkspaceReaders,
    private readonly contexts: ContextPublisher,
    private readonly builder: ContextBuilder,
    private readonly meter: BuildMeter,
  ) {}

  @OnCrumb(AgentTurn)
  async handle(turn: Crumb<typeof AgentTurn>, event: CrumbEvent): Promise<void> {
    const startedAt = performance.now();
    const { workspace, traceparent } = event;
    const reader = this.workspaces.reader(workspace, { traceparent });
    const build = async (): Promise<BuiltContext> =>
      this.builder.buildTurn(await gatherTurn(turn.context, turn.session, reader), reader);
    const built = await this.builder.live(() => traceRetrieval(turn, build));
    const milliseconds = performance.now() - startedAt;
    this.meter.record(built, milliseconds);
    const context = toContextPayload(built, turn, Math.round(milliseconds));
    crashPoint('builder.after-build');
    const blob = { text: built.text, quotes: quotedCrumbs(built) };
    await this.contexts.publish(workspace, { context, blob, cause: turn, session: turn.session }, traceparent);
  }
}
