const { moved, stillSeconds } = require('./start-progress.js');

const still = { pid: 7, isReady: false, bytes: 10, ticks: 100 };

test.each([
  ['it is new', undefined, still],
  ['it was started again', still, { ...still, pid: 8 }],
  ['it became ready', still, { ...still, isReady: true }],
  ['its log grew', still, { ...still, bytes: 11 }],
  ['it used processor time', still, { ...still, ticks: 110 }],
])('a process moves where %s', (_why, before, now) => {
  expect(moved(before, now)).toBe(true);
});

test.each([
  ['it does nothing', still, still],
  ['it only waits', still, { ...still, ticks: 101 }],
  [
    'it is ready already and answers checks',
    { ...still, isReady: true },
    { ...still, isReady: true, ticks: 900, bytes: 99 },
  ],
  ['the system does not say what it uses', { ...still, ticks: undefined }, { ...still, ticks: undefined }],
])('a process does not move where %s', (_why, before, now) => {
  expect(moved(before, now)).toBe(false);
});

test.each([
  [undefined, 180],
  ['', 180],
  ['600', 600],
  ['0', 180],
  ['soon', 180],
])('START_STILL_S=%s means %i seconds', (wanted, seconds) => {
  expect(stillSeconds({ START_STILL_S: wanted })).toBe(seconds);
});
