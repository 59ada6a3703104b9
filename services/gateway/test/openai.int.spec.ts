import { Commit, MAX_BATCH_BYTES, refuse, Turns } from '@crumbtrail/contracts';
import { assistant, draftsOf, errorOf, type Log, Protocol, user } from './protocol';

describe('the OpenAI protocol', () => {
  let protocol: Protocol;
  let log: Log;
  const ask: Protocol['ask'] = (...asked) => protocol.ask(...asked);

  beforeAll(async () => {
    protocol = await Protocol.start();
  });
  beforeEach(() => {
    log = protocol.begin();
  });
  afterAll(() => protocol.gateway.stop());

  test('agents that messages wake are models; any other name is 404 in the OpenAI error format', async () => {
    const models: unknown = await (await protocol.gateway.fetch('/v1/models')).json();
    expect(models).toEqual({
      object: 'list',
      data: [{ id: 'assistant', name: 'Lola', object: 'model', created: 1_767_225_600, owned_by: 'default' }],
    });
    expect(await (await protocol.gateway.fetch('/v1/models/assistant')).json()).toMatchObject({ id: 'assistant' });
    for (const name of ['nobody', 'deaf']) {
      const unknown = { code: 'model_not_found', param: 'model', type: 'invalid_request_error' };
      expect(await errorOf(await protocol.gateway.fetch(`/v1/models/${name}`))).toMatchObject([404, unknown]);
      expect(await errorOf(await ask([user('x')], { model: name }))).toMatchObject([404, unknown]);
    }
    expect(log.commits).toEqual([]);
  });

  test.each([
    [{ action: 'error', error: { code: 'rate_limited', message: 'slow down' } }, 429],
    [{ action: 'error', error: { code: 'tool_rounds', message: 'enough' } }, 422],
    [{ action: 'error', error: { code: 'deadline', message: 'late' } }, 504],
  ])('%j becomes an error of status %i that clients do not retry', async (context, status) => {
    log.answer = context;
    for (const stream of [false, true]) {
      const answer = await ask([user('hello')], { stream });
      expect(answer.headers.get('x-should-retry')).toBe('false');
      expect(await errorOf(answer)).toMatchObject([status, context.error]);
    }
  });

  /** A conversation of `mib` MiB in 3,000 exchanges. */
  const long = (mib: number): object[] => {
    const text = 'x'.repeat((mib * 1024 * 1024) / 6_000);
    const exchange = (n: number): object[] => [user(`${n} ${text}`), assistant(text)];
    return [...Array.from({ length: 3_000 }, (_, n) => exchange(n)).flat(), user('now')];
  };

  test('a conversation may be 7 MiB long, and is imported in commits that the store takes', async () => {
    expect((await ask(long(7))).status).toBe(200);
    const sizes = log.commits.map(({ writes }) => Buffer.byteLength(JSON.stringify(writes)));
    expect(sizes.length).toBeGreaterThan(2);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(MAX_BATCH_BYTES);
  });

  test('the name of a user message is that of its author, also in the history', async () => {
    expect((await ask([{ ...user('one'), name: '' }])).status).toBe(200);
    await ask([{ ...user('two'), name: 'José' }, assistant('hi'), { ...user('three'), name: '田中' }]);
    const authors = log.commits
      .flatMap(draftsOf)
      .map(({ schema_name, context, author }) => [schema_name, context.content, author]);
    expect(authors.filter(([schema]) => schema === 'user.message.v1').map(([, ...said]) => said)).toEqual([
      ['one', undefined],
      ['two', { name: 'José' }],
      ['three', { name: '田中' }],
    ]);
    const refused = await errorOf(await ask([{ ...user('x'), name: 'A\nB' }]));
    expect(refused).toMatchObject([400, { param: 'messages[0].name' }]);
  });

  test('a conversation of more than 8 MiB is refused with what to do', async () => {
    const message = expect.stringContaining('header Crumbtrail-Session') as string;
    expect(await errorOf(await ask(long(9)))).toMatchObject([413, { code: 'too_large', message }]);
    expect(log.commits).toEqual([]);
  });

  test('errors have the OpenAI error format', async () => {
    expect(await errorOf(await ask([user('x')], {}, { authorization: 'Bearer no' }))).toMatchObject([
      401,
      { code: 'invalid_api_key' },
    ]);
    expect(await errorOf(await ask([user('x')], {}, { authorization: '' }))).toMatchObject([401, {}]);
    expect(await errorOf(await ask([user('x')], { n: 2 }))).toMatchObject([400, { param: 'n' }]);
    expect(await errorOf(await ask([user('x\u0000')]))).toMatchObject([400, { code: 'unsafe_json' }]);
    expect(await errorOf(await ask([user('x'.repeat(300_000))]))).toMatchObject([
      413,
      { code: 'too_large', param: 'messages[0].content' },
    ]);
    const json = { response_format: { type: 'json_object' } };
    expect(await errorOf(await ask([user('x')], json))).toMatchObject([400, { param: 'response_format' }]);
    protocol.fake.say(Commit, () => {
      throw refuse('unavailable', 'in a second');
    });
    const away = await ask([user('x')]);
    expect([away.headers.get('retry-after'), ...(await errorOf(away))]).toMatchObject(['1', 503, {}]);
  });

  test.each([
    ['GET', '/v1/responses/resp_1', 'Of the OpenAI protocol it serves POST /v1/chat/completions'],
    ['DELETE', '/v1/embeddings', 'Of the OpenAI protocol it serves POST /v1/chat/completions'],
    ['PUT', '/v1/chat/completions', 'Of the OpenAI protocol it serves POST /v1/chat/completions'],
    ['POST', '/v1/models', 'Of the OpenAI protocol it serves POST /v1/chat/completions'],
    ['POST', '/v1/completions', 'Of the OpenAI protocol it serves POST /v1/chat/completions'],
    ['GET', '/v1/models/x/y', 'Of the OpenAI protocol it serves POST /v1/chat/completions'],
    ['POST', '/chat/completions', 'the base URL must end with one /v1'],
  ])('%s %s is 404 in the OpenAI error format, and says what is served', async (method, path, message) => {
    const answer = await protocol.gateway.fetch(path, { method });
    const error = { code: 'unknown_url', type: 'invalid_request_error', param: null };
    expect(await errorOf(answer)).toMatchObject([
      404,
      { ...error, message: expect.stringContaining(message) as string },
    ]);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  });

  test('a key of an agent cannot chat, and is told which key can', async () => {
    const message = expect.stringContaining('This key belongs to the agent bot, which cannot chat') as string;
    const answer = await ask([user('x')], {}, { authorization: 'Bearer bot-key' });
    expect(await errorOf(answer)).toMatchObject([403, { type: 'permission_error', message }]);
    expect(log.commits).toEqual([]);
  });

  test('an agent that the message does not wake is reported', async () => {
    protocol.fake.say(Turns, () => ({ decided: true, turns: [] }));
    expect(await errorOf(await ask([user('x')]))).toMatchObject([400, { param: 'model' }]);
  });
});
