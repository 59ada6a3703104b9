import { Commit, type CommitReply, History, List, Read, refuse, singletonId } from '@crumbtrail/contracts';
import { PreviewErasure } from '@crumbtrail/contracts/operations/erasure';
import { crumb, found, ID, OTHER } from './crumbs';
import { type GatewayUnderTest, startGateway } from './gateway';

const draft = { schema_name: 'user.message.v1', session: 'demo', context: { content: 'hello' } };
const written = (more = {}): CommitReply => ({
  results: [{ id: ID, version: 1, position: 5, existed: false, ...more }],
});

describe('breadcrumb endpoints', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterEach(() => gateway.fake.forget());
  afterAll(() => gateway.stop());

  test('an append is sent to the store with the key, in the workspace of the key', async () => {
    gateway.fake.say(Commit, () => written());
    const headers = { 'idempotency-key': 'once', authorization: 'Bearer foreign-key' };
    const answer = await gateway.send('POST', '/v1/breadcrumbs', draft, headers);
    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(`/v1/breadcrumbs/${ID}`);
    expect(answer.headers.get('etag')).toBe('"1"');
    expect(await answer.json()).toEqual({ id: ID, version: 1, position: 5 });
    const request = { writes: [{ op: 'create', draft }], idempotency_key: 'once' };
    expect(gateway.fake.of(Commit)).toEqual([
      { ask: 'store.commit', workspace: 'elsewhere', key: 'foreign-key', request },
    ]);
  });

  test('a session that names an agent nobody has defined is refused with the nearest names, also where there is none yet, unless the key may see none', async () => {
    gateway.fake.say(Commit, () => written());
    gateway.fake.say(Read, ({ refs }) =>
      found(refs.map(({ id }) => (id === singletonId('default', 'agent', 'assistant') ? crumb({ id }) : null))),
    );
    gateway.fake.say(List, () => ({ crumbs: [crumb({ context: { agent: 'assistant' } })], position: 5 }));
    const members = (...ids: string[]): object => ({
      schema_name: 'session.v1',
      context: { name: 'inn', members: ids.map((id) => ({ kind: 'agent', id })) },
    });
    expect((await gateway.send('POST', '/v1/breadcrumbs', members('assistant'))).status).toBe(201);
    const refused = await gateway.send('POST', '/v1/breadcrumbs', members('assistant', 'assitant'));
    const message =
      'No agent "assitant" exists in this workspace, or none that this key may read. The nearest: assistant.';
    expect([refused.status, await refused.json()]).toMatchObject([
      422,
      { detail: message, issues: [{ path: '/context/members/1/id', message }] },
    ]);
    expect(gateway.fake.of(Commit)).toHaveLength(1);
    gateway.fake.say(List, () => ({ crumbs: [], position: 5 }));
    const bot = { authorization: 'Bearer bot-key' };
    expect((await gateway.send('POST', '/v1/breadcrumbs', members('assitant'), bot)).status).toBe(201);
    expect((await gateway.send('POST', '/v1/breadcrumbs', members('assitant'))).status).toBe(422);
  });

  test('an entry of a lorebook that does not exist yet is written with a warning', async () => {
    gateway.fake.say(Commit, () => written());
    gateway.fake.say(Read, ({ refs }) => found(refs.map(() => null)));
    gateway.fake.say(List, () => ({ crumbs: [], position: 5 }));
    const entry = {
      schema_name: 'lore.entry.v1',
      context: { book: 'harbuor', id: 'pier', content: 'The pier is old.' },
    };
    const answer = await gateway.send('POST', '/v1/breadcrumbs', entry);
    expect([answer.status, await answer.json()]).toMatchObject([
      201,
      { warnings: [{ path: '/context/book', message: expect.stringContaining('No lorebook "harbuor"') as string }] },
    ]);
  });

  test('a change of a session is refused for a new name that nobody has, and not for one that was there before', async () => {
    const before = { name: 'inn', members: [{ kind: 'agent', id: 'gone' }] };
    gateway.fake.say(Commit, () => written({ version: 2 }));
    gateway.fake.say(Read, ({ refs }) =>
      found(refs.map(({ id }) => (id === ID ? crumb({ id, schema_name: 'session.v1', context: before }) : null))),
    );
    gateway.fake.say(List, () => ({ crumbs: [crumb({ context: { agent: 'gosta' } })], position: 5 }));
    const change = (members: readonly object[]): Promise<Response> =>
      gateway.send('PATCH', `/v1/breadcrumbs/${ID}`, { context: { name: 'inn', members } }, { 'if-match': '"1"' });
    expect((await change([{ kind: 'agent', id: 'gone', muted: true }])).status).toBe(200);
    expect((await change([{ kind: 'agent', id: 'gosto' }])).status).toBe(422);
  });

  test('an append that already exists is 200', async () => {
    gateway.fake.say(Commit, () => written({ existed: true }));
    expect((await gateway.send('POST', '/v1/breadcrumbs', draft)).status).toBe(200);
  });

  test('an invalid payload is rejected with the path of each issue', async () => {
    gateway.fake.say(Commit, () => {
      const issues = [{ path: '/context/content', rule: 'type', message: 'must be string' }];
      throw refuse('invalid_payload', '/context/content must be string', { issues });
    });
    const answer = await gateway.send('POST', '/v1/breadcrumbs', draft);
    expect(answer.status).toBe(422);
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(await answer.json()).toEqual({
      type: 'urn:crumbtrail:problem:invalid-payload',
      title: 'The request is not valid',
      status: 422,
      detail: '/context/content must be string',
      instance: '/v1/breadcrumbs',
      code: 'invalid_payload',
      issues: [{ path: '/context/content', rule: 'type', message: 'must be string' }],
    });
  });

  test('a batch is one commit, and issues have paths in the batch', async () => {
    gateway.fake.say(Commit, ({ writes }) => ({
      results: writes.map((_, i) => ({ ...written().results[0]!, position: i + 1 })),
    }));
    const answer = await gateway.send('POST', '/v1/breadcrumbs/batch', { breadcrumbs: [draft, draft], imported: true });
    expect(answer.status).toBe(201);
    expect(
      ((await answer.json()) as { breadcrumbs: { position: number }[] }).breadcrumbs.map((one) => one.position),
    ).toEqual([1, 2]);
    expect(gateway.fake.of(Commit)[0]?.request).toMatchObject({ imported: true });
    gateway.fake.say(Commit, () => {
      throw refuse('invalid_payload', 'no', {
        issues: [{ path: '/context', rule: 'x', message: 'm' }],
        details: { index: 1 },
      });
    });
    const refused = (await (
      await gateway.send('POST', '/v1/breadcrumbs/batch', { breadcrumbs: [draft, draft] })
    ).json()) as never;
    expect(refused).toMatchObject({ issues: [{ path: '/breadcrumbs/1/context' }] });
  });

  test('a batch of 8 MiB is sent to the store in parts', async () => {
    gateway.fake.say(Commit, ({ writes }) => ({ results: writes.map(() => written().results[0]!) }));
    const large = { ...draft, context: { content: 'x'.repeat(200_000) } };
    const answer = await gateway.send('POST', '/v1/breadcrumbs/batch', { breadcrumbs: Array(40).fill(large) });
    expect(answer.status).toBe(201);
    expect(gateway.fake.of(Commit)[0]?.request.writes).toHaveLength(40);
  });

  test('a batch of more than 1,000 breadcrumbs, or with one over 256 KiB, is too large', async () => {
    const many = await gateway.send('POST', '/v1/breadcrumbs/batch', { breadcrumbs: Array(1001).fill({}) });
    expect(many.status).toBe(413);
    const large = { ...draft, context: { content: 'x'.repeat(300_000) } };
    const one = await gateway.send('POST', '/v1/breadcrumbs/batch', { breadcrumbs: [draft, large] });
    expect([one.status, ((await one.json()) as never)['issues'][0]['path']]).toEqual([413, '/breadcrumbs/1']);
  });

  test('a read returns the breadcrumb with its version as ETag; an unchanged one is 304', async () => {
    gateway.fake.say(Read, () => found([crumb()]));
    const answer = await gateway.fetch(`/v1/breadcrumbs/${ID}?as_of=9`);
    expect([answer.status, answer.headers.get('etag')]).toEqual([200, '"3"']);
    expect(await answer.json()).toEqual(crumb());
    expect(gateway.fake.of(Read)[0]?.request).toEqual({ refs: [{ id: ID }], as_of: 9 });
    expect(
      (
        await gateway.fetch(`/v1/breadcrumbs/${ID}`, {
          headers: { 'if-none-match': '"3"', 'cache-control': 'max-age=0' },
        })
      ).status,
    ).toBe(304);
  });

  test('view=llm returns the text that an agent would read', async () => {
    gateway.fake.say(Read, () => found([crumb()]));
    expect(await (await gateway.fetch(`/v1/breadcrumbs/${ID}?view=llm`)).json()).toMatchObject({
      id: ID,
      text: 'hello',
    });
  });

  test('view=llm of a context is its text', async () => {
    const context = { agent: 'assistant', formatted_context: '## Current message\nAnn: hello' };
    gateway.fake.say(Read, () => found([crumb({ schema_name: 'agent.context.v1', context })]));
    expect(await (await gateway.fetch(`/v1/breadcrumbs/${ID}?view=llm`)).json()).toMatchObject({
      text: context.formatted_context,
    });
  });

  test('view=hinted is the breadcrumb with what its llm_hints name in place of its payload, or the reason why not', async () => {
    const context = { content: 'hello', secret: 'xyzzy', steps: ['boil', 'wait'] };
    const llm_hints = {
      include: ['$.content', '$.steps'],
      mode: 'merge' as const,
      transform: { first: { type: 'extract' as const, value: '$.steps[0]' } },
    };
    gateway.fake.say(Read, () => found([crumb({ context, llm_hints })]));
    expect(await (await gateway.fetch(`/v1/breadcrumbs/${ID}?view=hinted`)).json()).toMatchObject({
      id: ID,
      version: 3,
      context: { content: 'hello', steps: ['boil', 'wait'], first: 'boil' },
    });
    gateway.fake.say(Read, () =>
      found([crumb({ context, llm_hints: { transform: { x: { type: 'jq', query: '.content | tonumber' } } } })]),
    );
    const failed = await (await gateway.fetch(`/v1/breadcrumbs/${ID}?view=hinted`)).text();
    expect(failed).toContain('hint_error');
    expect(failed).not.toContain('xyzzy');
  });

  test('view=llm reports llm_hints that fail, and never shows the payload', async () => {
    const context = { content: 'hello', deep: { word: 'xyzzy' } };
    gateway.fake.say(Read, () => found([crumb({ context, llm_hints: { include: ['$'], template: '{{deep}}' } })]));
    const text = await (await gateway.fetch(`/v1/breadcrumbs/${ID}?view=llm`)).text();
    expect(text).toContain('/llm_hints/template');
    expect(text).not.toMatch(/hello|xyzzy/);
  });

  test('an erased breadcrumb is 410; an unknown or malformed id is 404', async () => {
    const by = {
      erased: true as const,
      erased_at: '2026-01-01T00:00:00Z',
      erased_by: { kind: 'user' as const, id: 'rita' },
    };
    gateway.fake.say(Read, () => found([{ id: ID, ...by, position: 9 }]));
    expect((await gateway.fetch(`/v1/breadcrumbs/${ID}`)).status).toBe(410);
    gateway.fake.say(Read, () => found([null]));
    expect((await gateway.fetch(`/v1/breadcrumbs/${OTHER}`)).status).toBe(404);
    expect((await gateway.fetch('/v1/breadcrumbs/not-an-id')).status).toBe(404);
    expect(gateway.fake.of(Read)).toHaveLength(2);
  });

  test('the preview of an erasure is the reply of the store, which writes nothing', async () => {
    const preview = { id: ID, version: 3, derived: [], erased_too: [], texts: [] };
    gateway.fake.say(PreviewErasure, () => preview);
    const answer = await gateway.fetch(`/v1/breadcrumbs/${ID}/erasure`);
    expect([answer.status, await answer.json()]).toEqual([200, preview]);
    expect(gateway.fake.of(PreviewErasure)[0]?.request).toEqual({ id: ID });
    expect(gateway.fake.of(Commit)).toEqual([]);
  });

  test('an update requires the version that was read, which the store compares', async () => {
    gateway.fake.say(Commit, () => written({ version: 4 }));
    const path = `/v1/breadcrumbs/${ID}`;
    expect((await gateway.send('PATCH', path, { title: 'x' })).status).toBe(428);
    expect((await gateway.send('PATCH', path, { title: 'x' }, { 'if-match': '*' })).status).toBe(412);
    const answer = await gateway.send('PATCH', path, { title: null }, { 'if-match': '"3"' });
    expect([answer.status, answer.headers.get('etag')]).toEqual([200, '"4"']);
    expect(gateway.fake.of(Commit)[0]?.request).toEqual({
      writes: [{ op: 'update', id: ID, if_match: 3, patch: { title: null } }],
    });
    gateway.fake.say(Commit, () => {
      throw refuse('version_conflict', 'stale', { details: { version: 5 } });
    });
    expect((await gateway.send('PATCH', path, { title: 'x' }, { 'if-match': '"3"' })).status).toBe(412);
  });

  test('an update without changes, or of a field that cannot change, is rejected', async () => {
    const path = `/v1/breadcrumbs/${ID}`;
    expect((await gateway.send('PATCH', path, {}, { 'if-match': '"3"' })).status).toBe(422);
    const answer = await gateway.send('PATCH', path, { author: {} }, { 'if-match': '"3"' });
    expect(((await answer.json()) as never)['issues'][0]).toMatchObject({
      path: '/author',
      rule: 'additionalProperties',
    });
  });

  test('an erasure lists the breadcrumbs that may still quote it', async () => {
    gateway.fake.say(Commit, () => written({ version: 4, derived: [{ id: OTHER, version: 1 }] }));
    const answer = await gateway.fetch(`/v1/breadcrumbs/${ID}`, { method: 'DELETE', headers: { 'if-match': '"3"' } });
    expect(await answer.json()).toEqual({ id: ID, version: 4, position: 5, derived: [{ id: OTHER, version: 1 }] });
  });

  test('a list forwards its filters and returns the cursor of the next page', async () => {
    gateway.fake.say(List, () => ({ crumbs: [crumb()], next_cursor: 'abc', position: 9 }));
    const answer = await gateway.fetch('/v1/breadcrumbs?schema=user.message.v1&tag=a&session=demo&author=rita&limit=1');
    expect(await answer.json()).toEqual({ breadcrumbs: [crumb()], next_cursor: 'abc', position: 9 });
    const filter = { schema: 'user.message.v1', tag: 'a', session: 'demo', author: 'rita', limit: 1, order: 'desc' };
    expect(gateway.fake.of(List)[0]?.request).toEqual(filter);
  });

  test.each(['limit=0', 'limit=x', 'schema=nope', 'session=A%00', 'sessoin=demo', 'since=yesterday'])(
    'a list with ?%s is rejected',
    async (query) => {
      const answer = await gateway.fetch(`/v1/breadcrumbs?${query}`);
      expect([answer.status, gateway.fake.of(List).length]).toEqual([422, 0]);
      const field = query.split('=')[0] as string;
      expect(await answer.json()).toMatchObject({ issues: [{ path: `/${field}` }] });
    },
  );

  test('history returns all versions', async () => {
    gateway.fake.say(History, () => ({ versions: [crumb({ version: 1 }), crumb({ version: 2 })] }));
    const answer = (await (await gateway.fetch(`/v1/breadcrumbs/${ID}/history`)).json()) as {
      versions: { version: number }[];
    };
    expect(answer.versions.map(({ version }) => version)).toEqual([1, 2]);
  });
});
