import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';
import { parseAllDocuments } from 'yaml';
import { FakeGateway } from './fake-gateway';

const ID = '01890000-0000-7000-8000-0000aaaa1111';
const OTHER = '01890000-0000-7000-8000-0000bbbb2222';
const AT = '2026-01-01T00:00:00.000Z';
const AGENT = 'harbour-master-of-the-northern-quay';
const SESSION = 'harbour-administration-of-the-northern-quay';
const LONG = '港は九時に開きます。 the harbour opens at nine, '.repeat(6).trim();
const WHY = 'Didn’t fit: needs 33 tokens, only 3 were left after higher-ranked items of the same section.';
const author = { kind: 'user', id: 'nobuko-of-the-harbour-administration' };

const item = {
  id: ID,
  version: 12,
  source: 'hybrid',
  section: 'relevant',
  decision: 'low_information',
  tokens: 1_234,
  rank: 1,
  score: 0.8,
  scores: { bm25: 0.6, vector: 0.2, 'rank.hybrid': 1 },
  text: LONG,
  why: WHY,
  reason: WHY,
};
const tokens = { total: 224, by_section: { recent: 109, message: 26, relevant: 89, memory: 12, catalog: 9 } };
const explained = {
  agent: AGENT,
  tokens,
  budget: { cap: 4_000 },
  kept: 0,
  dropped: 2,
  beyond: 57,
  items: [item, item],
};
const build = { id: ID, agent: AGENT, position: 123_456, config_hash: 'sha256:0123456789abcdef', tokens: 1_200 };
const diff = {
  a: build,
  b: { ...build, id: OTHER },
  added: [{ item, cause: WHY }],
  removed: [],
  moved: [],
  reworded: [],
  causes: [`configuration: 0123456789abcdef (${LONG}), then fedcba9876543210`],
  tokens: { a: 5, b: 5, change: 0, by_section: { message: { a: 5, b: 9 } } },
};
const budgets = [{ max_tokens: 1_000, tokens: 900, kept: 3, enters: [item], leaves: [] }];
const whatIf = { recorded: { max_tokens: 360, tokens: 224, kept: 8 }, budgets, beyond: 12, erased: [] };
const influence = { id: OTHER, agent: AGENT, session: SESSION, created_at: AT, quoted_version: 1 };
const cost = { tokens: 12_345, cached_tokens: 12, cost_usd: 0.0000044 };
const costs = {
  by: 'crumb',
  contexts: 9,
  priced: 9,
  earliest: AT,
  latest: AT,
  rows: [
    { ...cost, key: ID, contexts: 9, grounded: 1, answered: 9, author, schema_name: 'user.message.v1', text: LONG },
  ],
  others: { ...cost, rows: 2 },
  hidden: cost,
  prompts: cost,
};
const sums = { turns: 1_200, errors: 3, p50_ms: 1_300, p95_ms: 4_000, tokens: 45_000, cost_usd: 0.5, unpriced: 0 };
const fact = { id: 'aaaaaaaa', text: LONG, about: 'user:nobuko', pinned: true, sources: [] };
const memory = { id: ID, version: 3, tier: 'long', agent: AGENT, audience: 'all', facts: [fact], updated_at: AT };
const history = { memory, facts: [{ fact, present: true, timeline: [], answers: [] }], sources: [] };
const lost = { id: OTHER, version: 1, stage: 'over_budget', because: WHY };
const ran = {
  case: ID,
  context: ID,
  agent: AGENT,
  outcome: 'failed',
  must_have: 2,
  lost: [lost],
  tokens: 90,
  max_tokens: 100,
};
const node = (id: string, schema_name: string, more: object) => ({
  id,
  schema_name,
  author,
  at_ms: 12,
  position: 1,
  ...more,
});
const trail = {
  trail_id: ID,
  nodes: [
    node(ID, 'user.message.v1', { summary: LONG }),
    node(OTHER, 'agent.response.v1', {
      author: { kind: 'agent', id: AGENT },
      summary: LONG,
      tokens: 12_345,
      duration_ms: 123_456,
      error: 'timeout',
      rests_on: [{ id: ID, version: 1, sentences: 1, share: 0.9, author, text: LONG }],
    }),
  ],
  tree: [{ id: ID, children: [{ id: OTHER, children: [] }] }],
};
const crumb = { id: ID, version: 1, created_at: AT, author, tags: [], audience: 'all', context: { content: LONG } };
const event = { kind: 'created', schema_name: 'user.message.v1', session: SESSION, author, position: 1, crumb };
const events = {
  ends: `id: 1\nevent: created\ndata: ${JSON.stringify(event)}\n\nid: 1\nevent: complete\ndata: {}\n\n`,
};
const letter = {
  id: ID,
  created_at: AT,
  trail_id: OTHER,
  context: {
    station: 'context-builder',
    durable: 'context-builder',
    event: { schema_name: 'agent.turn.v1', kind: 'created', position: 9, id: OTHER },
    deliveries: 5,
    error: { name: 'ContextTooLarge', message: LONG },
  },
};
const turns = [{ id: ID, agent: AGENT, state: 'open', cause: { id: OTHER, version: 1 }, chosen: { reason: WHY } }];

type Replies = FakeGateway['replies'];
const explain = `GET /v1/contexts/${ID}/explain`;
const known = (id: string): Replies => ({
  [`GET /v1/breadcrumbs/${id}`]: [200, { id, schema_name: 'agent.context.v1' }],
});
const trailOf = { [`GET /v1/trails/${ID}`]: [200, trail] } as const;

/** Each page: the command line, the replies, and words of which none may be lost on a pipe. */
const PAGES: readonly (readonly [command: string, replies: Replies, words: readonly string[]])[] = [
  [`context explain ${ID}`, { [explain]: [200, { ...explained, id: ID }] }, [WHY, `${ID}@12`]],
  [
    `context diff ${ID} ${OTHER}`,
    { 'GET /v1/contexts/diff': [200, diff], ...known(ID), ...known(OTHER) },
    [WHY, `${ID}@12`],
  ],
  [`context what-if ${ID}`, { [`POST /v1/contexts/${ID}/what-if`]: [200, whatIf] }, [`${ID}@12`]],
  ['context preview hello --why', { 'POST /v1/contexts/preview': [200, { ...explained, position: 1 }] }, [WHY]],
  [
    `context influence ${ID}`,
    { [`GET /v1/breadcrumbs/${ID}/influence`]: [200, { contexts: [influence], beyond: 0 }] },
    [OTHER],
  ],
  ['context cost', { 'GET /v1/contexts/costs': [200, costs] }, [LONG, ID]],
  [
    'usage --by agent',
    { 'GET /v1/usage': [200, { total: sums, rows: [{ ...sums, key: AGENT }], truncated: false }] },
    [AGENT],
  ],
  ['memory list', { 'GET /v1/memory': [200, { memories: [memory] }] }, [LONG, AGENT]],
  [`memory show ${ID}`, { [`GET /v1/memory/${ID}`]: [200, history] }, [LONG, AGENT]],
  [
    'evals run',
    {
      'GET /v1/breadcrumbs': [200, { breadcrumbs: [{ id: ID }], position: 1 }],
      [`POST /v1/cases/${ID}/run`]: [200, ran],
    },
    [WHY, `${OTHER}@1`],
  ],
  [`trace ${ID}`, trailOf, [AGENT]],
  [`trace ${ID} --raw`, trailOf, [AGENT, 'user.message.v1']],
  [`trace ${ID} --waterfall`, trailOf, []],
  ['tail --until-now --from start', { 'GET /v1/events': events }, [LONG, SESSION]],
  [`dead-letters show ${ID}`, { 'GET /v1/dead-letters': [200, { dead_letters: [letter] }] }, [LONG, OTHER]],
  [`turns ${ID}`, { [`GET /v1/breadcrumbs/${ID}/turns`]: [200, { decided: true, turns }] }, [WHY, AGENT]],
];

describe('every page of the command', () => {
  const gateway = new FakeGateway();
  const noColor = process.env['NO_COLOR'];
  const restore = (): void => {
    delete process.env['NO_COLOR'];
    if (noColor !== undefined) process.env['NO_COLOR'] = noColor;
  };
  beforeAll(() => gateway.open());
  beforeEach(() => {
    gateway.reset();
    delete process.env['NO_COLOR'];
  });
  afterEach(restore);
  afterAll(() => gateway.close());

  const STYLE = '\u001b[';

  describe.each(PAGES)('crumb %s', (command, replies, words) => {
    const args = command.split(' ');
    const show = (more: string[] = [], columns?: number) => {
      Object.assign(gateway.replies, replies);
      return gateway.crumb([...args, ...more], columns === undefined ? {} : { columns });
    };

    test.each([80, 60])('fits %i columns, and cuts no text to nothing', async (columns) => {
      const { out } = await show([], columns);
      const lines = stripVTControlCharacters(out).trimEnd().split('\n');
      for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(columns);
      for (const line of lines) expect(line).not.toMatch(/(^|\s)…(\s|$)/);
      expect(out.length).toBeGreaterThan(40);
    });

    test('on a pipe nothing is cut, and there are no colours; nor are there with NO_COLOR', async () => {
      const { out } = await show();
      for (const word of words) expect(out).toContain(word);
      expect(out).not.toContain(STYLE);
      process.env['NO_COLOR'] = '1';
      expect((await show([], 80)).out).not.toContain(STYLE);
    });

    test('with --json each line is a JSON document', async () => {
      const { out } = await show(['--json']);
      for (const line of out.trimEnd().split('\n')) expect(JSON.parse(line)).toBeInstanceOf(Object);
    });

    test('with -o yaml the documents are those of --json, and -o wide cuts nothing', async () => {
      const documents = parseAllDocuments((await show(['-o', 'yaml'])).out).map((one) => one.toJSON() as unknown);
      expect(documents.map((one) => JSON.stringify(one)).join('\n')).toBe((await show(['--json'])).out.trimEnd());
      const { out } = await show(['-o', 'wide'], 80);
      for (const word of words) expect(stripVTControlCharacters(out)).toContain(word);
    });

    test('exits with 2 for an unknown option, 1 when it is refused, and 3 when nothing answers', async () => {
      expect((await show(['--no-such-option'])).code).toBe(2);
      gateway.reset();
      expect((await gateway.crumb(args)).code).toBe(1);
      const away = new FakeGateway();
      away.address = 'http://127.0.0.1:9';
      expect((await away.crumb(args)).code).toBe(3);
    });
  });
});
