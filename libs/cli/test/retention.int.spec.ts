import { FakeGateway } from './fake-gateway';

const reply = {
  keep_days: { contexts: 30, events: 1 },
  archived_only: true,
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

  test.each([[[]], [['--contexts', '0']], [['--contexts', 'soon']], [['--events', '1.5']]])(
    'set exits with 2 and changes nothing for %j',
    async (options) => {
      holds(undefined);
      expect((await crumb(['retention', 'set', ...options])).code).toBe(2);
      expect(gateway.requests).toEqual([]);
    },
  );

  test('checksum prints the hash and the workspace, or everything with --json', async () => {
    const checksum = { workspace: 'harbour', rows: { crumb: 2 }, checksum: 'abc' };
    gateway.replies['GET /v1/checksum'] = [200, checksum];
    expect((await crumb(['checksum'])).out).toBe('abc  harbour\n');
    expect(JSON.parse((await crumb(['checksum', '--json'])).out)).toEqual(checksum);
  });
});
