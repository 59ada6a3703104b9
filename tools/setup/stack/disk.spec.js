const { mkdirSync, mkdtempSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { requireSpace, spaceLines, spaceNotifier } = require('./disk.js');

describe('requireSpace', () => {
  let home;
  beforeEach(() => (home = mkdtempSync(join(tmpdir(), 'crumbtrail-disk-'))));
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  test('a new stack needs room for its database and for what stays free, and says in one sentence what is missing', () => {
    expect(() => requireSpace(home, {}, 160)).not.toThrow();
    expect(() => requireSpace(home, {}, 159)).toThrow(
      `The disk of ${home} has 159 MiB free, and Crumbtrail needs 160 MiB to start: free some, or set CRUMBTRAIL_HOME to a folder on another disk.`,
    );
    expect(() => requireSpace(home, { DISK_RESERVE_MB: '500' }, 500)).toThrow('needs 596 MiB');
  });

  test('an existing stack, and one on Postgres, start on a disk that is nearly full', () => {
    expect(() => requireSpace(home, { DATABASE_URL: 'postgres://x' }, 24)).not.toThrow();
    mkdirSync(join(home, 'pglite'));
    expect(() => requireSpace(home, {}, 24)).not.toThrow();
    expect(() => requireSpace(home, {}, 23)).toThrow('needs 24 MiB');
  });

  test('reads the free space of a real disk', () => {
    expect(() => requireSpace(home, { DISK_RESERVE_MB: '0' })).not.toThrow();
    expect(() => requireSpace(home, { DISK_RESERVE_MB: `${2 ** 40}` })).toThrow('MiB to start');
  });
});

test('the start says that writes are refused while too little of the disk is free', () => {
  expect(spaceLines('/', {}, 64)).toEqual([]);
  expect(spaceLines('/', { DATABASE_URL: 'postgres://x' }, 1)).toEqual([]);
  expect(spaceLines('/', {}, 63)).toEqual([
    'disk         63 MiB are free: writes are refused until there are 64 (DISK_RESERVE_MB)',
  ]);
});

test('spaceNotifier: calls back each time a disk that was full has space again', () => {
  const onSpace = jest.fn();
  const look = spaceNotifier(onSpace);
  for (const free of [100, 24, 5, 100, 0, 5, 23]) look(free);
  expect(onSpace).toHaveBeenCalledTimes(0);
  for (const free of [24, 100]) look(free);
  expect(onSpace).toHaveBeenCalledTimes(1);
  for (const free of [0, 50]) look(free);
  expect(onSpace).toHaveBeenCalledTimes(2);
});
