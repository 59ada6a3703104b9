import { type Envelope, singletonId } from '@crumbtrail/contracts';
import { crumb } from './crumbs';
import { assistant, draftsOf, errorOf, type Log, Protocol, user } from './protocol';

describe('OpenAI conversations', () => {
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

  test('the first message starts a session whose members are the caller and the agent', async () => {
    const answer = await ask([{ role: 'system', content: 'x' }, user('hello')], { temperature: 1 });
    expect([answer.status, await answer.json()]).toMatchObject([
      200,
      { object: 'chat.completion', choices: [{ message: { content: 'hi' } }], usage: { total_tokens: 7 } },
    ]);
    const [session, message] = draftsOf(log.commits[0]);
    expect(session).toMatchObject({ schema_name: 'session.v1', context: { members: [{ id: 'assistant' }] } });
    expect(message).toMatchObject({ session: session?.context['name'], context: { content: 'hello' } });
    expect(message).toMatchObject({ tags: [expect.stringMatching(/^chat:/), expect.stringMatching(/^chat-same:/)] });
    expect([answer.headers.get('crumbtrail-session'), answer.headers.get('crumbtrail-ignored')]).toEqual([
      message?.session,
      'messages[0], temperature',
    ]);
    expect(answer.headers.get('crumbtrail-trail')).toBe(log.last.id);
  });

  test('a first message whose answer failed stays in its session when it is sent again', async () => {
    log.answer = { action: 'error', error: { code: 'model_error', message: 'no' } };
    for (let n = 0; n < 3; n += 1) await ask([user('hello')]);
    log.answer = { action: 'speak', content: 'hi' };
    await ask([user('hello')]);
    const sessions = log.crumbs.flatMap(({ schema_name, session }) =>
      schema_name === 'user.message.v1' ? session : [],
    );
    expect([sessions.length, new Set(sessions).size]).toEqual([4, 1]);
    await ask([user('hello')]);
    expect(log.last.session).not.toBe(sessions[0]);
  });

  test('later messages are written to the same session', async () => {
    await ask([user('hello')]);
    const first = log.last;
    await ask([user('hello'), assistant('hi'), user('and now?')]);
    expect([log.commits.length, log.last.session]).toEqual([2, first.session]);
    expect(log.commits[1]).toMatchObject({ idempotency_key: `chat-after-${first.id}` });
  });

  test('two conversations with the same start each continue in the session with their answer', async () => {
    await ask([user('hello')]);
    const first = log.last.session;
    log.answer = { action: 'speak', content: 'good day' };
    await ask([user('hello')]);
    const second = log.last.session;
    await ask([user('hello'), assistant('hi'), user('a')]);
    expect(log.last.session).toBe(first);
    await ask([user('hello'), assistant('good day'), user('a')]);
    expect(log.last.session).toBe(second);
  });

  test('identical conversations that continue at the same time use different sessions, or exclude each other', async () => {
    await ask([user('hello')]);
    await ask([user('hello')]);
    await Promise.all(['a', 'b', 'c'].map((text) => ask([user('hello'), assistant('hi'), user(text)])));
    const last = log.crumbs.filter(({ context }) => ['a', 'b', 'c'].includes(context['content'] as string));
    const places = last.map(({ session, context }) => `${session} ${String(context['exclude'] ?? '')}`);
    expect(new Set(places).size).toBe(3);
  });

  test('a question that is asked again stays in its session and excludes what followed there, and so do the next messages', async () => {
    const began = [user('hello'), assistant('hi')];
    await ask([user('hello')]);
    const { session } = log.last;
    await ask([...began, user('and now?')]);
    const first = log.last;
    log.answer = { action: 'speak', content: 'another answer' };
    await ask([...began, user('and now?')]);
    const again = log.last;
    await ask([...began, user('and now?'), assistant('another answer'), user('thanks')]);
    const thanks = log.last;
    await ask([...began, user('and now?'), assistant('hi'), user('no thanks')]);
    const { last } = log;
    expect([first, again, thanks, last].map((message) => message.session)).toEqual(Array(4).fill(session));
    const excluded = [first, again, thanks, last].map(({ context }) => context['exclude']);
    const withAnswers = (...messages: Envelope[]): string[] => messages.flatMap((one) => [one.id, log.answerTo(one)]);
    expect(excluded).toEqual([undefined, withAnswers(first), withAnswers(first), withAnswers(thanks, again)]);
    expect(log.commits.filter(({ imported }) => imported)).toEqual([]);
  });

  test('a question that is asked again starts a session with the history where somebody else has written since', async () => {
    await ask([user('hello')]);
    const { session } = log.last;
    await ask([user('hello'), assistant('hi'), user('and now?')]);
    Object.assign(log.last, { author: { kind: 'user', id: 'somebody-else' } });
    await ask([user('hello'), assistant('hi'), user('and now?')]);
    expect(log.last.session).not.toBe(session);
  });

  test('an edited history starts a session with that history', async () => {
    await ask([user('hello')]);
    await ask([user('hello'), assistant('hi'), user('and now?')]);
    const { session } = log.last;
    log.commits.length = 0;
    await ask([user('hello'), assistant('bye'), user('and now?')]);
    const [past, now] = log.commits;
    expect([past?.imported, now?.imported, log.last.session === session]).toEqual([true, undefined, false]);
    expect(draftsOf(past)).toMatchObject([
      { schema_name: 'user.message.v1', context: { content: 'hello' } },
      { schema_name: 'agent.response.v1', author: { kind: 'agent', id: 'assistant' } },
    ]);
    expect(draftsOf(now).map(({ schema_name }) => schema_name)).toEqual(['session.v1', 'user.message.v1']);
  });

  test('a caller who may not import history quotes it in the message', async () => {
    await ask([user('hello'), assistant('bye'), user('x')], {}, { authorization: 'Bearer reader-key' });
    expect(log.commits.length).toBe(1);
    expect(log.last.context['content']).toBe('What we said before:\n\nuser: hello\n\nassistant: bye\n\nNow:\n\nx');
    expect(draftsOf(log.commits[0])[0]).toMatchObject({ context: { members: [{ id: 'rita' }, { id: 'assistant' }] } });
    await ask(
      [user('hello'), assistant('bye'), user('x'), assistant('hi'), user('y')],
      {},
      {
        authorization: 'Bearer reader-key',
      },
    );
    expect([log.last.context['content'], log.last.session]).toEqual(['y', log.crumbs.at(-3)?.session]);
  });

  test('a failed request that is retried stays in its session', async () => {
    await ask([user('hello')]);
    const { session } = log.last;
    log.answer = { action: 'error', error: { code: 'model_error', message: 'away' } };
    expect((await ask([user('hello'), assistant('hi'), user('x')])).status).toBe(502);
    log.answer = { action: 'speak', content: 'hi' };
    await ask([user('hello'), assistant('hi'), user('x')]);
    expect([log.last.session, log.commits.length]).toEqual([session, 3]);
  });

  test('a retry by the client library or with the same idempotency key gets the answer of the first attempt', async () => {
    await ask([user('hello')], {}, { 'idempotency-key': 'k' });
    await ask([user('hello')], {}, { 'idempotency-key': 'k' });
    const again = await ask([user('hello')], {}, { 'x-stainless-retry-count': '1' });
    expect([log.commits.length, again.headers.get('crumbtrail-trail')]).toEqual([1, log.last.id]);
  });

  test('an idempotency key that was used for another request is refused, and nothing is written', async () => {
    await ask([user('hello')], {}, { 'idempotency-key': 'k' });
    expect(await errorOf(await ask([user('how much is it?')], {}, { 'idempotency-key': 'k' }))).toMatchObject([
      409,
      { code: 'idempotency_conflict' },
    ]);
    expect(log.commits).toHaveLength(1);
  });

  test('a named session is used, and created if it does not exist', async () => {
    await ask([user('hello')], { metadata: { session: 'mine' } });
    await ask([assistant('x'), user('more')], {}, { 'crumbtrail-session': 'mine' });
    expect(log.commits.map((one) => draftsOf(one).map(({ schema_name, session }) => [schema_name, session]))).toEqual([
      [
        ['session.v1', undefined],
        ['user.message.v1', 'mine'],
      ],
      [['user.message.v1', 'mine']],
    ]);
    const others = { name: 'theirs', members: [{ kind: 'agent', id: 'other' }] };
    log.crumbs.push(
      crumb({ id: singletonId('default', 'session', 'theirs'), schema_name: 'session.v1', context: others }),
    );
    expect(await errorOf(await ask([user('x')], { metadata: { session: 'theirs' } }))).toMatchObject([400, {}]);
    expect(await errorOf(await ask([user('x')], { metadata: { session: 'No!' } }))).toMatchObject([
      400,
      { param: 'metadata.session' },
    ]);
  });
});
