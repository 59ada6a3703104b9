import { Controller, Inject } from '@nestjs/common';
import { OnCrumb } from '@crumbtrail/bus';
import { AgentTurn, type Crumb, type CrumbEvent } from '@crumbtrail/contracts';
import { crashPoint } from '@crumbtrail/platform';
import { BUILDER_CONFIG, type BuilderConfig } from './config';
import { buildContext } from './pipeline';
import { ContextPublisher, Workspaces } from './ports';
import { quotedCrumbs, toContextPayload } from './explain/context-payload';
import { gatherTurn } from './gather/gather-turn';
import { BuildMeter } from './telemetry/build-meter';
import { traceRetrieval } from './telemetry/retrieval';

/** Hears the turns that opened, and leaves the context of each. */
@Controller()
export class OnAgentTurn {
  constructor(
    private readonly workspaces: Workspaces,
    private readonly contexts: ContextPublisher,
    @Inject(BUILDER_CONFIG) private readonly config: BuilderConfig,
    private readonly meter: BuildMeter,
  ) {}

  @OnCrumb(AgentTurn)
  async handle(turn: Crumb<typeof AgentTurn>, event: CrumbEvent): Promise<void> {
    const began = performance.now();
    const { workspace, traceparent } = event;
    const reader = this.workspaces.reader(workspace, { traceparent });
    const built = await traceRetrieval(turn, async () => {
      const input = await gatherTurn(turn.context, turn.session, reader);
      return buildContext(input, reader, this.config.contextWindow);
    });
    const milliseconds = performance.now() - began;
    this.meter.record(built, milliseconds);
    const context = toContextPayload(built, turn, Math.round(milliseconds));
    crashPoint('builder.after-build');
    const blob = { text: built.text, quotes: quotedCrumbs(built) };
    await this.contexts.publish(workspace, { context, blob, cause: turn, session: turn.session }, traceparent);
  }
}
