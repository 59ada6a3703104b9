import type { DynamicModule } from '@nestjs/common';
import { Bus, CrumbStore, type WorkspaceStore } from '@crumbtrail/bus';
import {
  AgentDef,
  Commit,
  singletonId,
  Subscribe,
  ToolDef,
  type AgentDefV1,
  type CommitRequest,
} from '@crumbtrail/contracts';
import { createLogger, startService, type RunningService } from '@crumbtrail/platform';
import { aDefinition, aTool } from '@crumbtrail/prompting/test';
import { eventually, TestStore } from '@crumbtrail/testing';
import type { Tool } from '@crumbtrail/tool-runtime';
import { agentSettings } from '../src/service/agent-env';
import { AgentModule } from '../src/service/agent.module';

const WEATHER = 'weather';
const forecast: Tool = { definition: aTool('forecast').def, run: async () => 'sun' };

let store: TestStore;
let workspace: string;
const running: RunningService[] = [];

beforeAll(async () => void (store = await TestStore.start({ agents: [WEATHER] })));
afterAll(() => store.stop());
beforeEach(async () => void (workspace = await store.workspace()));
afterEach(() => Promise.all(running.splice(0).map((one) => one.close())));

/** The store, but before the first reply to a read arrives, `overtake` writes what was read. */
function overtakenStore(overtake: () => Promise<unknown>) {
  let overtaken: Promise<unknown> | undefined;
  class OvertakenStore extends CrumbStore {
    override in(...args: Parameters<CrumbStore['in']>): WorkspaceStore {
      const within = super.in(...args);
      const read = within.read.bind(within);
      within.read = async (request) => {
        const reply = await read(request);
        await (overtaken ??= overtake());
        return reply;
      };
      return within;
    }
  }
  return { provide: CrumbStore, inject: [Bus], useFactory: (bus: Bus) => new OvertakenStore(bus) };
}

/**
 * Starts the agent as a service that publishes its definition in the workspace of this test; `adapters` replace providers of its
 * module.
 */
async function startAgent(
  over: Partial<AgentDefV1> = {},
  adapters: NonNullable<DynamicModule['providers']> = [],
): Promise<RunningService> {
  const settings = agentSettings({ ...store.environment(WEATHER), LOG_LEVEL: 'silent' });
  const definition = aDefinition({ agent: WEATHER, tools: ['forecast'], ...over });
  const options = { ...settings, definition, tools: [forecast], workspaces: [workspace] };
  const agent = AgentModule.forRoot(options);
  const module = { ...agent, providers: [...(agent.providers ?? []), ...adapters] };
  const one = await startService({ service: WEATHER, module, config: settings }, createLogger(WEATHER, 'silent'));
  running.push(one);
  return one;
}

const isReady = (one: RunningService) => eventually(async () => (await one.health.readiness()).ready);

/** The writes of each commit that the agent has sent. */
const commits = (): CommitRequest['writes'][] =>
  store
    .requests(Commit, workspace)
    .filter(({ from }) => from === WEATHER)
    .map(({ body }) => body.writes);

describe('AgentModule', () => {
  it('publishes its tools and its definition in one commit, and is ready afterwards', async () => {
    await isReady(await startAgent());
    expect(commits()).toMatchObject([
      [
        { op: 'create', draft: { schema_name: ToolDef.name, context: { name: 'forecast', runner: WEATHER } } },
        { op: 'create', draft: { schema_name: AgentDef.name, context: { agent: WEATHER, runner: 'service' } } },
      ],
    ]);
    expect(await store.crumbs(workspace, ToolDef.name)).toMatchObject([{ author: { kind: 'agent', id: WEATHER } }]);
    expect(await store.crumbs(workspace, AgentDef.name)).toMatchObject([{ author: { kind: 'agent', id: WEATHER } }]);
  });

  it('subscribes only to its own contexts and responses', async () => {
    await isReady(await startAgent());
    const subscriptions = store.requests(Subscribe, 'default').filter(({ from }) => from === WEATHER);
    expect(Object.fromEntries(subscriptions.map(({ body }) => [body.durable, body.filter]))).toEqual({
      weather: 'crumbs.*.created.agent_context_v1.weather',
      'weather-approvals': 'crumbs.*.created.approval_decision_v1.weather',
      'weather-replays': 'crumbs.*.created.dead_letter_replay_v1.weather',
      'weather-results': 'crumbs.*.created.tool_response_v1.weather',
      'weather-tools': 'crumbs.*.created.tool_request_v1.weather',
      'weather-tries': 'crumbs.*.created.tool_try_v1.weather',
    });
  });

  it('publishes nothing that is up to date, and updates what differs', async () => {
    await isReady(await startAgent());
    await isReady(await startAgent());
    expect(commits()).toHaveLength(1);
    await isReady(await startAgent({ prompt: 'You know better.' }));
    expect(commits()[1]).toMatchObject([
      {
        op: 'update',
        id: singletonId(workspace, 'agent', WEATHER),
        if_match: 1,
        patch: { context: { prompt: 'You know better.' } },
      },
    ]);
  });

  it('is not ready while the store is down, and publishes when it is back', async () => {
    await store.pause();
    const one = await startAgent();
    expect((await one.health.readiness()).ready).toBe(false);
    await store.resume();
    await isReady(one);
    expect(commits()).toHaveLength(1);
  });

  it('compares again after a conflict with another replica', async () => {
    await isReady(await startAgent());
    const better = { prompt: 'You know better.' };
    const otherReplica = async () => isReady(await startAgent(better));
    await isReady(await startAgent(better, [overtakenStore(otherReplica)]));
    expect(commits().map((writes) => writes.map(({ op }) => op))).toEqual([
      ['create', 'create'],
      ['update'],
      ['update'],
    ]);
    expect(await store.crumbs(workspace, AgentDef.name)).toMatchObject([
      { version: 2, context: { prompt: 'You know better.' } },
    ]);
  });

  it('reports in one sentence why it cannot start when its definition is rejected', async () => {
    const one = await startAgent({ prompt: '' });
    const why = await new Promise<Error>((resolve) => one.health.whenFailed(resolve));
    expect(why.message).toMatch(/^The definition was rejected: [^\n]*$/);
  });
});
