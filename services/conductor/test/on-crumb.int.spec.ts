import type { AgentDefV1, Envelope, SessionV1 } from '@crumbtrail/contracts';
import { createLogger, startService, type RunningService } from '@crumbtrail/platform';
import { eventually, natsServer, type TestNats } from '@crumbtrail/testing';
import { appModule } from '../src/app.module';
import { SERVICE, toConfig } from '../src/config';
import { crumb, definition } from './crumbs';
import { ScriptedStore, sessionId } from './scripted-store';

jest.setTimeout(30_000);
let nats: TestNats;
let store: ScriptedStore;
const running: RunningService[] = [];

async function conductor(): Promise<void> {
  const { servers, user, password } = nats.as(SERVICE);
  const env = { NATS_URL: servers, NATS_USER: user, NATS_PASSWORD: password, ACK_WAIT_MS: '1000', LOG_LEVEL: 'silent' };
  const config = toConfig(env);
  const logger = createLogger(SERVICE, 'silent');
  running.push(await startService({ service: SERVICE, module: appModule(config), config }, logger));
}

beforeEach(async () => {
  nats = await natsServer();
  store = await ScriptedStore.open(nats);
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.close()));
  await store.close();
  await nats.stop();
});

let made = 0;
const fresh = (more: Partial<Envelope> = {}): Envelope =>
  store.keep(crumb({ id: `00000000-0000-7000-8000-${String((made += 1)).padStart(12, '0')}`, ...more }));
const define = (agent: string, more: Partial<AgentDefV1> = {}, version = 1): Envelope =>
  store.keep({ ...(definition(agent, more) as unknown as Envelope), version });
const membersAre = (members: SessionV1['members'], version = 1): Envelope =>
  store.keep(
    crumb({
      id: sessionId('demo'),
      version,
      schema_name: 'session.v1',
      session: undefined,
      context: { name: 'demo', members },
    }),
  );
const decided = (heard: Envelope, count = 1): Promise<string[][]> =>
  eventually(() => (store.woken(heard).length >= count ? store.woken(heard) : null), { withinMs: 10_000 });

describe('the conductor over NATS', () => {
  it('asks for a turn for every agent that a message wakes, and says so of a message that wakes nobody', async () => {
    const before = fresh();
    for (const agent of ['abe', 'bob', 'cat', 'dog', 'eve']) define(agent);
    define('fay', { subscriptions: [{ schema: 'tool.catalog.v1' }] });
    const after = fresh({ tags: ['bug'] });
    await conductor();
    await store.announce(before);
    await store.announce(after);
    expect(await decided(after)).toEqual([['abe', 'bob', 'cat', 'dog', 'eve']]);
    expect(await decided(before)).toEqual([[]]);
  });

  it('decides a redelivery as it did the first time, whatever the definitions and members say now', async () => {
    define('abe');
    membersAre([{ kind: 'agent', id: 'abe' }]);
    const message = fresh();
    await conductor();
    await store.announce(message);
    await decided(message);
    define('abe', { subscriptions: [{ schema: 'session.v1' }] }, 2);
    define('bob');
    membersAre([{ kind: 'agent', id: 'bob' }], 2);
    const later = fresh();
    await store.announce(later);
    await store.announce(message, 'created', 2);
    expect(await decided(message, 2)).toEqual([['abe'], ['abe']]);
    expect(await decided(later)).toEqual([['bob']]);
  });

  it('decides on each version of a crumb', async () => {
    define('abe', { subscriptions: [{ schema: 'user.message.v1', any_tags: ['bug'] }] });
    const message = fresh();
    await conductor();
    await store.announce(message);
    expect(await decided(message)).toEqual([[]]);
    const changed = store.keep({ ...message, version: 2, tags: ['bug'] });
    await store.announce(changed);
    expect(await decided(changed)).toEqual([['abe']]);
  });

  it('reads no crumb that cannot matter, and asks once for definitions that do not change', async () => {
    define('abe');
    await conductor();
    const others = Array.from({ length: 5 }, () => fresh({ schema_name: 'agent.turn.v1', context: { agent: 'abe' } }));
    for (const other of others) await store.announce(other);
    await store.announce(fresh({ imported: true }));
    const message = fresh();
    await store.announce(message);
    await decided(message);
    expect(store.reads.map(({ refs }) => refs[0]?.id)).toEqual([message.id]);
    expect(store.decisions).toHaveLength(1);
    expect(store.lists.filter((one) => one.if_changed_since === undefined)).toHaveLength(1);
  });

  it('tries again when the store is busy', async () => {
    define('abe');
    const message = fresh();
    store.failures = 2;
    await conductor();
    await store.announce(message);
    expect(await decided(message)).toEqual([['abe']]);
  });

  it('loses nothing when one of two conductors goes away', async () => {
    define('abe');
    await conductor();
    await conductor();
    const messages = Array.from({ length: 30 }, () => fresh());
    for (const message of messages.slice(0, 15)) await store.announce(message);
    await running.shift()?.close();
    for (const message of messages.slice(15)) await store.announce(message);
    for (const message of messages) expect((await decided(message))[0]).toEqual(['abe']);
  });
});
