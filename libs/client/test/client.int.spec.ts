import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Crumbtrail, isApiError, ApiError, type StreamItem, UnreachableError } from '../src';

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

describe('client', () => {
  let server: Server;
  let url: string;
  let answers: Answer[];
  let asked: { line: string; headers: IncomingMessage['headers']; body: string }[];
  const client = (): Crumbtrail => new Crumbtrail({ url, key: 'k' });
  const json = (status: number, body: unknown, headers = {}): Answer => {
    return (_, response) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
  /** Sends some frames, then closes the connection. */
  const stream = (...frames: string[]): Answer => {
    return (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(frames.map((frame) => `${frame}\n\n`).join(''));
    };
  };

  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      request.on('end', () => {
        asked.push({ line: `${request.method} ${request.url}`, headers: request.headers, body });
        (answers.shift() ?? json(500, {}))(request, response, body);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    answers = [];
    asked = [];
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  test('moving a workspace sends the cell, and how long turns may take only where that is given', async () => {
    const moved = { workspace: 'harbour', cell: 'eu', rows: {}, copied_ms: 1, paused_ms: 1 };
    answers = [json(200, moved), json(200, moved)];
    expect(await client().moveWorkspace('harbour', { to: 'eu' })).toEqual(moved);
    await client().moveWorkspace('harbour', { to: 'eu', within_ms: 0 });
    expect(asked).toMatchObject([
      { line: 'POST /v1/workspaces/harbour/move', body: '{"to":"eu"}' },
      { body: '{"to":"eu","within_ms":0}' },
    ]);
  });

  test('writes send the API key, the version and the idempotency key', async () => {
    const receipt = { id: 'a', version: 1, position: 2 };
    answers = [json(201, receipt), json(200, receipt), json(200, { ...receipt, derived: [] })];
    const draft = { schema_name: 'user.message.v1', context: { content: 'hello' } };
    expect(await client().append(draft, { idempotencyKey: 'once' })).toEqual(receipt);
    await client().change('a/b', 3, { title: null });
    await client().erase('a', 4);
    expect(asked).toMatchObject([
      {
        line: 'POST /v1/breadcrumbs',
        headers: { authorization: 'Bearer k', 'idempotency-key': 'once' },
        body: JSON.stringify(draft),
      },
      { line: 'PATCH /v1/breadcrumbs/a%2Fb', headers: { 'if-match': '"3"' } },
      { line: 'DELETE /v1/breadcrumbs/a', headers: { 'if-match': '"4"' } },
    ]);
  });

  test('an ApiError has the reason, the paths and the time to retry', async () => {
    const problem = {
      type: 't',
      title: 'T',
      status: 503,
      detail: 'Too much.',
      code: 'overloaded',
      issues: [{ path: '/x', rule: 'r', message: 'is wrong' }],
    };
    answers = [json(503, problem, { 'retry-after': '3' })];
    const error = await client()
      .list()
      .catch((thrown: unknown) => thrown as ApiError);
    expect(isApiError(error, 503)).toBe(true);
    expect(error).toMatchObject({ message: 'Too much. (/x is wrong)', retryAfter: 3 });
  });

  test('stops a turn and reads the turns that a message started', async () => {
    const turn = { id: 't', agent: 'a', state: 'closed', cause: { id: 'm', version: 1 } };
    answers = [json(200, { turn }), json(200, { decided: true, turns: [turn] })];
    expect(await client().stopTurn('t')).toEqual({ turn });
    expect(await client().turnsOf('m')).toEqual({ decided: true, turns: [turn] });
    expect(asked.map(({ line }) => line)).toEqual(['POST /v1/turns/t/stop', 'GET /v1/breadcrumbs/m/turns']);
  });

  test('an unreachable gateway is reported in one sentence', async () => {
    const nobody = new Crumbtrail({ url: 'http://127.0.0.1:9' });
    await expect(nobody.keys()).rejects.toThrow(UnreachableError);
    expect(await nobody.readiness()).toEqual({ status: 'not reachable', checks: {} });
    answers = [json(404, 'hm')];
    await expect(client().keys()).rejects.toThrow(UnreachableError);
    answers = [json(200, 'hm')];
    expect(await client().readiness()).toEqual({ status: 'no gateway', checks: {} });
  });

  test('all() reads every page of a list', async () => {
    answers = [json(200, { breadcrumbs: [{ id: 1 }], next_cursor: 'n' }), json(200, { breadcrumbs: [{ id: 2 }] })];
    const all: unknown[] = [];
    for await (const crumb of client().all({ session: 'demo' })) all.push(crumb);
    expect(all).toEqual([{ id: 1 }, { id: 2 }]);
    expect(asked.map(({ line }) => line)).toEqual([
      'GET /v1/breadcrumbs?session=demo',
      'GET /v1/breadcrumbs?session=demo&cursor=n',
    ]);
  });

  test('contexts are queried by id and compared in pairs', async () => {
    answers = Array.from({ length: 8 }, () => json(200, { ok: true }));
    const { contexts } = client();
    await contexts.explain('c');
    await contexts.replay('c');
    await contexts.replan('c', { as_of: 7, budget: { max_tokens: 500 } });
    await contexts.replan('c');
    await contexts.whatIf('c', [1000, 2000]);
    await contexts.whyNot('c', 'the roof');
    await contexts.diff('a', 'b');
    await contexts.influence('m', 5);
    expect(asked.map(({ line, body }) => [line, body])).toEqual([
      ['GET /v1/contexts/c/explain', ''],
      ['POST /v1/contexts/c/replay', ''],
      ['POST /v1/contexts/c/replan', '{"as_of":7,"budget":{"max_tokens":500}}'],
      ['POST /v1/contexts/c/replan', '{}'],
      ['POST /v1/contexts/c/what-if', '{"budgets":[1000,2000]}'],
      ['POST /v1/contexts/c/why-not', '{"text":"the roof"}'],
      ['GET /v1/contexts/diff?a=a&b=b', ''],
      ['GET /v1/breadcrumbs/m/influence?limit=5', ''],
    ]);
  });

  test('cases are pinned by trail and run by id', async () => {
    answers = Array.from({ length: 4 }, () => json(200, { ok: true }));
    const { evals } = client();
    await evals.pin('t');
    await evals.pin('t', ['p']);
    await evals.run('c');
    await evals.run('c', { budget: { max_tokens: 500 } });
    expect(asked.map(({ line, body }) => [line, body])).toEqual([
      ['POST /v1/trails/t/pin', '{}'],
      ['POST /v1/trails/t/pin', '{"crumbs":["p"]}'],
      ['POST /v1/cases/c/run', '{}'],
      ['POST /v1/cases/c/run', '{"budget":{"max_tokens":500}}'],
    ]);
  });

  test('an external loop opens a turn, renews its claim and responds with its fence', async () => {
    const claim = { key: 'turn:t', fence: 7, until: 'soon' };
    const turn = { id: 't', agent: 'bot', state: 'open', cause: { id: 'm', version: 1 } };
    answers = [json(201, { turn, claim }), json(200, { claim }), json(201, { response: { id: 'r' } })];
    const { loop } = client();
    const opened = await loop.open({ agent: 'bot', content: 'hello', idempotencyKey: 'once' });
    expect(opened.claim).toEqual(claim);
    expect(await loop.claim('t', { claim, claim_ms: 5_000 })).toEqual(claim);
    expect(await loop.respond('t', { claim, action: 'speak', content: 'hi' })).toEqual({ id: 'r' });
    expect(asked.map(({ line, body }) => [line, JSON.parse(body)])).toEqual([
      ['POST /v1/contexts', { agent: 'bot', content: 'hello' }],
      ['POST /v1/turns/t/claim', { claim, claim_ms: 5_000 }],
      ['POST /v1/turns/t/response', { action: 'speak', content: 'hi', claim: { fence: 7 } }],
    ]);
    expect(asked[0]?.headers['idempotency-key']).toBe('once');
  });

  test('a lost stream is reported and resumes after the last cursor', async () => {
    answers = [
      stream('retry: 1', 'id: c1\nevent: created\ndata: {"position":1}', 'event: piece\ndata: {"text":"x"}'),
      stream('retry: 1', 'id: c2\nevent: complete\ndata: {"complete_through":"c2"}'),
      stream('id: c3\nevent: created\ndata: {"position":3}'),
    ];
    const seen: StreamItem[] = [];
    const losses: unknown[] = [];
    const lost = (error: unknown): void => void losses.push(error);
    for await (const item of client().events({ schemas: ['a.v1', 'b.v1'], lost })) {
      seen.push(item);
      if (item.type === 'event' && item.cursor === 'c3') break;
    }
    expect(seen.map((item) => (item.type === 'piece' ? item.piece.text : item.cursor))).toEqual([
      'c1',
      'x',
      'c2',
      'c3',
    ]);
    expect(asked.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, 'c1', 'c2']);
    expect(losses).toEqual([expect.any(UnreachableError), expect.any(UnreachableError)]);
    expect(asked[0]?.line).toBe('GET /v1/events?schema=a.v1%2Cb.v1');
  });

  test('a stream is decoded correctly for any split into network chunks', async () => {
    const bytes = new TextEncoder().encode('id: c1\nevent: piece\ndata: {"text":"é 名前 👩‍👧"}\n\n');
    const body = ReadableStream.from(Array.from(bytes, (byte) => Uint8Array.of(byte)));
    const headers = { 'content-type': 'text/event-stream' };
    const network = jest.spyOn(globalThis, 'fetch').mockResolvedValueOnce(new Response(body, { headers }));
    const { value } = await client().watch('demo').next();
    network.mockRestore();
    expect(value).toMatchObject({ type: 'piece', piece: { text: 'é 名前 👩‍👧' } });
  });

  test('a stream that is rejected or ends with a problem is not retried', async () => {
    const problem = { type: 't', title: 'T', status: 410, detail: 'No longer kept.', code: 'cursor_gone' };
    answers = [json(410, problem)];
    await expect(client().events({ cursor: 'old' }).next()).rejects.toThrow('No longer kept.');
    answers = [stream(`event: problem\ndata: ${JSON.stringify({ ...problem, status: 401 })}`)];
    await expect(client().watch('demo').next()).rejects.toThrow('No longer kept.');
    expect(asked).toHaveLength(2);
  });

  test('a stream gives up after the configured number of failed attempts', async () => {
    answers = [stream('retry: 1'), stream('retry: 1')];
    await expect(client().events({ attempts: 1 }).next()).rejects.toThrow(UnreachableError);
    expect(asked).toHaveLength(2);
  });
});
