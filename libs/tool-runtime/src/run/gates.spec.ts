import { TransientError } from '@crumbtrail/platform';
import { Gates } from './gates';

describe('the gate of a tool', () => {
  it('lets in as many as it has places, and the next when one leaves, in order', async () => {
    const gates = new Gates();
    const order: string[] = [];
    const leave = await gates.enter('add', 1);
    const second = gates.enter('add', 1).then((out) => (order.push('second'), out));
    const third = gates.enter('add', 1).then((out) => (order.push('third'), out));
    await gates.enter('other', 1);
    expect(order).toEqual([]);
    leave();
    (await second)();
    (await third)();
    expect(order).toEqual(['second', 'third']);
  });

  it('gives a place once, however often its holder leaves', async () => {
    const gates = new Gates(5);
    const leave = await gates.enter('add', 1);
    leave();
    leave();
    await gates.enter('add', 1);
    await expect(gates.enter('add', 1)).rejects.toThrow(TransientError);
  });

  it('sends away who waits too long, to come again', async () => {
    const gates = new Gates(5);
    const leave = await gates.enter('add', 1);
    await expect(gates.enter('add', 1)).rejects.toMatchObject({
      retryInMs: 250,
      message: expect.stringContaining('add') as string,
    });
    leave();
    (await gates.enter('add', 1))();
  });
});
