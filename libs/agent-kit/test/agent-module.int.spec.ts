import { Bus, CrumbStream } from '@crumbtrail/bus';
import {
  AgentDef,
  Commit,
  contentHash,
  Read,
  refuse,
  singletonId,
  Status,
  Subscribe,
  ToolDef,
  type AgentDefV1,
  type CommitRequest,
  type CrumbError,
  type Envelope,
  type StatusReply,
  type Write,
} from '@crumbtrail/contracts';
import { createLogger, startService, type RunningService } from '@crumbtrail/platform';
import { eventually, natsServer, type TestNats } from '@crumbtrail/testing';
import { AgentModule } from '../src/service/agent.module';
import { agentSettings } from '../src/service/agent-env';
import type { Tool } from '@crumbtrail/tool-runtime';
import { aDefinition, aTool } from '@crumbtrail/prompting/test';

const WEATHER = 'weather';
const forecast: Tool = { definition: aTool('forecast').def, run: async () => 'sun' };

/** The part of a store that publishing definitions needs. */
class CrumbCache {
  readonly commits: (readonly Write[])[] = [];
  readonly subscribed = new Map<string, string>();
  readonly refusals: CrumbError[] = [];
  private readonly kept = new Map<string, Envelope>();

  async answer(bus: Bus): Promise<void> {
    const stream = new CrumbStream(bus);
    await stream.ensure();
    await bus.respond(Subscribe, async ({ durable, filter, ack_wait_ms }) => {
      this.subscribed.set(durable, filter);
      await stream.createDurable({ name: durable, filter, start: 'all', ackWaitMs: ack_wait_ms });
      return { stream: 'CRUMBS', epoch: 1 };
    });
    await bus.respond(Status, async () => ({ head: 1 }) as StatusReply);
    await bus.respond(Read, async ({ refs }) => ({
      crumbs: refs.map(({ id }) => this.kept.get(id) ?? null),
      position: 1,
      now: '',
    }));
    await bus.respond(Commit, async (request) => this.commit(request));
  }

  /** Somebody edits a definition. */
  change(id: string, context: object): void {
    const known = this.kept.get(id);
    const author = { kind: 'agent', id: WEATHER };
    const version = (known?.version ?? 0) + 1;
    this.kept.set(id, { id, version, author, content_hash: contentHash(context) } as Envelope);
  }

  private commit({ writes }: CommitRequest): { results: [] } {
    const refusal = this.refusals.shift();
    if (refusal) throw refusal;
    this.commits.push(writes);
    for (const write of writes) {
      if (write.op === 'create') this.change(idOf(write.draft.context), write.draft.context);
      if (write.op === 'update') this.change(write.id, write.patch.context ?? {});
    }
    return { results: [] };
  }
}

function idOf(context: Record<string, unknown>): string {
  const { agent, name } = context as { agent?: string; name?: string };
  return agent === undefined ? singletonId('default', 'tool', name ?? '') : singletonId('default', 'agent', agent);
}

let nats: TestNats;
let bus: Bus;
let shelf: CrumbCache;
const running: RunningService[] = [];

beforeEach(async () => {
  nats = await natsServer({ more: [{ user: WEATHER, password: `${WEATHER}-password` }] });
  bus = await Bus.connect({ ...nats.as('breadcrumb-store'), logger: createLogger('breadcrumb-store', 'silent') });
  shelf = new CrumbCache();
  await shelf.answer(bus);
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.close()));
  await bus.drain();
  await nats.stop();
});

async function service(over: Partial<AgentDefV1> = {}): Promise<RunningService> {
  const { servers, user, password } = nats.as(WEATHER);
  const settings = agentSettings({ NATS_URL: servers, NATS_USER: user, NATS_PASSWORD: password, LOG_LEVEL: 'silent' });
  const definition = aDefinition({ agent: WEATHER, tools: ['forecast'], ...over });
  const module = AgentModule.forRoot({ ...settings, definition, tools: [forecast] });
  const one = await startService({ service: WEATHER, module, config: settings }, createLogger(WEATHER, 'silent'));
  running.push(one);
  return one;
}

const isReady = (one: RunningService) =>
  eventually(async () => (await one.health.readiness()).ready, { withinMs: 10_000 });

describe('AgentModule', () => {
  it('publishes its tools and its definition in one commit, and is ready afterwards', async () => {
    await isReady(await service());
    expect(shelf.commits).toHaveLength(1);
    expect(shelf.commits[0]).toMatchObject([
      { op: 'create', draft: { schema_name: ToolDef.name, context: { name: 'forecast', runner: WEATHER } } },
      { op: 'create', draft: { schema_name: AgentDef.name, context: { agent: WEATHER, runner: 'service' } } },
    ]);
  });

  it('subscribes only to its own contexts and responses', async () => {
    await isReady(await service());
    expect(Object.fromEntries(shelf.subscribed)).toEqual({
      weather: 'crumbs.*.created.agent_context_v1.weather',
      'weather-replays': 'crumbs.*.created.dead_letter_replay_v1.weather',
      'weather-results': 'crumbs.*.created.tool_response_v1.weather',
      'weather-tools': 'crumbs.*.created.tool_request_v1.weather',
      'weather-tries': 'crumbs.*.created.tool_try_v1.weather',
    });
  });

  it('publishes nothing that is up to date, and updates what differs', async () => {
    await isReady(await service());
    await isReady(await service());
    expect(shelf.commits).toHaveLength(1);
    await isReady(await service({ prompt: 'You know better.' }));
    expect(shelf.commits[1]).toMatchObject([
      {
        op: 'update',
        id: singletonId('default', 'agent', WEATHER),
        if_match: 1,
        patch: { context: { prompt: 'You know better.' } },
      },
    ]);
  });

  it('waits for the store, and compares again after a conflict with another replica', async () => {
    shelf.refusals.push(refuse('unavailable', 'The database restarts.'), refuse('id_conflict', 'It is there.'));
    await isReady(await service());
    expect(shelf.commits).toHaveLength(1);
  });

  it('reports in one sentence why it cannot start when its definition is refused', async () => {
    shelf.refusals.push(refuse('invalid_payload', 'The prompt is missing.'));
    const one = await service();
    const why = await new Promise<Error>((resolve) => one.health.whenFailed(resolve));
    expect(why.message).toBe('The definition was refused: The prompt is missing.');
  });
});
