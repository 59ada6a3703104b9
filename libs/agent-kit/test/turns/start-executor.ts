import type { DynamicModule } from '@nestjs/common';
import { Bus, BusModule } from '@crumbtrail/bus';
import { createLogger, startService, type RunningService } from '@crumbtrail/platform';
import { natsServer, scriptedModel, type ScriptedModel, type TestNats } from '@crumbtrail/testing';
import { agentSettings, TurnsModule, type AgentSettings } from '../../src';
import { ScriptedStore } from './scripted-store';

const SERVICE = 'agent-executor';

/** The same modules as services/agent-executor, which a library may not import. */
function executorModule({ nats, ackWaitMs, slots, claimTtlMs, profile, seen }: AgentSettings): DynamicModule {
  return {
    module: class Executor {},
    imports: [
      BusModule.forRoot({ service: SERVICE, ...nats, ackWaitMs, slots }),
      TurnsModule.forRoot({ recipient: 'pool', claimTtlMs, profile, seen }),
    ],
  };
}

/** Executors with a scripted store and a scripted model. */
export class Pool {
  private readonly running: RunningService[] = [];

  private constructor(
    private readonly nats: TestNats,
    readonly model: ScriptedModel,
    readonly store: ScriptedStore,
    readonly gateway: Bus,
  ) {}

  static async open(): Promise<Pool> {
    const [nats, model] = await Promise.all([natsServer(), scriptedModel()]);
    const store = await ScriptedStore.open(nats);
    const gateway = await Bus.connect({ ...nats.as('gateway'), logger: createLogger('gateway', 'silent') });
    return new Pool(nats, model, store, gateway);
  }

  /** Starts another executor. */
  async executor(env: Readonly<Record<string, string>> = {}): Promise<RunningService> {
    const { servers, user, password } = this.nats.as(SERVICE);
    const config = agentSettings({
      NATS_URL: servers,
      NATS_USER: user,
      NATS_PASSWORD: password,
      ACK_WAIT_MS: '1000',
      CLAIM_TTL_MS: '600',
      MODEL_BASE_URL: this.model.base_url,
      MODEL_NAME: 'scripted',
      MODEL_API_KEY: 'sk-scripted-0001',
      LOG_LEVEL: 'silent',
      ...env,
    });
    const one = await startService(
      { service: SERVICE, module: executorModule(config), config },
      createLogger(SERVICE, config.logLevel),
    );
    this.running.push(one);
    return one;
  }

  async close(): Promise<void> {
    await Promise.all(this.running.map((one) => one.close()));
    await Promise.all([this.store.close(), this.gateway.drain()]);
    await Promise.all([this.nats.stop(), this.model.close()]);
  }
}
