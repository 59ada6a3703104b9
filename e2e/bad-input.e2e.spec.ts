import { AgentDef, ContextConfig, SchemaDef, Session, UserMessage } from '@crumbtrail/contracts';
import type { ApiResponse } from '@crumbtrail/testing';
import { randomUUID } from 'node:crypto';
import { useFixture, useStack } from './support/fixture';

interface Problem {
  readonly status: number;
  readonly code: string;
  readonly instance: string;
  readonly issues?: readonly { readonly path: string }[];
}

const message = { schema_name: UserMessage.name, session: 'demo', context: { content: 'hello' } };
const selecting = (op: string): object => ({
  schema_name: AgentDef.name,
  context: {
    agent: 'picky',
    prompt: 'p',
    subscriptions: [{ schema: UserMessage.name, match: [{ path: '$.context.content', op, value: 'x' }] }],
  },
});
const hinted = (llm_hints: object): object => ({ ...message, llm_hints });
const schemaOf = (schema: object, example: object = {}, defines = 'thing.v1'): object => ({
  schema_name: SchemaDef.name,
  context: { defines, schema, examples: [example] },
});
const templated = (template: string): object => hinted({ template });
const nested = (depth: number): string => `{"context":${'['.repeat(depth)}${']'.repeat(depth)}}`;
const raw = (context: string): string => `{"schema_name":"${UserMessage.name}","session":"demo","context":${context}}`;

type Row = readonly [what: string, status: number, place: string | null, ask: () => Promise<ApiResponse<Problem>>];

const post = (body: unknown, o = {}): Promise<ApiResponse<Problem>> =>
  stack.api.request('POST', '/v1/breadcrumbs', body, o);
const batch = (breadcrumbs: unknown[]): Promise<ApiResponse<Problem>> =>
  stack.api.request('POST', '/v1/breadcrumbs/batch', { breadcrumbs });
const at = (method: string, id: string, body?: unknown, headers = {}): Promise<ApiResponse<Problem>> =>
  stack.api.request(method, `/v1/breadcrumbs/${id}`, body, { headers });
const say = (body: unknown): Promise<ApiResponse<Problem>> =>
  stack.api.request('POST', '/v1/sessions/demo/messages', body);

const table: readonly Row[] = [
  ['an unknown schema', 422, null, () => post({ ...message, schema_name: 'nobody.knows.v1' })],
  ['a wrong type', 422, '/context/content', () => post({ ...message, context: { content: 5 } })],
  ['a missing field', 422, '/context/content', () => post({ ...message, context: {} })],
  ['no payload', 422, '/context', () => post({ schema_name: UserMessage.name })],
  ['an unknown field', 422, '/contxt', () => post({ ...message, contxt: {} })],
  ['an id chosen by the client', 422, '/id', () => post({ ...message, id: randomUUID() })],
  ['an author in the body', 422, '/author', () => post({ ...message, author: { kind: 'user', id: 'mallory' } })],
  ['invalid JSON', 400, null, () => post('{"schema_name":')],
  ['an empty body', 400, null, () => post('')],
  ['a message of 1,000,000 characters', 413, null, () => say({ content: 'x'.repeat(1_000_000) })],
  [
    'a weight that is not a number',
    422,
    '/context/features/bm25',
    () => post({ schema_name: ContextConfig.name, context: { consumer: 'assistant', features: { bm25: '1' } } }),
  ],
  ['300 KiB', 413, null, () => post({ ...message, context: { content: 'x'.repeat(300 * 1024) } })],
  ['depth 80', 422, null, () => post(nested(80))],
  ['U+0000', 422, '/context/content', () => post(raw('{"content":"a\\u0000b"}'))],
  ['U+0000 in a key', 422, null, () => post(raw('{"content":"a","b\\u0000":1}'))],
  ['half a surrogate pair', 422, '/context/content', () => post(raw('{"content":"a\\ud800b"}'))],
  ['__proto__', 422, '/context/__proto__', () => post(raw('{"content":"a","__proto__":{"polluted":true}}'))],
  [
    'a form body',
    415,
    null,
    () => post('content=hello', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
  ],
  ['no key', 401, null, () => post(message, { key: '' })],
  ['a wrong key', 401, null, () => post(message, { key: 'wrong' })],
  ['a write by a reader', 403, null, () => post(message, { key: given.reader })],
  ['an unknown id', 404, null, () => at('GET', randomUUID())],
  ['a malformed id', 404, null, () => at('GET', "1'--")],
  ['an id of another workspace', 404, null, () => at('GET', given.foreign.id)],
  [
    'a change of an id of another workspace',
    404,
    null,
    () => at('PATCH', given.foreign.id, { title: 'x' }, { 'if-match': '"1"' }),
  ],
  [
    'an erasure of an id of another workspace',
    404,
    null,
    () => at('DELETE', given.foreign.id, undefined, { 'if-match': '"1"' }),
  ],
  ['a change without If-Match', 428, null, () => at('PATCH', given.crumb.id, { title: 'x' })],
  ['an erasure without If-Match', 428, null, () => at('DELETE', given.crumb.id)],
  ['a stale change', 412, null, () => at('PATCH', given.crumb.id, { title: 'x' }, { 'if-match': '"99"' })],
  ['a stale erasure', 412, null, () => at('DELETE', given.crumb.id, undefined, { 'if-match': '"99"' })],
  [
    'a change to an invalid payload',
    422,
    '/context/content',
    () => at('PATCH', given.crumb.id, { context: { content: 5 } }, { 'if-match': '"1"' }),
  ],
  ['an unknown operator', 422, null, () => post(selecting('like'))],
  ['a template over the size limit', 422, '/llm_hints/template', () => post(templated('x'.repeat(20_000)))],
  ['a template over the node limit', 422, '/llm_hints/template', () => post(templated('{{content}}'.repeat(1_400)))],
  [
    'a template with a helper that is not allowed',
    422,
    '/llm_hints/template',
    () => post(templated('{{lookup this "constructor"}}')),
  ],
  ['a template with a partial', 422, '/llm_hints/template', () => post(templated('{{> x}}'))],
  ['hints with an invalid path', 422, '/llm_hints/include/0', () => post(hinted({ include: ['content'] }))],
  [
    'an invalid jq program',
    422,
    '/llm_hints/transform/x/query',
    () => post(hinted({ transform: { x: { type: 'jq', query: '.content |' } } })),
  ],
  [
    'a jq program that never ends',
    422,
    '/llm_hints/transform/x/query',
    () => post(hinted({ transform: { x: { type: 'jq', query: 'def f: f; f' } } })),
  ],
  [
    'a schema with an example that does not match it',
    422,
    '/context/examples/0/a',
    () => post(schemaOf({ properties: { a: { type: 'string' } } }, { a: 1 })),
  ],
  ['a schema with a reserved name', 422, '/context/defines', () => post(schemaOf({}, {}, 'agent.turn.v2'))],
  [
    'a schema with an external $ref',
    422,
    '/context/schema/$ref',
    () => post(schemaOf({ $ref: 'https://a.example/b' })),
  ],
  ['a template with an unclosed block', 422, '/llm_hints/template', () => post(templated('{{#each items}}x'))],
  [
    'a session with an invalid member',
    422,
    null,
    () => post({ schema_name: Session.name, context: { name: 'x', members: [{ id: 'y' }] } }),
  ],
  ['a batch of 1,001 breadcrumbs', 413, null, () => batch(Array(1_001).fill(message))],
  [
    'a batch with one invalid breadcrumb',
    422,
    '/breadcrumbs/1/context/content',
    () => batch([message, { ...message, context: {} }, message]),
  ],
  ['an empty batch', 422, '/breadcrumbs', () => batch([])],
  ['an empty message', 422, '/content', () => say({ content: '' })],
  ['a message with U+0000', 422, '/content', () => say('{"content":"a\\u0000b"}')],
];

const stack = useStack();

/** A crumb of this workspace, one of another, and the key of somebody who may only read. No row changes any of them. */
const given = useFixture(async () => {
  const { secret } = await stack.api.post<{ secret: string }>('/v1/workspaces', { name: 'elsewhere' });
  const rita = { participant: { kind: 'user', id: 'rita' }, role: 'reader' };
  return {
    crumb: await stack.api.post<{ id: string; version: number }>('/v1/breadcrumbs', { ...message, session: 'aside' }),
    foreign: await stack.api.post<{ id: string }>('/v1/breadcrumbs', message, { key: secret }),
    reader: (await stack.api.post<{ secret: string }>('/v1/keys', rita)).secret,
  };
});

/** The ids and versions of everything stored, except turns and their responses, which are still being written in the background. */
async function listStored(): Promise<string[]> {
  const names = [UserMessage, AgentDef, SchemaDef, Session].map(({ name }) => name);
  const pages = names.map((schema) =>
    stack.api.get<{ breadcrumbs: { id: string; version: number }[] }>(`/v1/breadcrumbs?schema=${schema}&limit=500`),
  );
  return (await Promise.all(pages))
    .flatMap(({ breadcrumbs }) => breadcrumbs.map(({ id, version }) => `${id}@${version}`))
    .sort();
}

describe('bad input', () => {
  test.each(table)('%s is rejected with %i, and nothing is stored', async (_, status, place, ask) => {
    const before = await listStored();
    const { body, headers, ...answer } = await ask();
    expect(answer.status).toBe(status);
    expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(body).toMatchObject({
      status,
      type: expect.any(String),
      title: expect.any(String),
      detail: expect.any(String),
    });
    expect(JSON.stringify(body)).not.toMatch(/\.[jt]s:\d+|select |insert /i);
    if (place !== null) expect(body.issues?.map(({ path }) => path)).toContain(place);
    expect(await listStored()).toEqual(before);
  });

  test('a valid message is answered after invalid ones', async () => {
    const answer = await stack.api.post<{ responses: unknown[] }>(
      '/v1/sessions/demo/messages',
      { content: 'hello', wait_ms: 20_000 },
      { timeout_ms: 30_000 },
    );
    expect(answer.responses).toHaveLength(1);
  });
});
