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

  test.each([
    // Berlin: 02:00 becomes 03:00 at 01:00 UTC on 29 March 2026, 03:00 becomes 02:00 at 01:00 UTC on 25 October.
    [
      '0,30 2 * * *',
      'Europe/Berlin',
      '2026-03-28T12:00Z',
      ['2026-03-29T01:00', '2026-03-30T00:00', '2026-03-30T00:30'],
    ],
    [
      '*/15 2 * * *',
      'Europe/Berlin',
      '2026-03-28T12:00Z',
      ['2026-03-29T01:00', '2026-03-30T00:00', '2026-03-30T00:15'],
    ],
    [
      '30 2,4 * * *',
      'Europe/Berlin',
      '2026-03-28T12:00Z',
      ['2026-03-29T01:00', '2026-03-29T02:30', '2026-03-30T00:30'],
    ],
    [
      '15 1-3 * * *',
      'Europe/Berlin',
      '2026-03-28T12:00Z',
      ['2026-03-29T00:15', '2026-03-29T01:00', '2026-03-29T01:15'],
    ],
    [
      '0,30 2 * * *',
      'Europe/Berlin',
      '2026-10-24T12:00Z',
      ['2026-10-25T00:00', '2026-10-25T00:30', '2026-10-26T01:00'],
    ],
    [
      '30 1,2 * * *',
      'Europe/Berlin',
      '2026-10-24T12:00Z',
      ['2026-10-24T23:30', '2026-10-25T00:30', '2026-10-26T00:30'],
    ],
    ['0 */2 * * *', 'Europe/Berlin', '2026-03-28T23:30Z', ['2026-03-29T01:00', '2026-03-29T02:00', '2026-03-29T04:00']],
    // New York: 02:00 becomes 03:00 at 07:00 UTC on 8 March 2026, 02:00 becomes 01:00 at 06:00 UTC on 1 November.
    [
      '0,30 2 * * *',
      'America/New_York',
      '2026-03-08T00:00Z',
      ['2026-03-08T07:00', '2026-03-09T06:00', '2026-03-09T06:30'],
    ],
    [
      '0,30 1 * * *',
      'America/New_York',
      '2026-11-01T00:00Z',
      ['2026-11-01T05:00', '2026-11-01T05:30', '2026-11-02T06:00'],
    ],
    // Lord Howe moves by half an hour: 02:00 becomes 02:30 at 15:30 UTC on 3 October 2026, 02:00 becomes 01:30 at 15:00 UTC on 4 April.
    [
      '0,15,45 2 * * *',
      'Australia/Lord_Howe',
      '2026-10-03T12:00Z',
      ['2026-10-03T15:30', '2026-10-03T15:45', '2026-10-04T15:00'],
    ],
    [
      '15,45 1 * * *',
      'Australia/Lord_Howe',
      '2026-04-04T12:00Z',
      ['2026-04-04T14:15', '2026-04-04T14:45', '2026-04-05T14:45'],
    ],
    // Beirut changes at midnight: 00:00 becomes 01:00 at 22:00 UTC on 28 March 2026.
    ['0,30 0 * * *', 'Asia/Beirut', '2026-03-28T00:00Z', ['2026-03-28T22:00', '2026-03-29T21:00', '2026-03-29T21:30']],
    // Dublin: 01:00 becomes 02:00 at 01:00 UTC on 29 March 2026.
    [
      '5,10 1 * * *',
      'Europe/Dublin',
      '2026-03-28T12:00Z',
      ['2026-03-29T01:00', '2026-03-30T00:05', '2026-03-30T00:10'],
    ],
    // Apia left out 30 December 2011.
    ['0 8,20 * * *', 'Pacific/Apia', '2011-12-30T07:00Z', ['2011-12-30T10:00', '2011-12-30T18:00', '2011-12-31T06:00']],
  ])(
    '%s in %s after %s come once each, and those that a clock change skips come at the change',
    (cron, zone, from, times) => {
      expect(following(cron, zone, from, times.length)).toEqual(times);
      const last = lastUntil(parseTimes({ cron, time_zone: zone }), `${times.at(-1)}:00Z`, times.length);
      expect(last.map((time) => time.slice(0, 16))).toEqual(times);
    },
  );

  test('of every twentieth minute go on through the repeated hour', () => {
    const times = following('*/20 * * * *', 'Europe/Berlin', '2026-10-25T00:30:00Z', 5);
    expect(times).toEqual([
      '2026-10-25T00:40',
      '2026-10-25T01:00',
      '2026-10-25T01:20',
      '2026-10-25T01:40',
      '2026-10-25T02:00',
    ]);
  });

  test('of day 0 or month 0 are refused with the field and what the fields are', () => {
    const of = (cron: string) => timeIssues({ cron }).map(({ message }) => message);
    expect(of('0 0 0 * *')[0]).toContain(
      'the field for the day, "0", begins below 1; the fields are minute, hour, day',
    );
    expect(of('0 0 1 0 *')[0]).toContain('the field for the month, "0", begins below 1');
  });

  const crons = fc.constantFrom(
    '0,30 2 * * *',
    '*/10 1-3 * * *',
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
