import { StopTurn, type TokenPiece, type TurnView, Turns } from '@crumbtrail/contracts';
import { eventually } from '@crumbtrail/testing';
import { crumb, ID, OTHER } from './crumbs';
import { type Log, Protocol, user } from './protocol';

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
    log.respond(log.last, { action: 'speak', content: 'Hello there', usage: { prompt_tokens: 7 } });
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

  test('a turn continues when the client disconnects, unless the client chose to stop it', async () => {
    log.answer = null;
    protocol.fake.say(StopTurn, ({ turn }) => ({ turn: { ...log.turnOn(log.last), id: turn, state: 'closed' } }));
    const leave = async (headers: Record<string, string>): Promise<void> => {
      const leaving = new AbortController();
      const before = protocol.fake.of(Turns).length;
      const body = JSON.stringify({ model: 'assistant', messages: [user('hello')], stream: true });
      const asked = protocol.gateway.fetch('/v1/chat/completions', {
        method: 'POST',
        body,
        signal: leaving.signal,
        headers: { 'content-type': 'application/json', ...headers },
      });
      await eventually(() => protocol.fake.of(Turns).length > before);
      leaving.abort();
      await expect(asked).rejects.toThrow();
    };
    await leave({});
    await leave({ 'crumbtrail-on-disconnect': 'stop' });
    const [stop] = await eventually(() => {
      const stops = protocol.fake.of(StopTurn);
      return stops.length > 0 ? stops : null;
    });
    expect([stop?.request.turn, protocol.fake.of(StopTurn).length]).toEqual([log.turnOn(log.last).id, 1]);
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
    audience = ['somebody-else'];
    await stop('reader-key');
    await stop('operator-key');
    expect(protocol.fake.of(StopTurn).map(({ request }) => request)).toEqual([
      { turn: OTHER, content: 'Once upon' },
      { turn: OTHER },
      { turn: OTHER, content: 'Once upon' },
    ]);
  });
});
