import { spawn, type ChildProcess } from 'node:child_process';

import { join } from 'node:path';
import { AgentResponse, UserMessage } from '@crumbtrail/contracts';
import { eventually, freePort, type TestStack } from '@crumbtrail/testing';
import { ErrorCode } from 'nats';
import type { AgentCaller, ReceivedStream } from './support/agent-caller';
import { Conversations, echo } from './support/conversations';
import { WITHOUT_TOOLS } from './support/fewer-services';
import { useFixture, useStack } from './support/fixture';
import { connectAsGuest, createKey, publishAgent, reachableByAgents } from './support/published-agents';

const stack = useStack(async () => ({ ...(await reachableByAgents()), services: WITHOUT_TOOLS, apart: ['gateway'] }));
const caller = useFixture(
  () => connectAsGuest(stack),
  (one: AgentCaller) => one.close(),
);

/** Starts another gateway of the stack on a port of its own. */
async function startGateway({ home, natsUrl }: TestStack): Promise<ChildProcess> {
  const secret = (user: string): string => join(home, 'secrets', `nats-${user}`);
  return spawn(process.execPath, [join(__dirname, '..', 'services/gateway/dist/main.js')], {
    stdio: 'ignore',
    env: {
      PATH: process.env['PATH'],
      PORT: `${await freePort()}`,
      NATS_URL: natsUrl,
      NATS_USER: 'gateway',
      NATS_PASSWORD_FILE: secret('gateway'),
      AGENTS_NATS_URL: natsUrl,
      AGENTS_NATS_USER: 'crumbtrail-agents',
      AGENTS_NATS_PASSWORD_FILE: secret('crumbtrail-agents'),
      AGENTS_NATS_HEARTBEAT_S: '1',
    },
  });
}

const gateways: ChildProcess[] = [];
afterAll(() => gateways.forEach((gateway) => gateway.kill('SIGKILL')));

const COUNT = 100;
const SUBJECT = 'agents.prompt.crumbtrail.default.scribe';

test('100 prompts over two gateways, of which one is killed: each has one message and one answer in its session, also those that are sent again', async () => {
  stack.model.otherwise((call) => ({ ...echo(call), delay_ms: 200 }));
  await publishAgent(stack, { agent: 'scribe' });
  const key = await createKey(stack, 'user:uma');
  const other = await startGateway(stack);
  gateways.push(other);
  await eventually(async () => (await caller.discover('PING')).length === 2, { withinMs: 60_000 });
  const prompt = (n: number): Promise<ReceivedStream> =>
    caller.prompt(SUBJECT, JSON.stringify({ prompt: `number ${n}`, session: `many-${n}` }), {
      headers: { Authorization: `Bearer ${key}`, 'Nats-Msg-Id': `many-${n}` },
      patienceMs: 10_000,
    });
  let answered = 0;
  const countAnswer = (): void => {
    answered += 1;
    if (answered === 10) other.kill('SIGKILL');
  };
  const untilEnded = async (n: number): Promise<{ readonly sent: number; readonly stream: ReceivedStream }> => {
    for (let sent = 1; ; sent += 1) {
      const stream = await prompt(n);
      if (stream.end !== 'ended' || stream.error) continue;
      countAnswer();
      return { sent, stream };
    }
  };
  const ended = await Promise.all(Array.from({ length: COUNT }, (_, n) => untilEnded(n)));
  expect(ended.map(({ stream }) => stream.text)).toEqual(ended.map((_, n) => `answer to number ${n}`));
  const again = ended.filter(({ sent }) => sent > 1).length;
  expect(again).toBeGreaterThan(0);
  const conversations = new Conversations(stack);
  const sessions = Array.from({ length: COUNT }, (_, n) => `many-${n}`);
  const of = async (schema: string): Promise<string[]> =>
    (await conversations.listCrumbs(schema))
      .map(({ session = '' }) => session)
      .filter((session) => session.startsWith('many-'));
  expect((await of(UserMessage.name)).sort()).toEqual([...sessions].sort());
  expect((await of(AgentResponse.name)).sort()).toEqual([...sessions].sort());
}, 240_000);

test('a gateway that stops in order ends its streams with an error, and the answer is in the session', async () => {
  await publishAgent(stack, { agent: 'scribe' });
  await eventually(() => caller.endpoint('scribe').catch(() => undefined));
  const key = await createKey(stack, 'user:otto');
  stack.model.next({ say: 'late', delay_ms: 3_000 });
  const sent = caller.prompt(SUBJECT, '{"prompt":"wait for it","session":"stopped"}', {
    headers: { Authorization: `Bearer ${key}`, 'Nats-Msg-Id': 'stopped' },
    onMessage: () => void stack.halt('gateway'),
  });
  const stream = await sent;
  expect([stream.end, stream.error?.code, stream.error?.body]).toEqual([
    'ended',
    500,
    expect.objectContaining({ error: 'unavailable', retry_after_s: 1 }),
  ]);
  await stack.start('gateway');
  await eventually(() => caller.endpoint('scribe').catch(() => undefined));
  const again = await caller.prompt(SUBJECT, '{"prompt":"wait for it","session":"stopped"}', {
    headers: { Authorization: `Bearer ${key}`, 'Nats-Msg-Id': 'stopped' },
  });
  expect(again.text).toBe('late');
}, 120_000);

describe('whoever meets the agents on the NATS server of the services', () => {
  /** What the server says to a subscription. */
  const subscribing = (subject: string): Promise<string> =>
    new Promise((resolve) => {
      const subscription = caller.connection.subscribe(subject, {
        callback: (error) => resolve(error ? error.code : 'a message'),
      });
      setTimeout(() => {
        subscription.unsubscribe();
        resolve('allowed');
      }, 500);
    });

  /** What the server says to a publication, as the client reports it. */
  const publishing = async (subject: string): Promise<string> => {
    const heard = caller.connection.status();
    const watch = (async () => {
      for await (const { permissionContext } of heard) if (permissionContext?.subject === subject) return 'refused';
      return 'closed';
    })();
    caller.connection.publish(subject, 'x');
    const allowed = new Promise<string>((resolve) => setTimeout(() => resolve('allowed'), 500));
    return Promise.race([watch, allowed]);
  };

  test.each([
    'crumbs.>',
    '>',
    'store.>',
    'stream.>',
    '$JS.>',
    '_INBOX_gateway.>',
    '_INBOX_crumbtrail-agents.>',
    'agents.prompt.crumbtrail.default.scribe',
    '$SYS.>',
  ])('cannot subscribe to %s', async (subject) => {
    expect(await subscribing(subject)).toBe(ErrorCode.PermissionsViolation);
  });

  test.each(['agents.hb.>', '_INBOX.>', 'agents.prompt.pi.otto.desk'])('can subscribe to %s', async (subject) => {
    expect(await subscribing(subject)).not.toBe(ErrorCode.PermissionsViolation);
  });

  test.each([
    'store.commit.default.gateway',
    'crumbs.default.created.user_message_v1._',
    '$JS.API.STREAM.INFO.CRUMBS',
    '$JS.API.STREAM.DELETE.CRUMBS',
    '_INBOX_gateway.x',
    'agents.hb.crumbtrail.default.scribe',
  ])('cannot publish to %s', async (subject) => {
    expect(await publishing(subject)).toBe('refused');
  });

  test('sees no prompt to an agent of Crumbtrail, also by a wildcard', async () => {
    const seen: string[] = [];
    const subscription = caller.connection.subscribe('agents.prompt.>', {
      callback: (_, { subject }) => void seen.push(subject),
    });
    await caller.prompt(SUBJECT, 'secret');
    caller.connection.publish('agents.prompt.pi.otto.desk', 'seen');
    await eventually(() => seen.length > 0);
    subscription.unsubscribe();
    expect(seen).toEqual(['agents.prompt.pi.otto.desk']);
  });

  test.each([
    '$JS.API.STREAM.DELETE.CRUMBS',
    'crumbs.default.created.user_message_v1._',
    'store.commit.default.gateway',
  ])('cannot make the gateway publish to %s by asking for the answer there', async (reply) => {
    stack.model.otherwise(echo);
    caller.connection.publish(SUBJECT, 'answer there', { reply });
    await caller.connection.flush();
    const key = await createKey(stack, `user:after-${reply.length}`);
    const stream = await caller.prompt(SUBJECT, 'still here', { headers: { Authorization: `Bearer ${key}` } });
    expect(stream.text).toBe('answer to still here');
    expect((await stack.api.request('GET', '/readyz')).status).toBe(200);
  });
});
