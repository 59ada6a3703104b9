import { List, StopTurn, type TokenPiece, type TurnView, Turns } from '@crumbtrail/contracts';
import { eventually } from '@crumbtrail/testing';
import { crumb, ID, OTHER } from './crumbs';
import { agent, type Log, Protocol, user } from './protocol';

describe('streamed OpenAI completions', () => {
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

  const piece = (turn: string, index: number, text: string, more: Partial<TokenPiece> = {}): TokenPiece => ({
    turn,
    agent: 'assistant',
    attempt: 1,
    index,
    kind: index === 0 ? 'reset' : 'text',
    text,
    audience: 'all',
    session: log.last.session as string,
    ...more,
  });
  const hear = (...pieces: TokenPiece[]): void =>
    pieces.forEach((one) => protocol.fake.executor.publishPiece('default', one));
  const dataOf = (text: string): string[] =>
    text
      .split('\n')
      .filter((line) => line.startsWith('data: '))
      .map((line) => line.slice(6));
  const isLeft = (): Promise<unknown> => eventually(() => protocol.fake.of(Turns).length > 1);

  test('an answer is streamed as deltas that together are the text, with usage, then [DONE]', async () => {
    log.answer = null;
    const asked = ask([user('hello')], { stream: true, stream_options: { include_usage: true } });
    await isLeft();
    const { id } = log.turnOn(log.last);
    hear(piece(id, 0, ''), piece(id, 1, 'Hel'), piece(OTHER, 1, 'no'), piece(id, 2, 'lo'));
    const answer = await asked;
    log.respond(log.last, {
      action: 'speak',
      content: 'Hello there',
      usage: { prompt_tokens: 5, completion_tokens: 2 },
    });
    const data = dataOf(await answer.text());
    expect([answer.headers.get('content-type'), data.pop()]).toEqual(['text/event-stream; charset=utf-8', '[DONE]']);
    const chunks = data.map((line) => JSON.parse(line) as { choices: { delta: { content?: string } }[] });
    const text = chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('');
    expect([text, chunks.at(-1)]).toMatchObject(['Hello there', { choices: [], usage: { total_tokens: 7 } }]);
    expect(chunks[0]).toMatchObject({ choices: [{ delta: { role: 'assistant' } }] });
  });

  test('a failure in the middle of a stream is sent as an error event', async () => {
    log.answer = null;
    const asked = ask([user('hello')], { stream: true });
    await isLeft();
    const { id } = log.turnOn(log.last);
    hear(piece(id, 0, ''), piece(id, 1, 'Hel'));
    const answer = await asked;
    log.respond(log.last, { action: 'error', content: 'Hel', error: { code: 'disconnected', message: 'gone' } });
    const data = dataOf(await answer.text());
    expect(data.at(-1)).toBe('[DONE]');
    expect(JSON.parse(data.at(-2) as string)).toMatchObject({ error: { message: 'gone', code: 'disconnected' } });
  });

  const stops = (): { turn: string; content?: string }[] => protocol.fake.of(StopTurn).map(({ request }) => request);
  const chat = (more: object, headers: Record<string, string>, signal: AbortSignal): Promise<Response> =>
    protocol.gateway.fetch('/v1/chat/completions', {
      method: 'POST',
      body: JSON.stringify({ model: 'assistant', messages: [user('hello')], ...more }),
      headers: { 'content-type': 'application/json', ...headers },
      signal,
    });

  /** Asks, and disconnects while the turn is open; returns the turn. */
  async function leave(more: object, headers: Record<string, string> = {}): Promise<string> {
    const leaving = new AbortController();
    const known = new Set(protocol.fake.of(Turns).map(({ request }) => request.cause));
    const asked = chat(more, headers, leaving.signal).then((answer) => answer.text());
    await eventually(() => protocol.fake.of(Turns).some(({ request }) => !known.has(request.cause)));
    leaving.abort();
    await expect(asked).rejects.toThrow();
    return log.turnOn(log.last).id;
  }

  const stop = { 'crumbtrail-on-disconnect': 'stop' };
  const goOn = { 'crumbtrail-on-disconnect': 'continue' };

  test.each([
    { of: 'a stream', more: { stream: true }, isStopped: true },
    { of: 'a stream whose request says so', more: { stream: true }, headers: goOn, isStopped: false },
    { of: 'a stream whose agent says so', more: { stream: true }, on_disconnect: 'continue', isStopped: false },
    { of: 'a whole answer', isStopped: false },
    { of: 'a whole answer whose request says so', more: { metadata: { on_disconnect: 'stop' } }, isStopped: true },
    { of: 'a request that differs from its agent', headers: stop, on_disconnect: 'continue', isStopped: true },
  ])(
    'a disconnect stops a turn (or not): $of, $isStopped',
    async ({ more = {}, headers, on_disconnect, isStopped }) => {
      log.answer = null;
      log.crumbs[0] = agent('assistant', on_disconnect ? { on_disconnect } : {});
      protocol.fake.say(StopTurn, ({ turn }) => ({ turn: { ...log.turnOn(log.last), id: turn, state: 'closed' } }));
      const turn = await leave(more, headers);
      // The next disconnect is handled after the first, so its stop shows that none came before.
      const next = await leave({}, stop);
      await eventually(() => stops().some((one) => one.turn === next));
      expect(stops().some((one) => one.turn === turn)).toBe(isStopped);
    },
  );

  test('a disconnect stores exactly the text that was streamed, not what the model wrote since', async () => {
    log.answer = null;
    protocol.fake.say(StopTurn, ({ turn }) => ({ turn: { ...log.turnOn(log.last), id: turn, state: 'closed' } }));
    const leaving = new AbortController();
    const asked = chat({ stream: true }, {}, leaving.signal);
    await isLeft();
    const { id } = log.turnOn(log.last);
    await protocol.fake.executor.respondToJoins((_, turn) =>
      turn === id ? [piece(id, 0, ''), piece(id, 1, 'Hello there')] : null,
    );
    hear(piece(id, 0, ''), piece(id, 1, 'Hel'));
    const chunks = (await asked).body?.pipeThrough(new TextDecoderStream()) ?? [];
    const reading = (async () => {
      for await (const chunk of chunks) if (chunk.includes('Hel')) leaving.abort();
    })();
    await expect(reading).rejects.toThrow();
    await eventually(() => stops().length > 0);
    expect(stops()).toEqual([{ turn: id, content: 'Hel' }]);
  });

  test('a turn that another request still waits for goes on when one client disconnects', async () => {
    log.answer = null;
    protocol.fake.say(StopTurn, ({ turn }) => ({ turn: { ...log.turnOn(log.last), id: turn, state: 'closed' } }));
    const headers = { 'idempotency-key': 'k' };
    const leaving = new AbortController();
    const gone = chat({ stream: true }, headers, leaving.signal).then((answer) => answer.text());
    await isLeft();
    const before = protocol.fake.of(List).length;
    const first = ask([user('hello')], { stream: true }, headers);
    await eventually(() => protocol.fake.of(List).length > before);
    const asked = protocol.fake.of(Turns).length;
    await eventually(() => protocol.fake.of(Turns).length > asked + 2);
    leaving.abort();
    await expect(gone).rejects.toThrow();
    log.respond(log.last, { action: 'speak', content: 'Hello there' });
    expect(await (await first).text()).toContain('Hello there');
    expect(stops()).toEqual([]);
  });

  test('an unknown choice for a disconnect is refused', async () => {
    expect((await ask([user('x')], {}, { 'crumbtrail-on-disconnect': 'maybe' })).status).toBe(400);
  });

  test('a stopped turn keeps the text so far that the caller may read', async () => {
    const pieces = (audience: TokenPiece['audience']): TokenPiece[] =>
      ['', 'Once ', 'upon'].map((text, index) => ({
        turn: OTHER,
        agent: 'assistant',
        attempt: 2,
        index,
        kind: index === 0 ? 'reset' : 'text',
        text,
        audience,
      }));
    let audience: TokenPiece['audience'] = 'all';
    await protocol.fake.executor.respondToJoins((_, turn) => (turn === OTHER ? pieces(audience) : null));
    const view: TurnView = { id: OTHER, agent: 'assistant', state: 'closed', cause: { id: ID, version: 1 } };
    protocol.fake.say(StopTurn, () => ({ turn: { ...view, response_id: ID } }));
    log.crumbs.push(crumb({ context: { action: 'stopped', content: 'Once upon', partial: true } }));
    const stop = (key: string): Promise<Response> =>
      protocol.gateway.fetch(`/v1/turns/${OTHER}/stop`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}` },
      });
    const answer = await stop('reader-key');
    expect([answer.status, await answer.json()]).toMatchObject([200, { turn: view, response: { id: ID } }]);
    audience = ['user:somebody-else'];
    await stop('reader-key');
    await stop('operator-key');
    expect(protocol.fake.of(StopTurn).map(({ request }) => request)).toEqual([
      { turn: OTHER, content: 'Once upon' },
      { turn: OTHER },
      { turn: OTHER, content: 'Once upon' },
    ]);
  });
});
