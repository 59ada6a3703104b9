import { randomUUID } from 'node:crypto';
import { connectByA2a, sendText } from './support/a2a-client';
import { Conversations, echo } from './support/conversations';
import { useFixture, useScript, useSharedStack } from './support/fixture';
import { createKey, publishAgent } from './support/published-agents';

const stack = useSharedStack();
useScript(stack, echo);

/** Keys, and the tasks of two people and of another workspace. */
const scene = useFixture(async () => {
  await publishAgent(stack, { agent: 'scribe', publish: { a2a: {} } });
  await publishAgent(stack, { agent: 'writer', publish: { a2a: {} } });
  await publishAgent(stack, { agent: 'clerk', publish: { a2a: { callers: ['user:carl'] } } });
  await publishAgent(stack, { agent: 'hermit', publish: { nats: {} } });
  const keys = { uma: await createKey(stack, 'user:uma'), reader: await createKey(stack, 'user:rex', 'reader') };
  const name = `other-${randomUUID().slice(0, 8)}`;
  const installation = { key: stack.installationKey };
  const other = await stack.api.post<{ secret: string }>('/v1/workspaces', { name }, installation);
  const definition = {
    schema_name: 'agent.def.v1',
    context: {
      agent: 'scribe',
      prompt: 'Answer.',
      sessions: 'member',
      subscriptions: [{ schema: 'user.message.v1' }],
      publish: { a2a: {} },
    },
  };
  await stack.api.post('/v1/breadcrumbs', definition, { key: other.secret });
  const url = stack.api.url;
  const ours = await sendText(await connectByA2a({ url, key: keys.uma, agent: 'scribe' }), 'hello');
  const theirs = await sendText(await connectByA2a({ url, key: other.secret, agent: 'scribe' }), 'hello');
  const ofWriter = await sendText(await connectByA2a({ url, key: keys.uma, agent: 'writer' }), 'hello');
  return { keys: { ...keys, other: other.secret }, ours, theirs, ofWriter };
});

const message = (more: object = {}): object => ({
  messageId: randomUUID(),
  role: 'ROLE_USER',
  parts: [{ text: 'hello' }],
  ...more,
});

interface Refusal {
  readonly title?: string;
  readonly key?: string;
  readonly agent?: string;
  readonly headers?: Record<string, string>;
  readonly method?: string;
  readonly params?: () => unknown;
  readonly raw?: unknown;
  readonly status: number;
  /** Of JSON-RPC. */
  readonly code?: number;
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: { readonly error?: { readonly code: number; readonly message: string } };
}

const headersOf = (more: Record<string, string> = {}): Record<string, string> => ({ 'a2a-version': '1.0', ...more });

function callMethod({ key, agent = 'scribe', headers, method = 'SendMessage', params, raw }: Refusal): Promise<Answer> {
  const body = raw ?? { jsonrpc: '2.0', id: 1, method, params: params?.() ?? { message: message() } };
  return stack.api.request('POST', `/v1/a2a/${agent}`, body, {
    headers: headersOf(headers),
    key: key ?? scene.keys.uma,
  }) as Promise<Answer>;
}

const MALFORMED = { status: 200, code: -32602 };

describe('A2A by JSON-RPC refuses', () => {
  test('requests without a key, and with a wrong one', async () => {
    const path = `${stack.api.url}/v1/a2a/scribe`;
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
    expect((await fetch(path, init)).status).toBe(401);
    expect((await fetch(`${path}/.well-known/agent-card.json`)).status).toBe(401);
    expect((await callMethod({ key: 'wrong', status: 401 })).status).toBe(401);
  });

  test.each<[string, Refusal]>([
    ['an agent that is not published by A2A', { agent: 'hermit', status: 404 }],
    ['an agent that nobody has defined', { agent: 'nobody', status: 404 }],
    ['an agent that is published for others', { agent: 'clerk', status: 403 }],
    ['an unknown method', { method: 'message/send', status: 200, code: -32601 }],
    ['an older version of the protocol', { headers: { 'a2a-version': '0.3' }, status: 200, code: -32009 }],
    ['a batch', { raw: [], status: 200, code: -32602 }],
    ['what is not JSON', { raw: '{', status: 400 }],
    ['another media type', { headers: { 'content-type': 'text/plain' }, status: 415 }],
    ['a message larger than 8 MiB', { raw: JSON.stringify({ text: 'x'.repeat(9 * 1024 * 1024) }), status: 413 }],
    ['JSON that is nested too deeply', { raw: `${'['.repeat(100)}${']'.repeat(100)}`, status: 422 }],
    ['params that are a list', { params: () => [], ...MALFORMED }],
    ['params without a message', { params: () => ({}), ...MALFORMED }],
    ['a message without an id', { params: () => ({ message: message({ messageId: '' }) }), ...MALFORMED }],
    ['a message without parts', { params: () => ({ message: message({ parts: [] }) }), ...MALFORMED }],
    ['a message without text', { params: () => ({ message: message({ parts: [{ text: ' ' }] }) }), ...MALFORMED }],
    ['a message of an agent', { params: () => ({ message: message({ role: 'ROLE_AGENT' }) }), ...MALFORMED }],
    ['a text with U+0000', { params: () => ({ message: message({ parts: [{ text: 'a\u0000b' }] }) }), ...MALFORMED }],
    [
      'a text larger than a breadcrumb',
      { params: () => ({ message: message({ parts: [{ text: 'x'.repeat(300_000) }] }) }), ...MALFORMED },
    ],
    [
      'a context that is no name of a session',
      { params: () => ({ message: message({ contextId: 'No Name' }) }), ...MALFORMED },
    ],
    [
      'an address in place of a file',
      { params: () => ({ message: message({ parts: [{ url: 'http://127.0.0.1/' }] }) }), status: 200, code: -32005 },
    ],
    [
      'nine files',
      {
        params: () => ({
          message: message({ parts: [{ text: 'a' }, ...Array.from({ length: 9 }, () => ({ raw: 'YQ==' }))] }),
        }),
        ...MALFORMED,
      },
    ],
    [
      'a task that has ended',
      { params: () => ({ message: message({ taskId: scene.ours.id }) }), status: 200, code: -32004 },
    ],
    [
      'a task that does not exist',
      { params: () => ({ message: message({ taskId: randomUUID() }) }), status: 200, code: -32001 },
    ],
    [
      'a task of another workspace',
      { method: 'GetTask', params: () => ({ id: scene.theirs.id }), status: 200, code: -32001 },
    ],
    [
      'a task of another agent',
      { method: 'GetTask', params: () => ({ id: scene.ofWriter.id }), status: 200, code: -32001 },
    ],
    ['a task whose id is no id', { method: 'GetTask', params: () => ({ id: "x' or 1=1" }), status: 200, code: -32001 }],
    [
      'to cancel a task of another workspace',
      { method: 'CancelTask', params: () => ({ id: scene.theirs.id }), status: 200, code: -32001 },
    ],
    [
      'to follow a task of another workspace',
      { method: 'SubscribeToTask', params: () => ({ id: scene.theirs.id }), status: 200, code: -32001 },
    ],
    ['a page of tasks that is too large', { method: 'ListTasks', params: () => ({ pageSize: 101 }), ...MALFORMED }],
    [
      'a page that nobody was told of',
      { method: 'ListTasks', params: () => ({ pageToken: 'x' }), status: 200, code: -32600 },
    ],
    [
      'a time that is none',
      { method: 'ListTasks', params: () => ({ statusTimestampAfter: 'yesterday' }), ...MALFORMED },
    ],
    [
      'push notifications to an address inside the network',
      {
        method: 'CreateTaskPushNotificationConfig',
        params: () => ({ taskId: scene.ours.id, url: 'http://127.0.0.1/' }),
        ...MALFORMED,
      },
    ],
    [
      'a message with push notifications to such an address',
      {
        params: () => ({
          message: message(),
          configuration: { taskPushNotificationConfig: { url: 'http://127.0.0.1/' } },
        }),
        ...MALFORMED,
      },
    ],
    ['an extended card', { method: 'GetExtendedAgentCard', params: () => ({}), status: 200, code: -32004 }],
  ])('%s', async (_, refusal) => {
    const { status, body } = await callMethod(refusal);
    expect([status, body.error?.code]).toEqual([refusal.status, refusal.code]);
  });

  test('a message of a key that may only read, and tells its own code', async () => {
    const { status, body } = await callMethod({ key: scene.keys.reader, status: 200 });
    expect([status, body.error]).toMatchObject([200, { code: -32600, data: [{ metadata: { code: 'forbidden' } }] }]);
  });

  test('streams in the same way: with one reply, before any event', async () => {
    const { headers, body } = await callMethod({ method: 'SendStreamingMessage', params: () => ({}), status: 200 });
    expect([headers.get('content-type'), body.error?.code]).toEqual(['application/json; charset=utf-8', -32602]);
  });

  test('nothing for fields that it does not know: a header names them', async () => {
    const params = () => ({ message: message({ colour: 'red', metadata: { a: 1 } }), mood: 'good' });
    const { status, headers, body } = await callMethod({ params, status: 200 });
    expect([status, body.error, headers.get('crumbtrail-ignored')]).toEqual([
      200,
      undefined,
      'mood, message.colour, message.metadata',
    ]);
  });
});

interface RestRequest {
  readonly path: string;
  readonly method?: string;
  readonly body?: unknown;
  readonly key?: string;
  readonly headers?: Record<string, string>;
}

describe('A2A by HTTP+JSON refuses', () => {
  const ask = ({ path, body, key = scene.keys.uma, ...more }: RestRequest): Promise<Answer> => {
    const { method = body === undefined ? 'GET' : 'POST', headers } = more;
    const options = { key, headers: headersOf(headers) };
    return stack.api.request(method, `/v1/a2a/scribe/${path}`, body, options) as Promise<Answer>;
  };
  const configs = (): string => `tasks/${scene.ours.id}/pushNotificationConfigs`;
  const withoutId = { message: { role: 'ROLE_USER', parts: [{ text: 'a' }] } };

  test.each<[string, () => RestRequest, number]>([
    ['a message without an id', () => ({ path: 'message:send', body: withoutId }), 400],
    [
      'a stream for one without parts',
      () => ({ path: 'message:stream', body: { message: message({ parts: [] }) } }),
      400,
    ],
    ['a task of another workspace', () => ({ path: `tasks/${scene.theirs.id}` }), 404],
    ['to cancel one', () => ({ path: `tasks/${scene.theirs.id}:cancel`, method: 'POST' }), 404],
    ['to cancel one that has ended', () => ({ path: `tasks/${scene.ours.id}:cancel`, method: 'POST' }), 400],
    ['to follow one that has ended', () => ({ path: `tasks/${scene.ours.id}:subscribe` }), 400],
    ['a page that is too large', () => ({ path: 'tasks?pageSize=1000' }), 400],
    [
      'push notifications to an address inside the network',
      () => ({ path: configs(), body: { url: 'http://127.0.0.1/' } }),
      400,
    ],
    ['to read a push configuration that is not there', () => ({ path: `${configs()}/p` }), 404],
    [
      'to list those of a task of another workspace',
      () => ({ path: `tasks/${scene.theirs.id}/pushNotificationConfigs` }),
      404,
    ],
    [
      'push notifications of a key that may only read',
      () => ({ path: configs(), body: { url: 'https://example.org/' }, key: scene.keys.reader }),
      403,
    ],
    ['an extended card', () => ({ path: 'extendedAgentCard' }), 400],
    ['a path that it does not have', () => ({ path: 'agents' }), 404],
    [
      'an older version',
      () => ({ path: 'message:send', body: { message: message() }, headers: { 'a2a-version': '0.3' } }),
      400,
    ],
    ['a wrong key', () => ({ path: 'message:send', body: { message: message() }, key: 'wrong' }), 401],
    [
      'a message of a key that may only read',
      () => ({ path: 'message:send', body: { message: message() }, key: scene.keys.reader }),
      403,
    ],
  ])('%s', async (_, request, status) => {
    expect((await ask(request())).status).toBe(status);
  });

  test('no tasks of others are listed, and the media type of the protocol is taken', async () => {
    expect((await ask({ path: 'tasks', key: scene.keys.other })).body).toMatchObject({ totalSize: 1 });
    const headers = { 'content-type': 'application/a2a+json' };
    expect((await ask({ path: 'message:send', body: { message: message() }, headers })).status).toBe(200);
  });
});

test('nothing that was refused is in the log', async () => {
  const messages = await new Conversations(stack).listCrumbs<{ content: string }>('user.message.v1');
  expect(new Set(messages.map(({ context }) => context.content))).toEqual(new Set(['hello']));
});
