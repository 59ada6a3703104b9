import {
  ComputeChecksum,
  DescribeRetention,
  PreviewRetention,
  type RetentionReply,
} from '@crumbtrail/contracts/operations/retention';
import { type GatewayUnderTest, startGateway } from './gateway';

describe('retention and checksum', () => {
  let gateway: GatewayUnderTest;

  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.stop());

  const retention: RetentionReply = {
    keep_days: { contexts: 30 },
    archived_only: false,
    lives: [{ schema: 'note.v1', unused_seconds: 600, from: 'schema' }],
    first_position: 1,
    head: 9,
    settled: 9,
    archived: 0,
    removed: [{ class: 'contexts', count: 3, before: '2026-01-01T00:00:00Z', at: '2026-02-01T00:00:00Z' }],
  };

  test('GET /v1/retention is what the store keeps and has removed, asked with the key of the caller', async () => {
    gateway.fake.say(DescribeRetention, () => retention);
    const answer = await gateway.fetch('/v1/retention');
    expect([answer.status, await answer.json()]).toEqual([200, retention]);
    expect(gateway.fake.of(DescribeRetention)).toMatchObject([{ key: 'operator-key', request: {} }]);
  });

  test('POST /v1/retention/preview asks the store what would be removed with the setting of the request', async () => {
    const reply = { trials: [], uncounted: [] };
    gateway.fake.say(PreviewRetention, () => reply);
    const body = { setting: { keep_days: { contexts: 1 } }, limit: 5 };
    const answer = await gateway.fetch('/v1/retention/preview', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect([answer.status, await answer.json()]).toEqual([200, reply]);
    expect(gateway.fake.of(PreviewRetention)).toMatchObject([{ key: 'operator-key', request: body }]);
  });

  test('GET /v1/checksum is the checksum of the workspace of the key', async () => {
    const checksum = { workspace: 'default', rows: { crumb: 2 }, checksum: 'a'.repeat(64) };
    gateway.fake.say(ComputeChecksum, () => checksum);
    const answer = await gateway.fetch('/v1/checksum');
    expect([answer.status, await answer.json()]).toEqual([200, checksum]);
    expect(gateway.fake.of(ComputeChecksum)).toMatchObject([{ key: 'operator-key', request: {} }]);
  });

  test.each(['/v1/retention', '/v1/checksum'])(
    'GET %s is refused without a key, and the store is not asked',
    async (path) => {
      const before = gateway.fake.heard.length;
      expect((await fetch(gateway.url + path)).status).toBe(401);
      expect(gateway.fake.heard).toHaveLength(before);
    },
  );
});
