import { type DynamicModule, Module } from '@nestjs/common';
import { BusModule } from '@crumbtrail/bus';
import { checkRenderings } from '@crumbtrail/hints';
import { Health } from '@crumbtrail/platform';
import { ContextPublisherNats } from './adapters/context-publisher.nats';
import { GroundingPublisherNats } from './adapters/grounding-publisher.nats';
import { ShadowStoreNats } from './adapters/shadow-store.nats';
import { WorkspacesNats } from './adapters/workspaces.nats';
import { BuildCaches } from './build-caches';
import { BUILDER_CONFIG, SERVICE, type BuilderConfig } from './config';
import { ContextBuilder } from './context-builder';
import { OnAgentResponse } from './on-agent-response';
import { OnAgentTurn } from './on-agent-turn';
import { OnCounterfactual } from './on-counterfactual';
import { OnDiff } from './on-diff';
import { OnLintContext } from './on-lint-context';
import { OnPreview } from './on-preview';
import { OnReplan } from './on-replan';
import { OnRerunContext } from './on-rerun-context';
import { OnReplay } from './on-replay';
import { OnRunCase } from './on-run-case';
import { OnWhatIf } from './on-what-if';
import { OnWhyNot } from './on-why-not';
import { ContextPublisher, GroundingPublisher, ShadowStore, WorkspaceReaders } from './ports';
import { PreviewPrefetch } from './preview-prefetch';
import { ShadowBuilds } from './shadow/shadow-builds';
import { BuildMeter } from './telemetry/build-meter';

@Module({})
export class AppModule {
  constructor(health: Health) {
    checkRenderings((error) => health.failProcess(error), health.draining);
  }

  /** The module of the service. */
  static forRoot(config: BuilderConfig): DynamicModule {
    const { ackWaitMs, slots } = config;
    return {
      module: AppModule,
      imports: [BusModule.forRoot({ service: SERVICE, ...config.nats, ackWaitMs, slots })],
      controllers: [
        OnAgentTurn,
        OnAgentResponse,
        OnPreview,
        OnReplay,
        OnReplan,
        OnRerunContext,
        OnDiff,
        OnWhatIf,
        OnWhyNot,
        OnRunCase,
        OnCounterfactual,
        OnLintContext,
      ],
      providers: [
        { provide: BUILDER_CONFIG, useValue: config },
        BuildMeter,
        BuildCaches,
        ContextBuilder,
        { provide: PreviewPrefetch, useFactory: () => new PreviewPrefetch() },
        { provide: WorkspaceReaders, useClass: WorkspacesNats },
        { provide: ContextPublisher, useClass: ContextPublisherNats },
        { provide: GroundingPublisher, useClass: GroundingPublisherNats },
        { provide: ShadowStore, useClass: ShadowStoreNats },
        ShadowBuilds,
      ],
    };
  }
}
