import { eventually } from '@crumbtrail/testing';
import { Interrupts } from '../src';
import { FakeGateway } from './fake-gateway';

const message = { id: 'm', trail_id: 'm', context: { content: 'hello' } };
const response = { author: { kind: 'agent', id: 'assistant' }, context: { action: 'speak', content: 'hi there' } };
const explanation = {
  id: 'c',
  agent: 'assistant',
  tokens: { total: 1, by_section: {} },
  budget: { cap: 9 },
  kept: 0,
  dropped: 0,
  beyond: 0,
  items: [],
  formatted_context: '# Message\nrita: hello',
};
const key = { id: 'k', participant: { kind: 'user', id: 'rita' }, role: 'writer', created_at: '2026-01-01T00:00:00Z' };
const problemOf = (status: number) => ({ type: 't', title: 'T', status, code: 'invalid_payload' });
const event = {
  kind: 'created',
  schema_name: 'user.message.v1',
  session: 'demo',
  author: { kind: 'user', id: 'rita' },
  position: 1,
};

describe('crumb', () => {
  const gateway = new FakeGateway();
  const crumb = gateway.crumb.bind(gateway);
  beforeAll(() => gateway.open());
  beforeEach(() => gateway.reset());
  afterAll(() => gateway.close());

  test('send: prints the replies, the id of the trail and its address', async () => {
    gateway.replies['POST /v1/sessions/demo/messages'] = [200, { message, trail_id: 'm', responses: [response] }];
    expect(await crumb(['send', 'hello', 'you'])).toEqual({
      code: 0,
      out: expect.stringMatching(/^assistant: hi there\n\ntrail m\n +http:\S+\/trails\/m\n$/) as string,
      err: '',
    });
    const sent = gateway.requests
      .filter(({ line }) => line.startsWith('POST'))
      .map(({ body }) => JSON.parse(body) as object);
    // The first says what the id is, so that answers can be shown as they come.
    expect(sent).toEqual([0, 60_000].map((wait_ms) => ({ content: 'hello you', wait_ms })));
  });

  test('send: says who replies by the name in its definition, and under which name the message is written', async () => {
    gateway.replies['GET /v1/agents'] = [200, { agents: [{ agent: 'assistant', name: 'Lola' }] }];
    gateway.replies['POST /v1/sessions/demo/messages'] = [200, { message, trail_id: 'm', responses: [response] }];
    expect((await crumb(['send', '--name', '田中', 'hello'])).out).toMatch(/^Lola: hi there\n/);
    expect(JSON.parse(gateway.requests[0]?.body ?? '')).toMatchObject({ author: { name: '田中' } });
    gateway.replies['GET /v1/agents'] = [200, { agents: [{ agent: 'assistant', name: 'Assistant' }] }];
    expect((await crumb(['send', 'hello'])).out).toMatch(/^assistant: hi there\n/);
  });

  test('send: shows the reply with the id of its agent, and says why, where names are not available', async () => {
    delete gateway.replies['GET /v1/agents'];
    gateway.replies['POST /v1/sessions/demo/messages'] = [200, { message, trail_id: 'm', responses: [response] }];
    const { code, out, err } = await crumb(['send', 'hello']);
    expect([code, out.split('\n')[0]]).toEqual([0, 'assistant: hi there']);
    expect(err).toMatch(/^Agents are shown by their ids: .*no breadcrumb/);
  });

  test('send: reads the message from a pipe, and --json prints the reply of the gateway', async () => {
    const answered = { message, trail_id: 'm' };
    gateway.replies['POST /v1/sessions/other/messages'] = [202, answered];
    const { out } = await crumb(['send', '-s', 'other', '-t', 'urgent, roof', '-w', '0', '--json'], {
      input: 'from a pipe\n',
    });
    expect([JSON.parse(out), JSON.parse(gateway.requests[0]?.body ?? '')]).toEqual([
      answered,
      { content: 'from a pipe', tags: ['urgent', 'roof'], wait_ms: 0 },
    ]);
  });

  test.each([
    ['UTF-8 with a byte order mark', Buffer.from('\ufeffPreis: 5 €')],
    ['UTF-16, as PowerShell writes it', Buffer.from('\ufeffPreis: 5 €', 'utf16le')],
    ['Windows-1252', Buffer.from('Preis: 5 \x80', 'latin1')],
  ])('send: reads a message from a pipe that is %s', async (_, input) => {
    gateway.replies['POST /v1/sessions/demo/messages'] = [202, { message, trail_id: 'm' }];
    await crumb(['send', '-w', '0'], { input });
    expect(JSON.parse(gateway.requests[0]?.body ?? '')).toMatchObject({ content: 'Preis: 5 €' });
  });

  test('chat: reports on a pipe that no agent answered', async () => {
    gateway.replies['GET /v1/whoami'] = [200, {}];
    gateway.replies['POST /v1/sessions/demo/messages'] = [200, { message, trail_id: 'm', responses: [] }];
    expect((await crumb(['chat'], { input: 'one\n' })).out).toBe(
      'No agent answered: none in this session subscribes to this message.\n',
    );
  });

  test('chat: sends each line of a pipe as a message', async () => {
    gateway.replies['GET /v1/whoami'] = [200, {}];
    gateway.replies['POST /v1/sessions/demo/messages'] = [200, { message, trail_id: 'm', responses: [response] }];
    expect((await crumb(['chat'], { input: 'one\n\ntwo\n' })).out).toBe('assistant: hi there\nassistant: hi there\n');
    expect(gateway.requests.slice(1).map(({ body }) => (JSON.parse(body) as { content: string }).content)).toEqual([
      'one',
      'two',
    ]);
  });

  test('stop: stops one turn, or all open turns of the latest message', async () => {
    const turn = { id: 't', agent: 'assistant', state: 'closed', cause: { id: 'm', version: 1 } };
    const cut = { ...response, context: { action: 'stopped', content: 'Once', partial: true } };
    gateway.replies['POST /v1/turns/t/stop'] = [200, { turn, response: cut }];
    expect((await crumb(['stop', 't'])).out).toBe('assistant: Once\nassistant was stopped\n');
    gateway.replies['GET /v1/breadcrumbs'] = [200, { breadcrumbs: [message] }];
    const turns = [
      { ...turn, state: 'open' },
      { ...turn, id: 'u' },
    ];
    gateway.replies['GET /v1/breadcrumbs/m/turns'] = [200, { decided: true, turns }];
    expect((await crumb(['stop'])).code).toBe(0);
    expect(gateway.requests.map(({ line }) => line.split('?')[0])).toEqual([
      'POST /v1/turns/t/stop',
      'GET /v1/breadcrumbs',
      'GET /v1/breadcrumbs/m/turns',
      'POST /v1/turns/t/stop',
    ]);
    gateway.replies['GET /v1/breadcrumbs/m/turns'] = [200, { decided: true, turns: [] }];
    expect(await crumb(['stop'])).toMatchObject({ code: 1, err: expect.stringContaining('demo') as string });
  });

  test('tail: prints events and exits with 0 at Ctrl-C', async () => {
    const crumbed = { ...event, crumb: { created_at: '2026-01-01T10:20:30.000Z', context: { content: 'hello' } } };
    gateway.replies['GET /v1/events'] =
      `id: 1\nevent: created\ndata: ${JSON.stringify(crumbed)}\n\nid: 1\nevent: complete\ndata: {}\n\n`;
    const ended = await crumb(['tail', '--until-now', '--schema', 'user.message.v1', '--from', 'start']);
    expect(ended).toEqual({ code: 0, out: '10:20:30  user.message.v1  user rita in demo: hello\n', err: '' });
    expect(gateway.requests[0]?.line).toBe('GET /v1/events?schema=user.message.v1');
    const interrupts = new Interrupts();
    const tailing = crumb(['tail'], { interrupts });
    interrupts.trigger();
    expect((await tailing).code).toBe(0);
  });

  test('tail: exits at once with the reason where no gateway answers', async () => {
    const absent = new FakeGateway();
    absent.address = 'http://127.0.0.1:9';
    const { code, out, err } = await absent.crumb(['tail']);
    expect([code, out]).toEqual([3, '']);
    expect(err).toContain('http://127.0.0.1:9');
  });

  test('tail: says that the connection was lost, and connects again', async () => {
    gateway.replies['GET /v1/events'] = { ends: 'id: 1\nevent: complete\ndata: {}\n\n' };
    const interrupts = new Interrupts();
    const tailing = crumb(['tail'], { interrupts });
    await eventually(() => gateway.requests.length === 2);
    interrupts.trigger();
    expect(await tailing).toMatchObject({ code: 0, err: expect.stringContaining('Lost the connection') as string });
  });

  test('send: exits with 2 and says that the message is empty', async () => {
    const { code, err } = await crumb(['send'], { input: ' \n' });
    expect([code, err]).toEqual([2, expect.stringContaining('standard input is empty')]);
    expect((await crumb(['send', ' '])).err).toContain('the text is empty');
    expect(gateway.requests).toEqual([]);
  });

  test('trace: shows the latest trail of the session without an id', async () => {
    gateway.replies['GET /v1/breadcrumbs'] = [200, { breadcrumbs: [message] }];
    const node = {
      id: 'm',
      schema_name: 'user.message.v1',
      author: { kind: 'user', id: 'rita' },
      at_ms: 0,
      summary: 'hello',
      position: 1,
    };
    gateway.replies['GET /v1/trails/m'] = [200, { trail_id: 'm', nodes: [node], tree: [{ id: 'm', children: [] }] }];
    expect((await crumb(['trace'])).out).toBe('rita wrote: hello  +0 ms\n');
  });

  test('context show and explain: accept the id of a context or of any breadcrumb of its trail', async () => {
    gateway.replies['GET /v1/contexts/c/explain'] = [200, explanation];
    gateway.replies['GET /v1/trails/m'] = [
      200,
      { trail_id: 'm', nodes: [{ id: 'c', schema_name: 'agent.context.v1' }], tree: [] },
    ];
    expect((await crumb(['context', 'show', 'c'])).out).toBe('# Message\nrita: hello\n');
    expect((await crumb(['context', 'explain', 'm'])).out).toContain('for assistant: 1 of 9 tokens');
    const kept_order = { context: 'b', tokens: 900, saved_usd: 0.0012 };
    gateway.replies['GET /v1/contexts/c/explain'] = [200, { ...explanation, kept_order }];
    expect((await crumb(['context', 'explain', 'c'])).out).toContain(
      'kept the order of the turn before: 900 more tokens can be cached, $0.0012 saved where they are\n',
    );
  });

  test('keys: creates a key for a participant with role and expiry, lists and revokes it', async () => {
    gateway.replies['POST /v1/keys'] = [201, { ...key, secret: 's3cret' }];
    gateway.replies['GET /v1/keys'] = [200, { keys: [key] }];
    gateway.replies['DELETE /v1/keys/k'] = [200, key];
    expect(
      await crumb(['keys', 'create', '--for', 'agent:weather', '--role', 'reader', '--expires', '2027-01-31']),
    ).toEqual({
      code: 0,
      out: 's3cret\n',
      err: "Created key k for reader agent:weather. Copy it now: it won't be shown again.\n",
    });
    expect(JSON.parse(gateway.requests[0]?.body ?? '')).toEqual({
      participant: { kind: 'agent', id: 'weather' },
      role: 'reader',
      expires_at: '2027-01-31T00:00:00.000Z',
    });
    expect((await crumb(['keys', 'list'])).out).toContain('user:rita');
    expect((await crumb(['keys', 'revoke', 'k'])).out).toContain('Revoked key k');
  });

  test('workspaces, agents and dead-letters: list what there is', async () => {
    gateway.replies['POST /v1/workspaces'] = [201, { name: 'other', secret: 's3cret' }];
    gateway.replies['GET /v1/workspaces'] = [200, { workspaces: [{ name: 'other', created_at: 'now' }] }];
    gateway.replies['GET /v1/agents'] = [
      200,
      { agents: [{ agent: 'assistant', version: 1, subscriptions: [{ schema: 'user.message.v1' }] }] },
    ];
    gateway.replies['GET /v1/dead-letters'] = [200, { dead_letters: [] }];
    expect((await crumb(['workspaces', 'create', 'other'])).out).toContain('s3cret');
    expect((await crumb(['workspaces', 'list'])).out).toContain('other');
    expect((await crumb(['agents'])).out).toContain('assistant');
    expect((await crumb(['dead-letters'])).out).toContain('every event was processed');
  });

  test('embeddings: shows the active embedder and its backlog, and switches to another', async () => {
    const standing = { serving: 'lexical/1', chosen: 'openai/small', embedded_position: 1, indexed_position: 9 };
    gateway.replies['GET /v1/embeddings'] = [200, { ...standing, chosen: 'lexical/1', backlog: 0 }];
    gateway.replies['PUT /v1/embeddings'] = [200, { ...standing, backlog: 1_234, trouble: 'the server is away' }];
    expect((await crumb(['embeddings'])).out).toBe('Serving lexical/1; all texts are embedded.\n');
    expect((await crumb(['embeddings', 'use', 'openai/small'])).out).toBe(
      'Switching to openai/small; 1,234 texts still to embed.\n' +
        'lexical/1 serves searches until it has caught up.\nLast error: the server is away\n',
    );
    expect(gateway.requests.at(-1)).toEqual({ line: 'PUT /v1/embeddings', body: '{"use":"openai/small"}' });
    const { out } = await crumb(['embeddings', 'use', 'openai/small', '--json']);
    expect(JSON.parse(out)).toMatchObject({ chosen: 'openai/small', backlog: 1_234 });
    expect(JSON.parse((await crumb(['embeddings', '--json'])).out)).toMatchObject({ backlog: 0 });
  });

  test('doctor: names the problems and exits with 1', async () => {
    gateway.replies['GET /readyz'] = [
      200,
      { status: 'degraded', checks: { stations: 'no service is subscribed as conductor' } },
    ];
    const { code, out } = await crumb(['doctor', '--json']);
    const findings = (JSON.parse(out) as { findings: { about: string; state: string }[] }).findings;
    expect([code, findings.find(({ about }) => about === 'services')]).toMatchObject([
      1,
      { state: 'ill', says: 'no service is subscribed as conductor' },
    ]);
  });

  test('crumb: a refused request prints one sentence and exits with 1', async () => {
    expect(await crumb(['trace', 'x'])).toEqual({
      code: 1,
      out: '',
      err: 'crumb: Not found: no breadcrumb with this ID.\n',
    });
  });

  test.each([
    ['keys', 'create'],
    ['nonsense'],
    ['send', 'x', '--wait', 'long'],
    ['keys', 'create', '--for', 'x', '--role', 'king'],
    ['trace', 'a', 'b'],
  ])('crumb: exits with 2 on wrong usage: %s %s', async (...args) => {
    expect((await crumb(args.filter(Boolean))).code).toBe(2);
    expect(gateway.requests).toEqual([]);
  });

  test('keys create: says where a name goes that is no id', async () => {
    const { code, err } = await crumb(['keys', 'create', '--for', 'user:José Núñez', '--role', 'writer']);
    expect([code, err]).toEqual([2, expect.stringContaining('--for user:jose --name "José Núñez"')]);
    expect(gateway.requests).toEqual([]);
  });

  test('crumb: prints a reason that the detail has already only once', async () => {
    const issues = [{ path: '/content', rule: 'minLength', message: 'must not be empty' }];
    const detail = '/content must not be empty.';
    gateway.replies['POST /v1/sessions/demo/messages'] = [422, { ...problemOf(422), detail, issues }];
    expect((await crumb(['send', 'x'])).err).toBe('crumb: /content must not be empty.\n');
  });

  test('crumb --help: exits with 0', async () => {
    const { code, out } = await crumb(['--help']);
    expect([code, out]).toEqual([0, expect.stringContaining('dead-letters')]);
  });

  test('send: exits with 130 and prints nothing at Ctrl-C while it waits', async () => {
    const interrupts = new Interrupts();
    gateway.replies['POST /v1/sessions/demo/messages'] = ': never\n\n';
    const sending = crumb(['send', 'hello'], { interrupts });
    interrupts.trigger();
    expect(await sending).toEqual({ code: 130, out: '', err: '' });
  });
});
