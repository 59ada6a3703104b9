import { FakeGateway } from './fake-gateway';

const reply = {
  keep_days: { contexts: 30, events: 1 },
  archived_only: true,
  lives: [{ schema: 'note.v1', unused_seconds: 600, from: 'schema', counted_since: '2026-02-01T00:00:00.000Z' }],
  first_position: 5,
  head: 90,
  settled: 70,
  held_by: 'conductor',
  archived: 60,
  removed: [{ class: 'contexts', count: 1_200, before: '2026-01-01T00:00:00Z', at: '2026-02-01T00:00:00Z' }],
};
const SETTING = 'workspace.retention.v1';

describe('crumb retention and checksum', () => {
  const gateway = new FakeGateway();
  const crumb = gateway.crumb.bind(gateway);
  beforeAll(() => gateway.open());
  beforeEach(() => {
    gateway.reset();
    gateway.replies['GET /v1/retention'] = [200, reply];
  });
  afterAll(() => gateway.close());

  const holds = (context: object | undefined): void => {
    const breadcrumbs = context === undefined ? [] : [{ id: 's', version: 4, schema_name: SETTING, context }];
    gateway.replies['GET /v1/breadcrumbs'] = [200, { breadcrumbs }];
    gateway.replies['POST /v1/breadcrumbs'] = [201, { id: 's', version: 1, position: 9 }];
    gateway.replies['PATCH /v1/breadcrumbs/s'] = [200, { id: 's', version: 5, position: 9 }];
  };

  test('shows for every class how long it is kept and what was removed, and what holds the removal back', async () => {
    expect((await crumb(['retention'])).out.split('\n')).toEqual([
      'contexts: kept for 30 days; 1,200 removed, last on 2026-02-01',
      'expired: kept forever',
      'turns: kept forever',
      'decisions: kept forever',
      'events: kept for 1 day',
      'note.v1: removed 10 minutes after it was last used; uses counted since 2026-02-01 (its schema.def.v1)',
      'The log begins at 5 and ends at 90; archived through 60.',
      'Only what an archive holds is removed.',
      'Nothing after 70 is removed yet because of conductor; see `crumb doctor`.',
      '',
    ]);
    expect(JSON.parse((await crumb(['retention', '--json'])).out)).toEqual(reply);
  });

  test('set writes the first setting of a workspace with what was given, and shows the result', async () => {
    holds(undefined);
    const { code, out } = await crumb(['retention', 'set', '--contexts', '30', '--archived-only']);
    expect([code, out.split('\n')[0]]).toEqual([0, 'contexts: kept for 30 days; 1,200 removed, last on 2026-02-01']);
    expect(gateway.sent('POST /v1/breadcrumbs')).toMatchObject({
      context: { name: 'retention', keep_days: { contexts: 30 }, archived_only: true },
    });
  });

  test('set changes only the classes that are named; forever removes a limit', async () => {
    holds({ name: 'retention', keep_days: { contexts: 30, turns: 9 }, archived_only: true });
    await crumb(['retention', 'set', '--contexts', 'forever', '--events', '365']);
    expect(gateway.sent('PATCH /v1/breadcrumbs/s')).toEqual({
      context: { name: 'retention', keep_days: { turns: 9, events: 365 }, archived_only: true },
    });
    expect(gateway.sent('POST /v1/breadcrumbs')).toBeUndefined();
  });

  test('set gives breadcrumbs of a schema a life by age, by use or by both, and forever ends it', async () => {
    const life = { schema: 'tool.response.v1', unused_seconds: 60 };
    holds({ name: 'retention', keep_days: {}, lives: [life, { schema: 'old.v1', seconds: 60 }] });
    const lives = ['--life', 'note.v1=7d+unused:30d', '--life', 'log.v1=90s/unused:2h', '--life', 'old.v1=forever'];
    expect((await crumb(['retention', 'set', ...lives])).code).toBe(0);
    expect(gateway.sent('PATCH /v1/breadcrumbs/s')).toEqual({
      context: {
        name: 'retention',
        keep_days: {},
        lives: [
          life,
          { schema: 'note.v1', seconds: 604_800, unused_seconds: 2_592_000 },
          { schema: 'log.v1', seconds: 90, unused_seconds: 7_200, when: 'either' },
        ],
        archived_only: false,
      },
    });
  });

  test('preview shows what would go and why, also with changes that are not stored', async () => {
    const because = 'It was created at 2026-01-01T00:00:00Z; its life is an age of 60 s.';
    const trial = {
      class: 'lives',
      schema: 'note.v1',
      count: 3,
      needed: 2,
      items: [{ id: 'a', schema_name: 'note.v1', because }],
    };
    gateway.replies['POST /v1/retention/preview'] = [200, { trials: [trial], uncounted: ['note.v1'] }];
    holds({ name: 'retention', keep_days: { turns: 9 } });
    const { out } = await crumb(['retention', 'preview', '--contexts', '30', '--life', 'note.v1=60s']);
    expect(out.split('\n')).toEqual([
      'note.v1: 3 would go; 2 more stay, because something names them',
      `  a note.v1  ${because}`,
      '  and 2 more',
      'Uses of note.v1 are counted once the life is set; what it would remove, it removes that long after then.',
      '',
    ]);
    expect(gateway.sent('POST /v1/retention/preview')).toEqual({
      setting: {
        keep_days: { turns: 9, contexts: 30 },
        lives: [{ schema: 'note.v1', seconds: 60 }],
        archived_only: false,
      },
    });
  });

  test('preview without changes asks for the stored setting', async () => {
    gateway.replies['POST /v1/retention/preview'] = [200, { trials: [], uncounted: [] }];
    expect((await crumb(['retention', 'preview'])).out).toBe('Nothing is limited: everything is kept.\n');
    expect(gateway.sent('POST /v1/retention/preview')).toEqual({});
  });

  test.each([
    [[]],
    [['--life', 'note.v1']],
    [['--life', 'note.v1=1d+2d']],
    [['--contexts', '0']],
    [['--contexts', 'soon']],
    [['--events', '1.5']],
  ])('set exits with 2 and changes nothing for %j', async (options) => {
    holds(undefined);
    expect((await crumb(['retention', 'set', ...options])).code).toBe(2);
    expect(gateway.requests).toEqual([]);
  });

  test('checksum prints the hash and the workspace, or everything with --json', async () => {
    const checksum = { workspace: 'harbour', rows: { crumb: 2 }, checksum: 'abc' };
    gateway.replies['GET /v1/checksum'] = [200, checksum];
    expect((await crumb(['checksum'])).out).toBe('abc  harbour\n');
    expect(JSON.parse((await crumb(['checksum', '--json'])).out)).toEqual(checksum);
  });
});
