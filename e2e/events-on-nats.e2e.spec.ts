import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setImmediate } from 'node:timers/promises';
import { Crumbtrail } from '@crumbtrail/client';
import { Api, eventually, freePort } from '@crumbtrail/testing';
import { connect, type NatsConnection, type NatsError, type Subscription } from 'nats';
import { WITHOUT_TOOLS } from './support/fewer-services';
import { useStack } from './support/fixture';
import { createTestWorkspace } from './support/test-workspace';

const stack = useStack(async () => ({
  services: WITHOUT_TOOLS,
  env: { EVENTS_NATS: `127.0.0.1:${await freePort()}` },
}));
const MINE = 'crumbs.default.>';

interface ThinEvent {
  readonly position: number;
  readonly workspace: string;
  readonly session?: string;
}

let connection: NatsConnection;
const children: ChildProcess[] = [];
const password = (): string => readFileSync(join(stack.home, 'secrets/nats-event-reader'), 'utf8');
const login = (): Promise<NatsConnection> =>
  connect({ servers: stack.natsUrl, user: 'event-reader', pass: password(), reconnect: false });

beforeEach(async () => {
  connection = await login();
});
afterEach(async () => {
  await connection.close();
  children.splice(0).forEach((one) => one.kill('SIGKILL'));
});

/** Stores a message and returns its position. */
async function write(session: string, more: object = {}, api: Pick<Api, 'post'> = stack.api): Promise<number> {
  const context = { text: 'the secret of the harbour' };
  const body = { schema_name: 'world.event.v1', session, context, ...more };
  return (await api.post<{ position: number }>('/v1/breadcrumbs', body)).position;
}

/** Everything that a subscription brings, as text. */
function collect(subscription: Subscription): string[] {
  const texts: string[] = [];
  const read = async (): Promise<void> => {
    for await (const message of subscription) texts.push(message.string());
  };
  void read();
  return texts;
}

/** Why the broker refuses this: undefined where it does not, before it has answered what was sent afterwards. */
async function refusalOf(attempt: (of: NatsConnection) => void): Promise<string | undefined> {
  const other = await login();
  try {
    const refusals: string[] = [];
    const watch = async (): Promise<void> => {
      for await (const { permissionContext } of other.status() as AsyncIterable<Partial<NatsError>>)
        if (permissionContext) refusals.push(`${permissionContext.operation} ${permissionContext.subject}`);
    };
    void watch();
    attempt(other);
    await other.flush();
    await setImmediate();
    return refusals[0];
  } finally {
    await other.close();
  }
}

test('a program without any package of Crumbtrail gets the events of the workspace in log order, without texts', async () => {
  const texts = collect(connection.subscribe(MINE));
  await connection.flush();
  const positions = [await write('one'), await write('two'), await write('for-ann', { audience: ['user:ann'] })];
  await eventually(() => texts.some((text) => text.includes('for-ann')));
  // The stack itself writes when it starts.
  const events = texts
    .map((text) => JSON.parse(text) as ThinEvent)
    .filter(({ position }) => position >= (positions[0] ?? 0));
  expect(events.map(({ position }) => position)).toEqual(positions);
  expect(events.map(({ session }) => session)).toEqual(['one', 'two', 'for-ann']);
  expect(texts.join('\n')).not.toContain('harbour');
});

test('it gets nothing of another workspace', async () => {
  const texts = collect(connection.subscribe(MINE));
  await connection.flush();
  const { key, name } = await createTestWorkspace(stack);
  await write('foreign', {}, new Api(stack.api.url, () => key));
  await write('known');
  await eventually(() => texts.some((text) => text.includes('known')));
  expect(texts.filter((text) => text.includes('foreign') || text.includes(name))).toEqual([]);
});

test.each([
  '>',
  '*.>',
  'crumbs.>',
  'crumbs.*.>',
  'crumbs.other.>',
  'crumbs.other.created.user_message_v1._',
  'store.>',
  'store.*.*.*',
  'reader.>',
  'readers.announced',
  'parts.>',
  'stream.>',
  'stream.default.demo.*',
  'stream-join.>',
  'agents.>',
  '_INBOX.>',
  '_INBOX_gateway.>',
  '_INBOX_breadcrumb-store.>',
  '$JS.>',
  '$JS.EVENT.ADVISORY.>',
  '$SRV.>',
  '$SYS.>',
])('it may not subscribe to %s', async (subject) => {
  expect(await refusalOf((of) => void of.subscribe(subject))).toBe(`subscription ${subject}`);
});

test.each([
  'crumbs.default.created.user_message_v1._',
  'crumbs.other.created.user_message_v1._',
  'store.commit.default.gateway',
  'store.commit.default.event-reader',
  'store.lease-webhook.default.gateway',
  'parts.breadcrumb-store.x.gateway',
  'stream.default.demo.x',
  'readers.announced',
  'agents.prompt.crumbtrail.default.assistant',
  '_INBOX.x',
  '_INBOX_gateway.x',
  '_INBOX_breadcrumb-store.x',
  '$JS.API.INFO',
  '$JS.API.STREAM.INFO.CRUMBS',
  '$JS.API.STREAM.MSG.GET.CRUMBS',
  '$JS.API.DIRECT.GET.CRUMBS',
  '$JS.API.STREAM.PURGE.CRUMBS',
  '$JS.API.CONSUMER.CREATE.CRUMBS',
  '$JS.API.CONSUMER.CREATE.CRUMBS.mine.crumbs.default.>',
  '$JS.API.CONSUMER.MSG.NEXT.CRUMBS.conductor',
  '$JS.ACK.CRUMBS.conductor.1.1.1.1.1',
  '$SRV.PING',
  '$SYS.REQ.SERVER.PING',
])('it may not publish to %s', async (subject) => {
  expect(await refusalOf((of) => of.publish(subject, '{}'))).toBe(`publish ${subject}`);
});

test('what it missed while it was away is read from the log, after the last position that it has', async () => {
  const texts = collect(connection.subscribe(MINE));
  await connection.flush();
  const seen = await write('before');
  await eventually(() => texts.length === 1);
  await connection.close();
  const missed = await write('meanwhile');
  const key = await new Crumbtrail({ url: stack.api.url, key: stack.key }).createKey({
    participant: { kind: 'user', id: 'auditor' },
    role: 'reader',
  });
  const leaving = new AbortController();
  const answer = await fetch(`${stack.api.url}/v1/events?cursor=@${seen}`, {
    headers: { authorization: `Bearer ${key.secret}` },
    signal: leaving.signal,
  });
  let text = '';
  for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
    text += Buffer.from(chunk).toString('utf8');
    if (text.includes(`"position":${missed}`)) break;
  }
  leaving.abort();
  expect(text).toContain('"session":"meanwhile"');
  expect(text).not.toContain('"session":"before"');
});

test('the example prints each event once', async () => {
  const child = spawn(process.execPath, [join(__dirname, '../examples/event-reader/reader.js')], {
    env: { PATH: process.env['PATH'], NATS_URL: stack.natsUrl, NATS_PASSWORD: password() },
  });
  children.push(child);
  const [lines, notes]: [string[], string[]] = [[], []];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  createInterface({ input: child.stderr }).on('line', (line) => notes.push(line));
  await eventually(() => notes.includes('reads crumbs.default.>'));
  const position = await write('example');
  await eventually(() => lines.length > 0);
  expect(lines.map((line) => (JSON.parse(line) as ThinEvent).position)).toEqual([position]);
});

test('the password of another user does not let it in', async () => {
  const pass = 'wrong';
  const attempt = connect({ servers: stack.natsUrl, user: 'event-reader', pass, reconnect: false });
  await expect(attempt).rejects.toThrow(/Authorization/);
});
