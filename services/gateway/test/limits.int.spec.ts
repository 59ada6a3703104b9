import { type GatewayUnderTest, startGateway } from './gateway';
import { Read } from '@crumbtrail/contracts';
import { crumb, found, ID } from './crumbs';

const limits = { requestsPerSecond: 0, mebibytesPerMinute: 0, wrongKeysPerMinute: 0 };
/** Its burst is one request, and the next comes back in minutes: no test depends on how fast it runs. */
const ONE_REQUEST = 0.004;
const statusOf = async (answer: Promise<Response>): Promise<number> => (await answer).status;

describe('limits of requests', () => {
  let gateway: GatewayUnderTest;
  afterEach(() => gateway.stop());

  const read = (key: string): Promise<Response> => {
    gateway.fake.say(Read, () => found([crumb()]));
    return gateway.fetch(`/v1/breadcrumbs/${ID}`, { headers: { authorization: `Bearer ${key}` } });
  };

  test('a key that sends too many requests gets 429 with Retry-After, and other keys go on', async () => {
    gateway = await startGateway({ limits: { ...limits, requestsPerSecond: ONE_REQUEST } });
    await read('operator-key');
    const refused = await read('operator-key');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ code: 'rate_limited', status: 429 });
    expect(await statusOf(read('reader-key'))).not.toBe(429);
  });

  test('a key that has sent too many bytes gets 429 until a minute’s share is back', async () => {
    gateway = await startGateway({ limits: { ...limits, mebibytesPerMinute: 1 / 1024 } });
    const send = (): Promise<number> => statusOf(gateway.send('POST', '/v1/search', { query: 'x'.repeat(200_000) }));
    expect(await send()).not.toBe(429);
    expect(await send()).toBe(429);
  });

  test('an address with too many wrong keys gets 429, and a key that was accepted before goes on', async () => {
    gateway = await startGateway({ limits: { ...limits, wrongKeysPerMinute: 1 } });
    const accepted = await statusOf(read('operator-key'));
    expect(await statusOf(read('wrong'))).toBe(401);
    expect(await statusOf(read('wronger'))).toBe(429);
    expect(await statusOf(read('operator-key'))).toBe(accepted);
  });

  test('limits of 0 are off', async () => {
    gateway = await startGateway({ limits });
    for (let n = 0; n < 20; n += 1) expect(await statusOf(read('wrong'))).toBe(401);
  });
});
