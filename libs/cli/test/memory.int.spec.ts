import { FakeGateway } from './fake-gateway';

const ID = '0190a000-0000-7000-8000-000000000001';
const SOURCE = '0190a000-0000-7000-8000-000000000002';
const ANSWER = '0190a000-0000-7000-8000-000000000003';
const home = {
  id: 'aaaaaaaa',
  text: 'Ann lives in Bonn.',
  about: 'user:ann',
  pinned: true,
  sources: [
    { id: SOURCE, version: 1 },
    { id: ID, version: 1 },
  ],
};
const dog = { id: 'bbbbbbbb', text: 'Ann has a dog.', about: 'user:ann', sources: [{ id: SOURCE, version: 1 }] };
const memory = {
  id: ID,
  version: 3,
  tier: 'long',
  agent: 'bot',
  section: 'homes',
  audience: 'all',
  facts: [home],
  method: 'extracted',
  updated_at: '2026-01-02T00:00:00Z',
};
const keeper = { kind: 'service', id: 'memory-keeper' };
const history = {
  memory,
  facts: [
    {
      fact: home,
      present: true,
      timeline: [
        { version: 1, at: '2026-01-01T00:00:00Z', by: keeper, changes: ['remembered'], text: 'Ann lives in Berlin.' },
        {
          version: 3,
          at: '2026-01-02T00:00:00Z',
          by: { kind: 'user', id: 'ann' },
          changes: ['edited', 'pinned'],
          text: home.text,
        },
      ],
      answers: [{ response: ANSWER, agent: 'bot', session: 'demo', at: '2026-01-03T00:00:00Z' }],
    },
    { fact: dog, present: false, timeline: [], answers: [] },
  ],
  sources: [
    {
      id: SOURCE,
      trail_id: SOURCE,
      schema_name: 'user.message.v1',
      author: { kind: 'user', id: 'ann' },
      audience: 'all',
      occurred_at: '2026-01-01T00:00:00Z',
      text: 'I moved to Bonn',
    },
  ],
};

describe('crumb memory', () => {
  const gateway = new FakeGateway();
  const crumb = gateway.crumb.bind(gateway);
  const FACT = `/v1/memory/${ID}/facts/aaaaaaaa`;

  beforeAll(() => gateway.open());
  beforeEach(() => {
    gateway.reset();
    gateway.replies['GET /v1/memory'] = [200, { memories: [memory] }];
    gateway.replies[`GET /v1/memory/${ID}`] = [200, history];
    gateway.replies[`PATCH ${FACT}`] = [200, { memories: [{ id: ID, version: 4 }], changed: 1 }];
    gateway.replies[`DELETE ${FACT}`] = [200, { memories: [], changed: 1 }];
  });
  afterAll(() => gateway.close());

  const lines = (out: string): string[] => out.trimEnd().split('\n');

  test('list prints a fact on each line, passes filters on and names the next page', async () => {
    gateway.replies['GET /v1/memory'] = [200, { memories: [memory], next_cursor: 'more' }];
    const { code, out, err } = await crumb(['memory', 'list', '--about', 'user:ann', '--tier', 'long']);
    expect([code, err]).toEqual([0, 'There are more: add --cursor more\n']);
    expect(lines(out)[1]).toMatch(/^aaaaaaaa +bot +homes +user:ann +pinned +Ann lives in Bonn\.$/);
    expect(gateway.requests.map(({ line }) => line)).toEqual(['GET /v1/memory?about=user%3Aann&tier=long&limit=50']);
  });

  test('list says that nothing is known, and prints JSON as the gateway returned it', async () => {
    gateway.replies['GET /v1/memory'] = [200, { memories: [] }];
    expect((await crumb(['memory', 'list'])).out).toBe('No memories that this key can see.\n');
    expect(JSON.parse((await crumb(['memory', 'list', '--json'])).out)).toEqual({ memories: [] });
  });

  test('show prints a memory, and what has left it', async () => {
    const { out } = await crumb(['memory', 'show', ID]);
    expect(lines(out)[0]).toBe('bot · homes · version 3, 2026-01-02T00:00:00Z');
    expect(out).toContain('extracted without a model');
    expect(out).toMatch(/No longer in this memory:\n.*\nbbbbbbbb/);
  });

  test('why prints what became of a fact, what it rests on and which answers used it', async () => {
    const { code, out } = await crumb(['memory', 'why', 'aaaaaaaa']);
    expect(code).toBe(0);
    expect(out).toContain('of bot, homes, about user:ann\npinned\n');
    expect(out).toMatch(/2026-01-01T00:00:00Z +1 +remembered +memory-keeper +Ann lives in Berlin\./);
    expect(out).toMatch(/2026-01-02T00:00:00Z +3 +edited, pinned +ann +Ann lives in Bonn\./);
    expect(out).toMatch(new RegExp(`${SOURCE} .*I moved to Bonn`));
    expect(out).toMatch(new RegExp(`${ID} .*\\(erased, or not visible to this key\\)`));
    expect(out).toMatch(new RegExp(`${ANSWER} +2026-01-03T00:00:00Z +bot +demo`));
  });

  test('edit and pin change the version that was listed', async () => {
    expect((await crumb(['memory', 'edit', 'aaaaaaaa', 'Ann lives in Cologne.'])).out).toBe('Edited aaaaaaaa.\n');
    expect(gateway.sent(`PATCH ${FACT}`)).toEqual({ text: 'Ann lives in Cologne.', version: 3 });
    gateway.requests = [];
    expect((await crumb(['memory', 'unpin', 'aaaaaaaa'])).out).toBe('Unpinned aaaaaaaa.\n');
    expect(gateway.sent(`PATCH ${FACT}`)).toEqual({ pinned: false, version: 3 });
  });

  test('a fact that does not exist, or that two agents have, is not changed', async () => {
    const missing = await crumb(['memory', 'forget', 'cccccccc']);
    expect([missing.code, missing.err]).toEqual([1, expect.stringContaining('No fact cccccccc')]);
    gateway.replies['GET /v1/memory'] = [200, { memories: [memory, { ...memory, agent: 'other' }] }];
    const twice = await crumb(['memory', 'forget', 'aaaaaaaa']);
    expect([twice.code, twice.err]).toEqual([1, expect.stringContaining('Name the agent with --agent.')]);
    expect(gateway.requests.filter(({ line }) => line.startsWith('DELETE'))).toEqual([]);
  });

  test('forget erases one fact, or all that is known of a participant', async () => {
    expect((await crumb(['memory', 'forget', 'aaaaaaaa'])).out).toBe('Forgot aaaaaaaa.\n');
    const all = await crumb(['memory', 'forget', '--about', 'user:ann']);
    expect([all.code, all.err]).toEqual([1, expect.stringContaining('The fact aaaaaaaa is still there.')]);
    gateway.replies['GET /v1/memory'] = [200, { memories: [] }];
    expect((await crumb(['memory', 'forget', '--about', 'user:ann'])).out).toBe('Nothing was remembered.\n');
  });

  test('forget without a fact or a participant is wrong usage', async () => {
    expect((await crumb(['memory', 'forget'])).code).toBe(2);
    expect((await crumb(['memory', 'forget', 'aaaaaaaa', '--about', 'user:ann'])).code).toBe(2);
  });
});
