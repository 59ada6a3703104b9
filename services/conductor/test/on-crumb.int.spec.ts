import {
  AgentDef,
  AgentTurn,
  List,
  Read,
  RequestTurns,
  Session,
  SessionOverride,
  UserMessage,
  type AgentDefV1,
  type Draft,
  type Envelope,
  type SessionV1,
} from '@crumbtrail/contracts';
import { createLogger, startService, type RunningService } from '@crumbtrail/platform';
import { eventually, TestStore } from '@crumbtrail/testing';
import { AppModule } from '../src/app.module';
import { SERVICE, toConfig } from '../src/config';

let store: TestStore;
let workspace: string;
const running: RunningService[] = [];

beforeAll(async () => void (store = await TestStore.start()));
afterAll(() => store.stop());
beforeEach(async () => void (workspace = await store.workspace()));
afterEach(() => Promise.all(running.splice(0).map((one) => one.close())));

async function startConductor(): Promise<void> {
  const config = toConfig({ ...store.environment(SERVICE), ACK_WAIT_MS: '1000', LOG_LEVEL: 'silent' });
  const logger = createLogger(SERVICE, 'silent');
  running.push(await startService({ service: SERVICE, module: AppModule.forRoot(config), config }, logger));
}

const say = (draft: Partial<Draft> = {}): Promise<Envelope> =>
  store.create(workspace, { schema_name: UserMessage.name, session: 'demo', context: { content: 'hello' }, ...draft });
const defineAgent = (agent: string, more: Partial<AgentDefV1> = {}): Promise<Envelope<AgentDefV1>> =>
  store.create(workspace, {
    schema_name: AgentDef.name,
    context: { agent, prompt: 'Answer.', subscriptions: [{ schema: UserMessage.name }], ...more },
  });
const defineAgents = async (agents: readonly string[]): Promise<void> => {
  const operator = await store.asOperator(workspace);
  const context = { prompt: 'Answer.', subscriptions: [{ schema: UserMessage.name }] };
  const writes = agents.map(
    (agent) => ({ op: 'create', draft: { schema_name: AgentDef.name, context: { ...context, agent } } }) as const,
  );
  await operator.commit({ writes });
};
const createSession = (members: SessionV1['members']): Promise<Envelope<SessionV1>> =>
  store.create(workspace, { schema_name: Session.name, context: { name: 'demo', members } });

/** The conductor's decisions about one version of a crumb, each as the names of the agents that get a turn. */
function decisionsAbout({ id, version }: Envelope): string[][] {
  const requests = store.requests(RequestTurns, workspace).map(({ body }) => body);
  const about = requests.filter(({ cause }) => cause.id === id && cause.version === version);
  return about.map(({ turns }) => turns.map(({ agent }) => agent));
}
const whenDecided = (crumb: Envelope, count = 1): Promise<string[][]> =>
  eventually(() => (decisionsAbout(crumb).length >= count ? decisionsAbout(crumb) : null));

/** Publishes the newest event of a crumb again, as after a redelivery. */
async function redeliver({ id }: Envelope): Promise<void> {
  const event = (await store.events(workspace, id)).at(-1);
  if (event) await store.republish(event);
}

describe('the conductor', () => {
  it('requests a turn for every agent that a message wakes, and reports a message that wakes no agent', async () => {
    const before = await say();
    for (const agent of ['abe', 'bob', 'cat', 'dog', 'eve']) await defineAgent(agent);
    await defineAgent('fay', { subscriptions: [{ schema: 'tool.catalog.v1' }] });
    const after = await say({ tags: ['bug'] });
    await startConductor();
    expect(await whenDecided(after)).toEqual([['abe', 'bob', 'cat', 'dog', 'eve']]);
    expect(await whenDecided(before)).toEqual([[]]);
  });

  it('decides a redelivered message as it did the first time, even if definitions and members have changed', async () => {
    const abe = await defineAgent('abe');
    const session = await createSession([{ kind: 'agent', id: 'abe' }]);
    const message = await say();
    await startConductor();
    await whenDecided(message);
    await store.update(abe, { context: { ...abe.context, subscriptions: [{ schema: Session.name }] } });
    await defineAgent('bob');
    await store.update(session, { context: { name: 'demo', members: [{ kind: 'agent', id: 'bob' }] } });
    const later = await say();
    await redeliver(message);
    expect(await whenDecided(message, 2)).toEqual([['abe'], ['abe']]);
    expect(await whenDecided(later)).toEqual([['bob']]);
  });

  it('decides as the overrides of the session were when the message was written', async () => {
    await defineAgents(['abe', 'bob']);
    const operator = await store.asOperator(workspace);
    const context = { session: 'demo', overrides: [{ id: 'quiet', verb: 'mute', agents: ['bob'] }] };
    const writes = [{ op: 'create', draft: { schema_name: SessionOverride.name, context } }] as const;
    const { results } = await operator.commit({ writes });
    const muted = await say();
    await startConductor();
    await whenDecided(muted);
    const { id = '', version: if_match = 0 } = results[0] ?? {};
    const paused = { session: 'demo', overrides: [{ id: 'stop', verb: 'pause', reason: 'a fire drill' }] };
    await operator.commit({ writes: [{ op: 'update', id, if_match, patch: { context: paused } }] });
    const later = await say();
    await redeliver(muted);
    expect(await whenDecided(muted, 2)).toEqual([['abe'], ['abe']]);
    expect(await whenDecided(later)).toEqual([[]]);
    expect((await operator.turns(later.id)).reason).toContain('paused');
  });

  it('decides on each version of a crumb', async () => {
    await defineAgent('abe', { subscriptions: [{ schema: UserMessage.name, any_tags: ['bug'] }] });
    const message = await say();
    await startConductor();
    expect(await whenDecided(message)).toEqual([[]]);
    const changed = await store.update(message, { tags: ['bug'] });
    expect(await whenDecided(changed)).toEqual([['abe']]);
  });

  it('requests the turns of 300 agents that one message wakes in portions, and repeats them without doubles', async () => {
    const agents = Array.from({ length: 300 }, (_, n) => `agent-${String(n).padStart(3, '0')}`);
    await defineAgents(agents);
    const message = await say();
    await startConductor();
    const operator = await store.asOperator(workspace);
    const { turns } = await eventually(async () => {
      const state = await operator.turns(message.id);
      return state.decided ? state : null;
    });
    expect(turns.map(({ agent }) => agent).sort()).toEqual(agents);
    // A busy machine may deliver the message once more by itself, so only the first portions are compared.
    const sizesOf = (decisions: readonly { readonly length: number }[]): number[] =>
      decisions.map(({ length }) => length);
    expect(sizesOf(decisionsAbout(message)).slice(0, 2)).toEqual([256, 44]);
    await redeliver(message);
    expect(sizesOf(await whenDecided(message, 4)).slice(0, 4)).toEqual([256, 44, 256, 44]);
    expect((await operator.turns(message.id)).turns.map(({ id }) => id).sort()).toEqual(
      turns.map(({ id }) => id).sort(),
    );
  });

  it('does not read a crumb that cannot wake anybody, and lists definitions in full only once', async () => {
    await startConductor();
    await defineAgent('abe');
    await say({ context: { content: 'imported' } });
    const imported = await store.create(
      workspace,
      { schema_name: UserMessage.name, session: 'demo', context: { content: 'old' } },
      { imported: true },
    );
    const message = await say();
    await whenDecided(message);
    const [turn] = await store.crumbs(workspace, AgentTurn.name);
    const read = store.requests(Read, workspace).filter(({ from }) => from === SERVICE);
    const ids = read.flatMap(({ body }) => body.refs.map(({ id }) => id));
    expect(ids).toContain(message.id);
    expect(ids).not.toContain(imported.id);
    expect(ids).not.toContain(turn?.id);
    const lists = store.requests(List, workspace).filter(({ from }) => from === SERVICE);
    expect(lists.filter(({ body }) => body.if_changed_since === undefined)).toHaveLength(1);
  });

  it('tries again when the store is unavailable', async () => {
    await defineAgent('abe');
    await startConductor();
    const message = await say();
    await whenDecided(message);
    const [event] = await store.events(workspace, message.id);
    await store.pause();
    if (event) await store.republish(event);
    await store.resume();
    // How often it tries while the store does not answer depends on how long that takes.
    const decided = await whenDecided(message, 2);
    expect(decided).toEqual(decided.map(() => ['abe']));
  });

  it('loses no message when one of two conductors stops', async () => {
    await defineAgent('abe');
    await startConductor();
    await startConductor();
    const messages: Envelope[] = [];
    for (let n = 0; n < 15; n += 1) messages.push(await say());
    await running.shift()?.close();
    for (let n = 0; n < 15; n += 1) messages.push(await say());
    for (const message of messages) expect((await whenDecided(message))[0]).toEqual(['abe']);
  });
});
