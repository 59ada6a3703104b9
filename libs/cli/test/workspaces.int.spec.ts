import { FakeGateway } from './fake-gateway';

describe('crumb workspaces', () => {
  const gateway = new FakeGateway();
  const crumb = gateway.crumb.bind(gateway);
  beforeAll(() => gateway.open());
  beforeEach(() => gateway.reset());
  afterAll(() => gateway.close());

  test('workspaces move: says how much was moved and for how long writes waited', async () => {
    const moved = {
      workspace: 'harbour',
      cell: 'eu',
      rows: { crumbs: 1_200, keys: 34 },
      copied_ms: 3_210,
      paused_ms: 440,
    };
    gateway.replies['POST /v1/workspaces/harbour/move'] = [200, moved];
    expect((await crumb(['workspaces', 'move', 'harbour', '--to', 'eu', '--within', '2.5'])).out).toBe(
      'Moved harbour to the cell eu: 1,234 rows.\n' +
        'Copied in 3.2 s while it was used; then writes waited for 0.4 s.\n' +
        'Keys are the same. Whoever signed in with a browser signs in again.\n',
    );
    expect(gateway.requests.at(-1)?.body).toBe('{"to":"eu","within_ms":2500}');
    const { out } = await crumb(['workspaces', 'move', 'harbour', '--to', 'eu', '-o', 'json']);
    expect([JSON.parse(out), gateway.requests.at(-1)?.body]).toEqual([moved, '{"to":"eu"}']);
  });

  test('workspaces move: without a cell, or with a time that is too long, nothing is sent', async () => {
    expect((await crumb(['workspaces', 'move', 'harbour'])).code).toBe(2);
    const late = await crumb(['workspaces', 'move', 'harbour', '--to', 'eu', '--within', '601']);
    expect([late.code, late.err]).toEqual([2, expect.stringContaining('--within must be 0 to 600 seconds')]);
    expect(gateway.requests).toEqual([]);
  });
});
