import type { DynamicModule } from '@nestjs/common';
import { BusModule, type Bus } from '@crumbtrail/bus';
import { createLogger, startService, type RunningService } from '@crumbtrail/platform';
import { scriptedModel, type ScriptedModel, type TestStore } from '@crumbtrail/testing';
import { ToolsModule, type Tool } from '@crumbtrail/tool-runtime';
import { agentSettings, TurnsModule, type AgentSettings } from '../../src';
import { TurnScene } from './turn-scene';

const SERVICE = 'agent-executor';
const RUNNER = 'tool-runner';

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

/** A tool-runner with these tools and nothing else. */
function runnerModule({ nats, ackWaitMs, slots, claimTtlMs }: AgentSettings, tools: readonly Tool[]): DynamicModule {
  return {
    module: class Runner {},
    imports: [
      BusModule.forRoot({ service: RUNNER, ...nats, ackWaitMs, slots }),
      ToolsModule.forRoot({ runner: RUNNER, claimTtlMs, source: 'built-in', tools }),
    ],
  };
}

/** Executors on the real store with a scripted model, and a workspace of their own. */
export class Pool {
  private readonly running: RunningService[] = [];

  private constructor(
    private readonly store: TestStore,
    readonly model: ScriptedModel,
    readonly scene: TurnScene,
    readonly gateway: Bus,
  ) {}

  static async open(store: TestStore): Promise<Pool> {
    return new Pool(store, await scriptedModel(), await TurnScene.create(store), await store.bus('gateway'));
  }

  /** Starts another executor. */
  executor(env: Readonly<Record<string, string>> = {}): Promise<RunningService> {
    const settings = this.settings(SERVICE, env);
    return this.start({ service: SERVICE, module: executorModule(settings), config: settings });
  }

  /** Starts a tool-runner with these tools. */
  toolRunner(...tools: readonly Tool[]): Promise<RunningService> {
    const settings = this.settings(RUNNER);
    return this.start({ service: RUNNER, module: runnerModule(settings, tools), config: settings });
  }

  /** Ends the services of this test. */
  async close(): Promise<void> {
    await Promise.all(this.running.map((one) => one.close()));
    await this.model.close();
  }

  private settings(service: string, env: Readonly<Record<string, string>> = {}): AgentSettings {
    return agentSettings({
      ...this.store.environment(service),
      ACK_WAIT_MS: '1000',
      CLAIM_TTL_MS: '600',
      MODEL_BASE_URL: this.model.base_url,
      MODEL_NAME: 'scripted',
      MODEL_API_KEY: 'sk-scripted-0001',
      LOG_LEVEL: 'silent',
      ...env,
    });
  }

  private async start(definition: Parameters<typeof startService>[0]): Promise<RunningService> {
    const one = await startService(definition, createLogger(definition.service, 'silent'));
    this.running.push(one);
    return one;
  }
}
