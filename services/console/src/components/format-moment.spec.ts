import { formatMoment } from './format-moment';

const NOW = new Date('2026-07-02T00:30:00Z');

test.each([
  ['2026-07-01T23:05:09Z', 'UTC', '1 Jul 2026, 23:05:09 UTC'],
  ['2026-07-02T00:05:09Z', 'UTC', '00:05:09 UTC'],
  ['2026-07-01T23:05:09Z', 'local', '01:05:09 CEST'],
  ['2026-07-01T20:05:09Z', 'local', '1 Jul 2026, 22:05:09 CEST'],
  ['2026-07-02T00:25:00Z', 'relative', '5 min. ago'],
  ['2026-07-01T00:25:00Z', 'relative', 'yesterday'],
  ['2026-07-02T00:30:00.4Z', 'relative', 'now'],
] as const)('%s, shown as %s, is %s', (at, setting, text) => {
  expect(formatMoment(at, setting, NOW, 'Europe/Berlin')).toBe(text);
});
