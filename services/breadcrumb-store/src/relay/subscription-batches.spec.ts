import type { SubscribeRequest } from '@crumbtrail/contracts';
import { Mutex } from './mutex';
import { SubscriptionBatches } from './subscription-batches';

const wish = (durable: string, more: Partial<SubscribeRequest> = {}): SubscribeRequest => ({
  durable,
  filter: 'crumbs.>',
  start: 'first',
  ack_wait_ms: 1_000,
  ...more,
});

/** Batches whose work ends when the test says so, with a clock of its own. */
function slowBatches() {
  const lock = new Mutex();
  const served: string[][] = [];
  const ends: (() => void)[] = [];
  const clock = { now: 0 };
  const batches = new SubscriptionBatches((work) => lock.run(work), {
    waitMs: 15_000,
    now: () => clock.now,
    serve: (requests) => {
      served.push(requests.map(({ durable, ack_wait_ms }) => `${durable}/${ack_wait_ms}`));
      return new Promise((resolve) => ends.push(resolve));
    },
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const end = async (): Promise<void> => {
    ends.shift()?.();
    await settle();
  };
  return { batches, served, clock, settle, end };
}

describe('requests to subscribe', () => {
  it('that come while others are served share the next inspection of the stream', async () => {
    const { batches, served, settle, end } = slowBatches();
    const all = [batches.add(wish('first'))];
    await settle();
    for (let loop = 0; loop < 8; loop += 1) for (const name of ['a', 'b', 'c']) all.push(batches.add(wish(name)));
    await end();
    await end();
    await Promise.all(all);
    expect(served).toEqual([['first/1000'], ['a/1000', 'b/1000', 'c/1000']]);
  });

  it('that are being served already are joined by the same request, and not by one with other content', async () => {
    const { batches, served, settle, end } = slowBatches();
    const all = [batches.add(wish('a'))];
    await settle();
    all.push(batches.add(wish('a')), batches.add(wish('a', { ack_wait_ms: 2_000 })));
    await end();
    await end();
    await Promise.all(all);
    expect(served).toEqual([['a/1000'], ['a/2000']]);
  });

  it('are dropped once nobody waits for them any more, and served when they are made again', async () => {
    const { batches, served, clock, settle, end } = slowBatches();
    const first = batches.add(wish('first'));
    await settle();
    const gone = batches.add(wish('gone')).catch((refusal: unknown) => refusal);
    const again = batches.add(wish('again'));
    clock.now = 15_001;
    const later = batches.add(wish('again'));
    await end();
    await end();
    expect(await gone).toMatchObject({ code: 'unavailable', message: expect.stringContaining('ask again') as string });
    await Promise.all([first, again, later]);
    expect(served).toEqual([['first/1000'], ['again/1000']]);
  });

  it('fail together, and the next ones are served', async () => {
    const lock = new Mutex();
    let failures = 1;
    const serve = () => (failures-- > 0 ? Promise.reject(new Error('NATS is away')) : Promise.resolve());
    const batches = new SubscriptionBatches((work) => lock.run(work), { serve, now: () => 0 });
    const [a, b] = await Promise.allSettled([batches.add(wish('a')), batches.add(wish('b'))]);
    expect([a?.status, b?.status]).toEqual(['rejected', 'rejected']);
    await expect(batches.add(wish('a'))).resolves.toBeUndefined();
  });
});
