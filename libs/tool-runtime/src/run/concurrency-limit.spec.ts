import { TransientError } from '@crumbtrail/platform';
import { ConcurrencyLimit } from './concurrency-limit';

describe('the gate of a tool', () => {
  it('lets in as many as it has places, and the next when one leaves, in order', async () => {
    const concurrency = new ConcurrencyLimit();
    const order: string[] = [];
    const leave = await concurrency.enter('add', 1);
    const second = concurrency.enter('add', 1).then((out) => (order.push('second'), out));
    const third = concurrency.enter('add', 1).then((out) => (order.push('third'), out));
    await concurrency.enter('other', 1);
    expect(order).toEqual([]);
    leave();
    (await second)();
    (await third)();
    expect(order).toEqual(['second', 'third']);
  });

  it('gives a place once, however often its holder leaves', async () => {
    const concurrency = new ConcurrencyLimit(5);
    const leave = await concurrency.enter('add', 1);
    leave();
    leave();
    await concurrency.enter('add', 1);
    await expect(concurrency.enter('add', 1)).rejects.toThrow(TransientError);
  });

  it('sends away who waits too long, to come again', async () => {
    const concurrency = new ConcurrencyLimit(5);
    const leave = await concurrency.enter('add', 1);
    await expect(concurrency.enter('add', 1)).rejects.toMatchObject({
      retryInMs: 250,
      message: expect.stringContaining('add') as string,
    });
    leave();
    (await concurrency.enter('add', 1))();
  });
});
