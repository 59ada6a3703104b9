import type { ScheduleV1 } from '@crumbtrail/contracts';
import fc from 'fast-check';
import { nextAfter, parseTimes } from './cron';
import { firstDue, MAX_COUNTED, MAX_TICKS, planTicks } from './plan-ticks';

const every = (cron: string, more: Partial<ScheduleV1> = {}): ScheduleV1 => ({ name: 's', cron, ...more });
const FIRST = '2026-01-01T09:00:00.000Z';

describe('a due schedule', () => {
  test('creates one tick if it is on time, and is planned again', () => {
    for (const missed of [undefined, 'once', 'skip', 'all'] as const)
      expect(planTicks(every('0 9 * * *', { missed }), FIRST, '2026-01-01T09:00:00.400Z')).toEqual({
        ticks: [{ due_at: FIRST, missed: 0 }],
        next: '2026-01-02T09:00:00.000Z',
      });
  });

  test('counts the missed times in one tick if it is late', () => {
    expect(planTicks(every('0 9 * * *'), FIRST, '2026-01-04T10:00:00.000Z')).toEqual({
      ticks: [{ due_at: '2026-01-04T09:00:00.000Z', missed: 3 }],
      next: '2026-01-05T09:00:00.000Z',
    });
  });

  test('creates no tick if it is late and skips missed times, unless the latest time has only just passed', () => {
    const schedule = every('0 9 * * *', { missed: 'skip' });
    expect(planTicks(schedule, FIRST, '2026-01-04T10:00:00.000Z').ticks).toEqual([]);
    expect(planTicks(schedule, FIRST, '2026-01-04T09:00:30.000Z').ticks).toEqual([
      { due_at: '2026-01-04T09:00:00.000Z', missed: 0 },
    ]);
  });

  test('creates a tick for each of the last 100 missed times if it is late and fires all of them', () => {
    const schedule = every('* * * * *', { missed: 'all' });
    const { ticks } = planTicks(schedule, FIRST, '2026-01-01T12:00:00.000Z');
    expect(ticks).toHaveLength(MAX_TICKS);
    expect(ticks[0]).toEqual({ due_at: '2026-01-01T10:21:00.000Z', missed: 81 });
    expect(ticks.at(-1)).toEqual({ due_at: '2026-01-01T12:00:00.000Z', missed: 0 });
  });

  test('stops counting missed times at the maximum', () => {
    const now = '2026-06-01T00:00:00.500Z';
    const { ticks, next } = planTicks(every('* * * * * *'), FIRST, now);
    expect([ticks, next]).toEqual([
      [{ due_at: '2026-06-01T00:00:00.000Z', missed: MAX_COUNTED }],
      '2026-06-01T00:00:01.000Z',
    ]);
    const all = planTicks(every('* * * * * *', { missed: 'all' }), FIRST, now).ticks;
    expect([all.length, all.at(-1)?.due_at]).toEqual([MAX_TICKS, '2026-06-01T00:00:00.000Z']);
  });

  test('creates no tick while it is disabled', () => {
    expect(firstDue(every('0 9 * * *', { enabled: false }), FIRST)).toBeNull();
    expect(firstDue(every('0 9 * * *'), FIRST)).toBe('2026-01-02T09:00:00.000Z');
  });

  test('never fires a future time or the same time twice, and loses no time that it counts', () => {
    const missed = fc.constantFrom<ScheduleV1['missed']>('once', 'all', 'skip');
    const looks = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(missed, looks, (rule, gaps) => {
        const schedule = every('*/5 * * * *', { missed: rule });
        let due: string | null = FIRST;
        let now = Date.parse(FIRST);
        const fired: { due_at: string; missed: number }[] = [];
        for (const minutes of gaps) {
          now += minutes * 60_000;
          const at = new Date(now).toISOString();
          if (due === null || due > at) continue;
          const plan = planTicks(schedule, due, at);
          expect(plan.ticks.every((tick) => tick.due_at <= at)).toBe(true);
          expect(plan.next !== null && plan.next > at).toBe(true);
          fired.push(...plan.ticks);
          due = plan.next;
        }
        const times = fired.map((tick) => tick.due_at);
        expect(new Set(times).size).toBe(times.length);
        const counted = fired.reduce((sum, tick) => sum + 1 + tick.missed, 0);
        let passed = 0;
        for (
          let at: string | null = FIRST;
          at !== null && at < (due as string);
          at = nextAfter(parseTimes(schedule), at)
        )
          passed += 1;
        if (rule !== 'skip') expect(counted).toBe(passed);
      }),
    );
  });
});
