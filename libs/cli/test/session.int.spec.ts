import { FakeGateway } from './fake-gateway';

const members = [
  { kind: 'user', id: 'ada' },
  { kind: 'agent', id: 'ann', talkativeness: 0.8 },
  { kind: 'agent', id: 'bob', muted: true },
];
const session = {
  id: 's',
  schema_name: 'session.v1',
  version: 3,
  context: { name: 'inn', strategy: 'director', director: 'ann', members, auto: { max_rounds: 2 } },
};
const LIST = 'GET /v1/breadcrumbs';
const PATCH = 'PATCH /v1/breadcrumbs/s';

describe('crumb session', () => {
  const gateway = new FakeGateway();
  const crumb = gateway.crumb.bind(gateway);
  const sent = gateway.sent.bind(gateway);
  beforeAll(() => gateway.open());
  beforeEach(() => {
    gateway.reset();
    gateway.replies[LIST] = [200, { breadcrumbs: [session] }];
    gateway.replies['GET /v1/agents'] = [200, { agents: ['ann', 'bob', 'cat'].map((agent) => ({ agent })) }];
    gateway.replies[PATCH] = [200, { id: 's', version: 4, position: 9 }];
    gateway.replies['POST /v1/breadcrumbs'] = [201, { id: 's', version: 1, position: 9 }];
  });
  afterAll(() => gateway.close());

  test('show: prints the strategy and every member with its state', async () => {
    const { out } = await crumb(['session', 'show', 'inn']);
    expect(out).toMatch(/^session +inn\nstrategy +director\ndirector +ann\nauto +\{"max_rounds":2\}\n\nmember/);
    expect(out).toMatch(/agent:ann +present +0\.8/);
    expect(out).toMatch(/agent:bob +muted/);
  });

  test('show: a session without a session.v1 has no members and no strategy; one of which nothing can be read is an error', async () => {
    gateway.replies[LIST] = [200, { breadcrumbs: [{ id: 'm', schema_name: 'user.message.v1', context: {} }] }];
    const { code, out } = await crumb(['session', 'show', 'inn']);
    expect([code, out]).toEqual([0, expect.stringMatching(/strategy +none[^]*No members: every agent may speak/)]);
    gateway.replies[LIST] = [200, { breadcrumbs: [] }];
    expect(await crumb(['session', 'show', 'inn'])).toMatchObject({ code: 1, err: /There is no session inn/ });
  });

  test('set: gives a title, archives, and brings back from the archive', async () => {
    await crumb(['session', 'set', 'inn', '--title', 'The old inn', '--archive']);
    const { context } = session;
    expect(sent(PATCH)).toMatchObject({ context: { ...context, title: 'The old inn', archived: true } });
    gateway.reset();
    gateway.replies[LIST] = [200, { breadcrumbs: [session] }];
    gateway.replies[PATCH] = [200, { id: 's', version: 4, position: 9 }];
    await crumb(['session', 'set', 'inn', '--no-archive']);
    expect(sent(PATCH)).toMatchObject({ context: { ...context, archived: false } });
  });

  test('show: says who has adjusted the session, until when and why', async () => {
    const overrides = [
      { id: 'stop', verb: 'pause', by: 'ops', reason: 'a drill', until: '2999-01-01T00:00:00.000Z' },
      { id: 'gone', verb: 'mute', agents: ['ann'], until: '2020-01-01T00:00:00.000Z' },
    ];
    const adjusted = { id: 'o', schema_name: 'session.override.v1', context: { session: 'inn', overrides } };
    gateway.replies[LIST] = [200, { breadcrumbs: [session, adjusted] }];
    const { out } = await crumb(['session', 'show', 'inn']);
    expect(out).toContain('adjusted   pause (stop) by operator ops until 2999-01-01T00:00:00.000Z: a drill');
    expect(out).not.toContain('gone');
  });

  test.each([
    ['pause --for 10m --reason drill', { verb: 'pause', ttl_seconds: 600, reason: 'drill' }],
    ['mute ann,bob cat', { verb: 'mute', agents: ['ann', 'bob', 'cat'] }],
    ['scenario A ship. --id ship', { verb: 'scenario', id: 'ship', text: 'A ship.' }],
    ['inject A knock. --depth 1 --turns 2', { verb: 'inject', text: 'A knock.', depth: 1, turns: 2 }],
    ['budget 2000 --for 1d', { verb: 'budget', max_tokens: 2_000, ttl_seconds: 86_400 }],
  ])('override %s: sends what was typed', async (line, body) => {
    const OVERRIDES = 'POST /v1/sessions/inn/overrides';
    gateway.replies[OVERRIDES] = [200, { session: 'inn', now: '2026-05-08T09:00:00.000Z', overrides: [] }];
    expect((await crumb(['session', 'override', 'inn', ...line.split(' ')])).code).toBe(0);
    expect(sent(OVERRIDES)).toEqual(body);
  });

  test('a name that does not exist is refused with the nearest ones, and nothing is sent', async () => {
    const refused = { code: 1, err: expect.stringContaining('No agent "an"') as string };
    expect(await crumb(['session', 'override', 'inn', 'mute', 'an'])).toMatchObject(refused);
    expect(await crumb(['session', 'set', 'inn', '--add', 'an'])).toMatchObject(refused);
    gateway.replies[LIST] = [200, { breadcrumbs: [] }];
    gateway.replies['GET /v1/sessions'] = [200, { sessions: [{ name: 'inn' }] }];
    expect(await crumb(['session', 'override', 'in', 'pause'])).toMatchObject({
      code: 1,
      err: expect.stringContaining(
        'No session "in" exists in this workspace, or none that this key may read. The nearest: inn.',
      ) as string,
    });
    expect(gateway.requests.filter(({ line }) => !line.startsWith('GET'))).toEqual([]);
  });

  test.each(['shout now', 'mute', 'pause please', 'pause --for ever', 'budget many'])(
    'override %s: is refused before anything is sent',
    async (line) => {
      expect((await crumb(['session', 'override', 'inn', ...line.split(' ')])).code).toBe(2);
      expect(gateway.requests).toEqual([]);
    },
  );

  test('overrides and revert: list what is adjusted, and until when', async () => {
    const overrides = [{ id: 'small', verb: 'budget', max_tokens: 900, by: 'ops', until: '2026-05-08T08:00:00.000Z' }];
    const listed = { session: 'inn', now: '2026-05-08T09:00:00.000Z', version: 2, overrides };
    gateway.replies['GET /v1/sessions/inn/overrides'] = [200, listed];
    gateway.replies['DELETE /v1/sessions/inn/overrides/small'] = [200, { ...listed, overrides: [] }];
    expect((await crumb(['session', 'overrides', 'inn'])).out).toMatch(/small +budget +ops .*ended \S+ +900 tokens/);
    expect((await crumb(['session', 'revert', 'inn', 'small'])).out).toContain('Nobody has adjusted');
  });

  test('set: changes members, and drops the settings that the new strategy does not have', async () => {
    const change = '--strategy natural --add cat --unmute bob --talkativeness ann=0.3,cat=1 --auto max_turns=4';
    const { code } = await crumb(['session', 'set', 'inn'].concat(change.split(' ')));
    expect(code).toBe(0);
    expect(sent(PATCH)).toEqual({
      context: {
        name: 'inn',
        strategy: 'natural',
        auto: { max_turns: 4 },
        members: [
          { kind: 'user', id: 'ada' },
          { kind: 'agent', id: 'ann', talkativeness: 0.3 },
          { kind: 'agent', id: 'bob', muted: false },
          { kind: 'agent', id: 'cat', talkativeness: 1 },
        ],
      },
    });
  });

  test('set --strategy none --remove: goes back to a session without a strategy', async () => {
    await crumb(['session', 'set', 'inn', '--strategy', 'none', '--remove', 'bob']);
    expect(sent(PATCH)).toEqual({ context: { name: 'inn', members: members.slice(0, 2) } });
  });

  test('set: writes the session.v1 of a session that has none, and names a member that is missing', async () => {
    gateway.replies[LIST] = [200, { breadcrumbs: [] }];
    await crumb(['session', 'set', 'inn', '--add', 'ann', '--strategy', 'list', '--no-auto']);
    expect(sent('POST /v1/breadcrumbs')).toEqual({
      schema_name: 'session.v1',
      context: { name: 'inn', strategy: 'list', members: [{ kind: 'agent', id: 'ann' }] },
    });
    expect(await crumb(['session', 'set', 'inn', '--mute', 'eve'])).toMatchObject({ code: 1, err: /eve is no member/ });
    expect((await crumb(['session', 'set', 'inn', '--talkativeness', 'ann'])).code).toBe(2);
  });

  test('speak: lets an agent answer a message, or asks for a round, and prints the answers', async () => {
    const answer = {
      id: 'r',
      author: { kind: 'agent', id: 'bob' },
      audience: 'all',
      context: { action: 'speak', content: 'Here.' },
    };
    const receipt = { message: { id: 'm', trail_id: 'm' }, trail_id: 'm', responses: [answer] };
    gateway.replies['POST /v1/sessions/inn/speak'] = [200, receipt];
    const { out } = await crumb(['session', 'speak', 'inn', 'bob', 'Well,', 'Bob?', '--private', '--reason', 'late']);
    expect(out).toMatch(/^bob: Here\.\n\ntrail m\n/);
    expect(sent('POST /v1/sessions/inn/speak')).toEqual({
      agent: 'bob',
      message: 'Well, Bob?',
      reason: 'late',
      private: true,
      wait_ms: 0,
    });
    expect(gateway.requests.map(({ body }) => body)).toContainEqual(expect.stringContaining('"wait_ms":60000'));
    gateway.requests = [];
    await crumb(['session', 'speak', 'inn', '-w', '0']);
    expect(sent('POST /v1/sessions/inn/speak')).toEqual({ wait_ms: 0 });
  });
});
