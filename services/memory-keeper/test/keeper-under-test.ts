import { Controller, type DynamicModule, type ModuleMetadata } from '@nestjs/common';
import { agentSettings, FunctionCaller, TurnsModule } from '@crumbtrail/agent-kit';
import { BusModule, Respond, type RequestContext } from '@crumbtrail/bus';
import { CallFunction, Status, type FunctionCallReply, type FunctionCallRequest } from '@crumbtrail/contracts';
import { createLogger, startService, type RunningService } from '@crumbtrail/platform';
import { eventually, scriptedModel, TestStore, type ScriptedModel, type TestStoreOptions } from '@crumbtrail/testing';
import { AppModule } from '../src/app.module';
import { SERVICE, toConfig } from '../src/config';

const EXECUTOR = 'agent-executor';
/** How long the work of a keeper that has died waits for another one, and contexts for memories on a busy machine. */
const SHORT_LEASES = { ACK_WAIT_MS: '1000', CLAIM_TTL_MS: '1000', RECALL_TIMEOUT_MS: '10000' };

/** Answers calls of functions as services/agent-executor does, which another service may not import. */
@Controller()
class OnCallFunction {
  constructor(private readonly functions: FunctionCaller) {}

  @Respond(CallFunction)
  async call(request: FunctionCallRequest, { workspace }: RequestContext): Promise<FunctionCallReply> {
    return this.functions.call(workspace, request);
  }
}

/** Starts a memory-keeper in this process; `adapters` replace providers of its module. */
export function startKeeper(
  store: TestStore,
  adapters: NonNullable<ModuleMetadata['providers']> = [],
): Promise<RunningService> {
  const config = toConfig({
    ...store.environment(SERVICE),
    ...SHORT_LEASES,
    LOG_LEVEL: 'silent',
  });
  const module = AppModule.forRoot(config);
  const replaced = { ...module, providers: [...(module.providers ?? []), ...adapters] };
  return startService({ service: SERVICE, module: replaced, config }, createLogger(SERVICE, 'error'));
}

/** Starts what calls the scripted model; without a model, what says that there is none. */
function startExecutor(store: TestStore, model?: ScriptedModel): Promise<RunningService> {
  const { nats, ackWaitMs, slots, claimTtlMs, profile, seen } = agentSettings({
    ...store.environment(EXECUTOR),
    ...(model ? { MODEL_BASE_URL: model.base_url, MODEL_NAME: 'scripted', MODEL_API_KEY: 'sk-scripted-0001' } : {}),
    LOG_LEVEL: 'silent',
  });
  const module: DynamicModule = {
    module: class Executor {},
    controllers: [OnCallFunction],
    imports: [
      BusModule.forRoot({ service: EXECUTOR, ...nats, ackWaitMs, slots }),
      TurnsModule.forRoot({ recipient: 'pool', claimTtlMs, profile, seen }),
    ],
  };
  return startService(
    { service: EXECUTOR, module, config: { ...agentSettings(store.environment(EXECUTOR)) } },
    createLogger(EXECUTOR, 'silent'),
  );
}

/** What the tests of a file use; read it inside of tests only. */
interface RunningKeeper {
  readonly store: TestStore;
  readonly model: ScriptedModel;
}

/** Runs a store, one or more memory-keepers and a scripted model around all tests of a file. */
export function useKeeper({
  keepers = 1,
  model: hasModel = true,
  executor = true,
  services = [],
  adapters = [],
}: {
  readonly keepers?: number;
  readonly model?: boolean;
  /** Whether anything calls models and answers contexts. */
  readonly executor?: boolean;
  /** Services that run beside them as compiled, each in a process of its own. */
  readonly services?: TestStoreOptions['services'];
  /** Replace providers of the keepers' module. */
  readonly adapters?: ModuleMetadata['providers'];
} = {}): RunningKeeper {
  let store: TestStore;
  let model: ScriptedModel;
  const running: RunningService[] = [];
  beforeAll(async () => {
    store = await TestStore.start({ services, env: SHORT_LEASES });
    model = await scriptedModel();
    if (executor) running.push(await startExecutor(store, hasModel ? model : undefined));
    for (let nth = 0; nth < keepers; nth += 1) running.push(await startKeeper(store, adapters));
    // A new durable begins at the head of the log.
    await eventually(async () => {
      const { durables } = await (await store.bus('gateway')).request(Status, 'default', {});
      return durables.some(({ name, waiting }) => name === `${SERVICE}-replies` && waiting > 0);
    });
  });
  afterAll(async () => {
    await Promise.all(running.map((one) => one.close()));
    await model.close();
    await store.stop();
  });
  return {
    get store() {
      return store;
    },
    get model() {
      return model;
    },
  };
}
