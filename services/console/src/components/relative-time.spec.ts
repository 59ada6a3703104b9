import { describeAge } from './relative-time';

test.each([
  ['2026-05-01T11:59:30Z', 'now'],
  ['2026-05-01T12:00:10Z', 'now'],
  ['2026-05-01T11:55:00Z', '5m ago'],
  ['2026-05-01T09:00:00Z', '3h ago'],
  ['2026-04-29T12:00:00Z', '2d ago'],
  ['2026-02-01T12:00:00Z', '2mo ago'],
  ['2023-05-01T12:00:00Z', '3y ago'],
])('%s is shown as %s', (at, shown) => {
  expect(describeAge(at, new Date('2026-05-01T12:00:00Z'))).toBe(shown);
});
