import fc from 'fast-check';
import { lastUntil, nextAfter, parseTimes, timeIssues } from './cron';

const following = (cron: string, time_zone: string | undefined, from: string, count: number): string[] => {
  const times: string[] = [];
  for (let at = nextAfter(parseTimes({ cron, time_zone }), from); at !== null && times.length < count;) {
    times.push(at);
    at = nextAfter(parseTimes({ cron, time_zone }), at);
  }
  return times.map((time) => time.slice(0, 16));
};

describe('the times of a schedule', () => {
  test('are computed in its time zone, and in UTC without one', () => {
    expect(following('0 9 * * MON', 'Europe/Berlin', '2026-06-01T07:00:00Z', 1)).toEqual(['2026-06-08T07:00']);
    expect(following('0 9 * * MON', 'Europe/Berlin', '2026-06-01T06:59:59.999Z', 1)).toEqual(['2026-06-01T07:00']);
    expect(following('0 9 * * *', undefined, '2026-06-01T00:00:00Z', 1)).toEqual(['2026-06-01T09:00']);
  });

  test('support seconds, the last day, the nearest weekday and the n-th weekday', () => {
    expect(nextAfter(parseTimes({ cron: '*/20 * * * * *' }), '2026-01-01T00:00:21Z')).toBe('2026-01-01T00:00:40.000Z');
    expect(following('0 0 L * *', 'UTC', '2026-02-01T00:00:00Z', 2)).toEqual(['2026-02-28T00:00', '2026-03-31T00:00']);
    expect(following('0 0 15W * *', 'UTC', '2026-02-01T00:00:00Z', 1)).toEqual(['2026-02-16T00:00']);
    expect(following('0 0 * * 5#2', 'UTC', '2026-01-01T00:00:00Z', 1)).toEqual(['2026-01-09T00:00']);
  });

  test('that a clock change skips come once, at the change', () => {
    const times = following('30 2 * * *', 'America/New_York', '2026-03-07T12:00:00Z', 2);
    expect(times).toEqual(['2026-03-08T07:00', '2026-03-09T06:30']);
  });

  test('that a clock change repeats come once, but an hourly schedule fires in both hours', () => {
    const daily = following('30 1 * * *', 'America/New_York', '2026-10-31T12:00:00Z', 2);
    expect(daily).toEqual(['2026-11-01T05:30', '2026-11-02T06:30']);
    const hourly = following('30 * * * *', 'America/New_York', '2026-11-01T05:00:00Z', 3);
    expect(hourly).toEqual(['2026-11-01T05:30', '2026-11-01T06:30', '2026-11-01T07:30']);
  });

  const crons = fc.constantFrom(
    '* * * * *',
    '*/7 * * * *',
    '30 2 * * *',
    '0 0 1 * *',
    '15 1 * * 0',
    '0 */3 * * *',
    '59 23 L 2 *',
    '10 * * * * *',
  );
  const zones = fc.constantFrom(
    'UTC',
    'America/New_York',
    'Europe/Berlin',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'Pacific/Apia',
  );
  const moments = fc.integer({ min: Date.parse('2025-01-01'), max: Date.parse('2028-01-01') });

  test('are always after the given moment, in every time zone', () => {
    fc.assert(
      fc.property(crons, zones, moments, (cron, time_zone, moment) => {
        const from = new Date(moment).toISOString();
        let before = from;
        for (let n = 0; n < 5; n += 1) {
          const next = nextAfter(parseTimes({ cron, time_zone }), before) as string;
          expect(next > before).toBe(true);
          before = next;
        }
      }),
    );
  });

  test('found by looking back are never after the given moment', () => {
    fc.assert(
      fc.property(crons, zones, moments, (cron, time_zone, moment) => {
        const until = new Date(moment).toISOString();
        const times = lastUntil(parseTimes({ cron, time_zone }), until, 3);
        expect(times.every((time, at) => time <= until && (at === 0 || time > (times[at - 1] as string)))).toBe(true);
      }),
    );
  });

  test('found by looking back include the given moment', () => {
    expect(lastUntil(parseTimes({ cron: '0 9 * * *' }), '2026-06-02T09:00:00.000Z', 2)).toEqual([
      '2026-06-01T09:00:00.000Z',
      '2026-06-02T09:00:00.000Z',
    ]);
  });

  test.each([
    ['* * * *', undefined, '/cron'],
    ['* * * * * * *', undefined, '/cron'],
    ['@daily', undefined, '/cron'],
    ['2026-01-01T00:00:00', undefined, '/cron'],
    ['60 * * * *', undefined, '/cron'],
    ['*/0 * * * *', undefined, '/cron'],
    ['a b c d e', undefined, '/cron'],
    ['0 0 30 2 *', undefined, '/cron'],
    ['0 9 * * *', 'Nowhere/Land', '/time_zone'],
    ['0 9 * * *', '+02:00', '/time_zone'],
  ])('%s in %s are refused, with the path', (cron, time_zone, path) => {
    expect(timeIssues({ cron, time_zone }).map((one) => one.path)).toEqual([path]);
  });

  test('are searched for two centuries at most, so that a schedule that never fires is refused quickly', () => {
    expect(nextAfter(parseTimes({ cron: '0 0 1 1 *' }), '2198-06-01T00:00:00Z')).toBe('2199-01-01T00:00:00.000Z');
    expect(nextAfter(parseTimes({ cron: '0 0 1 1 *' }), '2199-06-01T00:00:00Z')).toBeNull();
    for (const cron of ['*/53 * 15W * +5#5', '0 0 1W * +2#2', '0 0 30 2 *'])
      expect(timeIssues({ cron }).map(({ message }) => message)).toEqual(['never fires']);
  });

  test('that are valid have no issues', () => {
    expect(timeIssues({ cron: '0 9 * * MON-FRI', time_zone: 'Europe/Berlin' })).toEqual([]);
    expect(timeIssues({ cron: '30 0 9 * * *' })).toEqual([]);
    expect(timeIssues({ cron: '0 0 29 2 *' })).toEqual([]);
  });
});
