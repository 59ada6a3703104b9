import { type DynamicModule, Module } from '@nestjs/common';
import { GracefulAbort, TurnEndsNats, TurnEnds } from '@crumbtrail/tool-runtime';
import { modelFrom } from '@crumbtrail/models';
import { TurnMeter } from '../telemetry/turn-meter';
import { AgentDefinitionsNats } from './adapters/agent-definitions.nats';
import { SubqueryTemplatesNats } from './adapters/subquery-templates.nats';
import { ModelNotice } from './adapters/model-notice';
import { StreamingTurnModels } from './adapters/turn-models';
import { TurnClaimsNats } from './adapters/turn-claims.nats';
import { TurnLogNats } from './adapters/turn-log.nats';
import { TurnReaderNats } from './adapters/turn-reader.nats';
import { onAgentContext } from './on-agent-context';
import { onToolResponse } from './on-tool-response';
import { ModelTrials } from './model-trials';
import { ModelCallReader } from './model-call-reader';
import { MODEL, SERVICE_OPTIONS, type TurnsOptions } from './options';
import { FunctionCaller } from './function-caller';
import { ConnectedModels } from './connected-models';
import { MeasuredModel } from './measured-model';
import { RemoteAgents } from './remote/remote-agents';
import { RerunStepper } from './rerun-stepper';
import { AgentDefinitions, SubqueryTemplates, TurnModels, TurnClaims, TurnLog, TurnReader } from './ports';
import { SubqueryAnswerer } from './subquery-answerer';
import { SubqueryTrials } from './subquery-trials';
import { turnDependencies } from './turn-dependencies';

/** Runs the turns of one recipient: `pool`, or one agent. Requires BusModule. */
@Module({})
export class TurnsModule {
  static forRoot(options: TurnsOptions): DynamicModule {
    return {
      module: TurnsModule,
      controllers: [onAgentContext(options.recipient), onToolResponse(options.recipient)],
      providers: [
        { provide: SERVICE_OPTIONS, useValue: options },
        { provide: MODEL, useFactory: () => modelFrom(options.profile) },
        { provide: TurnClaims, useClass: TurnClaimsNats },
        { provide: TurnReader, useClass: TurnReaderNats },
        { provide: TurnModels, useClass: StreamingTurnModels },
        { provide: TurnLog, useClass: TurnLogNats },
        { provide: TurnEnds, useClass: TurnEndsNats },
        GracefulAbort,
        TurnMeter,
        ConnectedModels,
        MeasuredModel,
        RemoteAgents,
        ModelNotice,
        { provide: AgentDefinitions, useClass: AgentDefinitionsNats },
        { provide: SubqueryTemplates, useClass: SubqueryTemplatesNats },
        ModelCallReader,
        ModelTrials,
        SubqueryAnswerer,
        SubqueryTrials,
        FunctionCaller,
        RerunStepper,
        turnDependencies,
      ],
      exports: [ModelTrials, ModelCallReader, SubqueryAnswerer, SubqueryTrials, FunctionCaller, RerunStepper],
    };
  }
}
