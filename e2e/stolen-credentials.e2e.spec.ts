import { Bus, CrumbStream } from '@crumbtrail/bus';
import {
  Commit,
  type CrumbEvent,
  CreateKey,
  CrumbError,
  Read,
  type TokenPiece,
  UserMessage,
} from '@crumbtrail/contracts';
import { createLogger } from '@crumbtrail/platform';
import { eventually } from '@crumbtrail/testing';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { useStack } from './support/fixture';

const open: Bus[] = [];
// Before `useStack`: hooks run in the order of their registration, and a connection cannot drain after its server has stopped.
afterAll(() => Promise.all(open.map((bus) => bus.drain())));
const stack = useStack();

/** Connects with one service's credentials and behaves as another. */
async function connect(user: string, service: string): Promise<Bus> {
  const password = await readFile(join(stack.home, 'secrets', `nats-${user}`), 'utf8');
  const bus = await Bus.connect({
    servers: stack.natsUrl,
    user,
    password,
    service,
    logger: createLogger(service, 'silent'),
  });
  open.push(bus);
  return bus;
}

async function codeOf(asked: Promise<unknown>): Promise<string> {
  return asked.then(
    () => 'it was not rejected',
    (error: unknown) => (error instanceof CrumbError ? error.code : String(error)),
  );
}
const say = (): Promise<unknown> =>
  stack.api.post('/v1/breadcrumbs', { schema_name: UserMessage.name, session: 'heard', context: { content: 'hello' } });
const event: CrumbEvent = {
  position: 1_000_000,
  kind: 'created',
  workspace: 'default',
  id: randomUUID(),
  version: 1,
  trail_id: randomUUID(),
  schema_name: UserMessage.name,
  author: { kind: 'user', id: 'mallory' },
  hop: 0,
  imported: false,
  content_hash: 'sha256:00',
};

describe('one service’s NATS credentials', () => {
  test.each([
    ['conductor', 'gateway'],
    ['gateway', 'breadcrumb-store'],
    ['agent-executor', 'context-builder'],
    ['context-builder', 'agent-executor'],
  ])('of the %s cannot send requests as the %s, nor receive its replies', async (user, service) => {
    const stolen = await connect(user, service);
    const asked = stolen.request(
      Read,
      'default',
      { refs: [{ id: randomUUID() }] },
      { key: stack.key, timeoutMs: 2_000 },
    );
    expect(await codeOf(asked)).toMatch(/^forbidden$|Permissions Violation/);
  });

  test('cannot send requests that the service has no right to', async () => {
    const conductor = await connect('conductor', 'conductor');
    const rita = { participant: { kind: 'user', id: 'rita' }, role: 'operator' } as const;
    expect(await codeOf(conductor.request(CreateKey, 'default', rita, { key: stack.key, timeoutMs: 2_000 }))).toBe(
      'forbidden',
    );
    const gateway = await connect('gateway', 'gateway');
    const draft = { schema_name: UserMessage.name, context: { content: 'x' } };
    expect(await codeOf(gateway.request(Commit, 'default', { writes: [{ op: 'create', draft }] }))).toBe(
      'unauthenticated',
    );
  });

  test('cannot carry the API key of a client, unless the service may', async () => {
    const conductor = await connect('conductor', 'conductor');
    const asked = conductor.request(Read, 'default', { refs: [{ id: randomUUID() }] }, { key: stack.key });
    expect(await codeOf(asked)).toBe('forbidden');
  });

  test.each(['gateway', 'conductor', 'agent-executor', 'tool-runner'])(
    'of the %s cannot publish events',
    async (user) => {
      const stream = new CrumbStream(await connect(user, user));
      const announced = stream.publish([event], { logId: 'log', epoch: 1 });
      await expect(announced).rejects.toThrow();
    },
  );

  test('of the conductor cannot subscribe to events or to streamed replies', async () => {
    const received = { gateway: 0, conductor: 0 };
    for (const user of ['gateway', 'conductor'] as const) {
      const bus = await connect(user, user);
      bus.subscribeEvents('default', () => (received[user] += 1));
      bus.subscribePieces('default', 'heard', (_: TokenPiece) => (received[user] += 1));
      await bus.ping().catch(() => undefined);
    }
    await say();
    await eventually(() => received.gateway > 3);
    expect(received.conductor).toBe(0);
  });
});
