import { Timer } from '@crumbtrail/contracts';
import { aCall, LogInMemory } from '../../test/tool-call-fixture';
import { timer } from './timer';

const on = (log: LogInMemory) => (input: object) => timer.run(input as Record<string, unknown>, aCall(log));

describe('timer', () => {
  it('creates a timer for the agent and answers immediately', async () => {
    const log = new LogInMemory();
    const set = await on(log)({ seconds: 90, note: 'tea' });
    expect(log.created).toMatchObject([
      { schema_name: Timer.name, context: { fires_at: '2026-03-01T08:01:30.000Z', agent: 'abe', note: 'tea' } },
    ]);
    expect(set).toEqual({ id: log.created[0]?.id, fires_at: '2026-03-01T08:01:30.000Z', note: 'tea' });
  });

  it('counts from the request, so that a second run sets the same time', async () => {
    const log = new LogInMemory();
    await on(log)({ seconds: 0.5 });
    await on(log)({ seconds: 0.5 });
    expect(log.created[0]?.context).toEqual(log.created[1]?.context);
  });

  it('accepts a time with its zone', async () => {
    expect(await on(new LogInMemory())({ at: '2026-03-01T10:00:00+01:00' })).toMatchObject({
      fires_at: '2026-03-01T09:00:00.000Z',
    });
  });

  it('lists pending timers and cancels one', async () => {
    const log = new LogInMemory();
    const run = on(log);
    const { id } = (await run({ seconds: 60, note: 'a' })) as { id: string };
    await run({ seconds: 120 });
    expect(await run({ action: 'list' })).toMatchObject({ timers: [{ id, note: 'a' }, {}] });
    expect(await run({ action: 'cancel', id })).toEqual({ cancelled: id });
    expect(await run({ action: 'list' })).toMatchObject({ timers: [{ fires_at: '2026-03-01T08:02:00.000Z' }] });
  });

  it.each([
    [{}, 'exactly one of `seconds`'],
    [{ seconds: 1, at: '2026-03-02T08:00:00Z' }, 'exactly one of `seconds`'],
    [{ at: '2026-03-01T07:59:59Z' }, 'has passed'],
    [{ at: '2028-03-01T08:00:00Z' }, 'at most 366 days'],
    [{ action: 'cancel', id: 'no-such' }, 'You have no pending timer no-such'],
  ])('rejects %j with the remedy', async (input, wrong) => {
    await expect(on(new LogInMemory())(input)).rejects.toThrow(wrong);
  });
});
