import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';
import { parse } from 'yaml';
import { FakeGateway } from './fake-gateway';

const ID = '01890000-0000-7000-8000-0000aaaa1111';
const OTHER = '01890000-0000-7000-8000-0000bbbb2222';
const AT = '2026-01-01T00:00:00.000Z';
const LONG = '港は九時に開きます。 the harbour opens at nine, '.repeat(6);
const author = { kind: 'user', id: 'ann-of-the-harbour' };
const line = {
  id: ID,
  trail_id: ID,
  schema_name: 'user.message.v1',
  occurred_at: AT,
  text: LONG,
  author,
  audience: 'all',
};
const crumb = { ...line, created_at: AT, session: 'harbour', tags: [], version: 1, context: { content: LONG } };
const listed = { name: 'harbour', title: LONG, messages: 1200, outcome: 'answered', last: line };
const trail = { trail_id: ID, session: 'harbour', first: line, crumbs: 4, agents: ['assistant', 'pilot', 'keeper'] };
const account = {
  columns: ['id', 'version', 'decision'],
  rows: [
    [ID, 1, 'kept'],
    [OTHER, 1, 'over_budget'],
  ],
  beyond: 3,
};
const context = { agent: 'assistant', tokens: { total: 1200, by_section: {} }, budget: { cap: 4000 }, account };
const agent = { id: ID, version: 3, agent: 'assistant', subscriptions: Array(9).fill({ schema: 'user.message.v1' }) };
const key = { id: ID, participant: author, name: LONG, role: 'operator', created_at: AT, expires_at: AT };
const letter = {
  id: ID,
  created_at: AT,
  context: {
    durable: 'context-builder',
    event: { schema_name: 'agent.turn.v1', id: OTHER },
    deliveries: 5,
    error: { message: LONG },
  },
};
const approval = {
  id: ID,
  asked_at: AT,
  agent: 'assistant',
  tool: 'mailer',
  arguments: { text: LONG },
  expires_at: AT,
};
const override = { id: 'o1', verb: 'inject', by: 'operator', until: AT, reason: LONG, text: LONG };
const turn = {
  id: ID,
  agent: 'assistant',
  state: 'open',
  session: 'harbour',
  cause: { id: OTHER, version: 1 },
  deadline_at: AT,
};
const recent = { ...turn, trail_id: ID, requested_at: AT };
const result = { breadcrumb: crumb, score: 0.5, scores: {} };

/** Each listing: the command line, the request, the reply, and the words of a whole row on a pipe. */
const LISTINGS: readonly (readonly [command: string, request: string, reply: unknown, words: readonly string[]])[] = [
  ['sessions', 'GET /v1/sessions', { sessions: [listed], position: 9 }, ['harbour', AT]],
  [
    'trails',
    'GET /v1/trails',
    { trails: [{ ...trail, outcome: 'failed', duration_ms: 1500, tokens: 120, cost_usd: 0.01 }], position: 9 },
    [ID, AT],
  ],
  ['contexts', 'GET /v1/breadcrumbs', { breadcrumbs: [{ ...crumb, context }], position: 9 }, [ID, '1200/4000', '1/4']],
  ['agents', 'GET /v1/agents', { agents: [agent] }, ['assistant', 'user.message.v1']],
  ['keys', 'GET /v1/keys', { keys: [key] }, [ID, `until ${AT}`]],
  ['keys list', 'GET /v1/keys', { keys: [key] }, [ID]],
  [
    'secrets',
    'GET /v1/secrets',
    {
      saves: true,
      secrets: [
        {
          name: 'KEY',
          tools: ['weather'],
          hosts: ['a.example'],
          version: 1,
          saved_at: AT,
          saved_by: { kind: 'user', id: 'ann' },
        },
      ],
    },
    ['KEY', 'weather', 'a.example', `by user:ann ${AT}`],
  ],
  [
    'mcp',
    'GET /v1/mcp-servers',
    {
      allows_commands: false,
      allows_private: true,
      servers: [
        {
          name: 'issues',
          from: 'settings',
          kind: 'http',
          url: 'https://a.example/mcp',
          state: 'unavailable',
          trouble: LONG,
          tools: [{ name: 'issues__search', description: LONG }],
        },
      ],
    },
    ['issues', 'unavailable', '1 tool', 'https://a.example/mcp'],
  ],
  ['workspaces', 'GET /v1/workspaces', { workspaces: [{ name: 'default', created_at: AT }] }, ['default', AT]],
  ['dead-letters', 'GET /v1/dead-letters', { dead_letters: [letter] }, [ID, OTHER, AT]],
  ['approvals', 'GET /v1/approvals', { approvals: [approval] }, [ID, `waits until ${AT}`]],
  ['turns --unfinished --agent assistant', 'GET /v1/turns', { turns: [turn] }, [ID, OTHER, AT]],
  ['turns', 'GET /v1/turns', { turns: [recent] }, [ID, AT, 'assistant']],
  [
    'session overrides harbour',
    'GET /v1/sessions/harbour/overrides',
    { session: 'harbour', overrides: [override], now: AT },
    ['o1', `ended ${AT}`],
  ],
  ['search harbour', 'POST /v1/search', { results: [result] }, [ID, 'harbour']],
];

describe('every listing', () => {
  const gateway = new FakeGateway();
  const noColor = process.env['NO_COLOR'];
  beforeAll(() => gateway.open());
  beforeEach(() => {
    gateway.reset();
    delete process.env['NO_COLOR'];
  });
  afterEach(() => {
    if (noColor === undefined) delete process.env['NO_COLOR'];
    else process.env['NO_COLOR'] = noColor;
  });
  afterAll(() => gateway.close());

  /** Escape sequences of terminals begin so. */
  const STYLE = '\u001b[';
  const plain = (text: string): string[] => stripVTControlCharacters(text).trimEnd().split('\n');

  describe.each(LISTINGS)('crumb %s', (command, request, reply, words) => {
    const args = command.split(' ');
    const list = (more: string[] = [], columns?: number) => {
      Object.assign(gateway.replies, { 'GET /v1/approvals': [200, { approvals: [] }], [request]: [200, reply] });
      return gateway.crumb([...args, ...more], columns === undefined ? {} : { columns });
    };

    test('fits 80 columns, with short ids', async () => {
      const { code, out } = await list([], 80);
      const lines = plain(out);
      expect([code, lines.length]).toEqual([0, 2]);
      for (const one of lines) expect(stringWidth(one)).toBeLessThanOrEqual(80);
      expect(out).not.toMatch(/01890000-/);
    });

    test('has colours on a terminal only, and never with NO_COLOR', async () => {
      expect((await list([], 80)).out).toContain(STYLE);
      expect((await list()).out).not.toContain(STYLE);
      process.env['NO_COLOR'] = '1';
      expect((await list([], 80)).out).not.toContain(STYLE);
    });

    test('on a pipe, and with -o wide, ids, times and texts are whole', async () => {
      for (const { out } of [await list(), await list(['-o', 'wide'], 80)]) {
        for (const word of words) expect(out).toContain(word);
        expect(out).not.toContain('…');
      }
    });

    test('-o json is --json, and -o yaml says the same', async () => {
      const json = (await list(['--json'])).out;
      expect((await list(['-o', 'json'])).out).toBe(json);
      expect(parse((await list(['-o', 'yaml'])).out)).toEqual(JSON.parse(json));
    });

    test('exits with 2 for an unknown format, 1 when it is refused, 3 when nothing answers', async () => {
      expect((await list(['-o', 'xml'])).code).toBe(2);
      gateway.replies[request] = [403, { type: 't', title: 'T', status: 403, code: 'forbidden', detail: 'No.' }];
      expect((await gateway.crumb(args)).code).toBe(1);
      const away = new FakeGateway();
      await away.open();
      away.close();
      expect((await away.crumb(args)).code).toBe(3);
    });
  });

  const ids = { trails: [trail, { ...trail, trail_id: OTHER }], position: 9 };

  test('a short id stands for the whole one in the commands that take ids', async () => {
    gateway.replies['GET /v1/trails'] = [200, ids];
    gateway.replies['GET /v1/breadcrumbs'] = [200, { breadcrumbs: [], position: 9 }];
    await gateway.crumb(['context', 'show', 'aaaa1111']);
    await gateway.crumb(['context', 'diff', 'aaaa1111', 'bbbb2222']);
    const asked = gateway.requests.map((one) => one.line);
    expect(asked).toContain(`GET /v1/contexts/${ID}/explain`);
    expect(asked).toContain(`GET /v1/breadcrumbs/${ID}`);
    gateway.replies['GET /v1/keys'] = [200, { keys: [key] }];
    await gateway.crumb(['keys', 'revoke', 'aaaa1111']);
    expect(gateway.requests.at(-1)?.line).toBe(`DELETE /v1/keys/${ID}`);
  });

  test('an ambiguous short id is refused with the candidates, and an unknown one with what to do', async () => {
    gateway.replies['GET /v1/trails'] = [200, ids];
    gateway.replies['GET /v1/breadcrumbs'] = [200, { breadcrumbs: [], position: 9 }];
    const { code, err } = await gateway.crumb(['trace', '01890000']);
    expect([code, err]).toEqual([2, `crumb: 01890000 may be any of these; give more of it:\n  ${ID}\n  ${OTHER}\n`]);
    const unknown = await gateway.crumb(['trace', 'cccc3333']);
    expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining('Give the whole id.')]);
  });
});
