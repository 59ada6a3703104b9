import { TransientError } from '@crumbtrail/platform';
import { ConcurrencyLimit } from './concurrency-limit';

describe('ConcurrencyLimit', () => {
  it('admits up to the maximum and then the next waiter, in order, when one is released', async () => {
    const concurrency = new ConcurrencyLimit();
    const order: string[] = [];
    const release = await concurrency.acquire('add', 1);
    const second = concurrency.acquire('add', 1).then((out) => (order.push('second'), out));
    const third = concurrency.acquire('add', 1).then((out) => (order.push('third'), out));
    await concurrency.acquire('other', 1);
    expect(order).toEqual([]);
    release();
    (await second)();
    (await third)();
    expect(order).toEqual(['second', 'third']);
  });

  it('releases a place once, however often its holder releases it', async () => {
    const concurrency = new ConcurrencyLimit(5);
    const release = await concurrency.acquire('add', 1);
    release();
    release();
    await concurrency.acquire('add', 1);
    await expect(concurrency.acquire('add', 1)).rejects.toThrow(TransientError);
  });

  it('rejects a waiter with a retry delay when it waits too long', async () => {
    const concurrency = new ConcurrencyLimit(5);
    const release = await concurrency.acquire('add', 1);
    await expect(concurrency.acquire('add', 1)).rejects.toMatchObject({
      retryInMs: 250,
      message: expect.stringContaining('add') as string,
    });
    release();
    (await concurrency.acquire('add', 1))();
  });
});
