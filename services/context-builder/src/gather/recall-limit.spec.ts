import { recallLimit, RecallTimes } from './recall-limit';

describe('recallLimit', () => {
  test.each([
    ['a second while nothing is known', [], 1_000],
    ['never less than the configured time', [5, 6, 7], 150],
    ['three times what a search usually takes', [90, 100, 110, 4_000], 330],
    ['at most two seconds', [900, 1_000, 1_100], 2_000],
    ['the configured time where the usual search takes longer than anybody should wait', [2_500, 3_000, 9_000], 150],
  ])('is %s', (_what, durations, limit) => {
    expect(recallLimit(durations, 150)).toBe(limit);
  });
});

test('RecallTimes: a workspace has its own times, and only the latest count', () => {
  const times = new RecallTimes();
  for (let nth = 0; nth < 15; nth += 1) times.add('slow', 3_000);
  expect([times.limit('slow', 150), times.limit('other', 150)]).toEqual([150, 1_000]);
  for (let nth = 0; nth < 15; nth += 1) times.add('slow', 100);
  expect(times.limit('slow', 150)).toBe(300);
});
