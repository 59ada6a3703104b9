const { canSyncAlways, discover, parseVersion } = require('./nats-server.js');

const fresh = () => [2, 10, 4];
const look = (there, { env = {}, version = fresh } = {}) =>
  discover({
    env: { PATH: '/a:/b', ...env },
    cacheFolder: '/cache',
    exists: (file) => there.includes(file),
    version,
  });
const cached = '/cache/nats-server/usr/sbin/nats-server';

test('NATS_SERVER_BIN has priority over all other places', () => {
  const found = look(['/a/nats-server'], { env: { NATS_SERVER_BIN: '/mine' } });
  expect(found).toEqual({ from: 'NATS_SERVER_BIN', file: '/mine', version: [2, 10, 4] });
});

test.each([
  ['PATH', ['/b/nats-server', '/usr/sbin/nats-server', cached], '/b/nats-server'],
  ['/usr/sbin', ['/usr/sbin/nats-server', cached], '/usr/sbin/nats-server'],
  ['the cache', [cached], cached],
])('then %s', (from, there, file) => {
  expect(look(there)).toMatchObject({ from, file });
});

test('the result is undefined when there is no nats-server, so that one can be downloaded', () => {
  expect(look([])).toBeUndefined();
});

test('a nats-server that is too old or does not run is skipped', () => {
  const version = (file) => ({ '/a/nats-server': [2, 8, 9], [cached]: [2, 9, 10] })[file];
  expect(look(['/a/nats-server', '/b/nats-server', cached], { version })).toMatchObject({ file: cached });
});

test('a NATS_SERVER_BIN that does not run, or is too old, is rejected and never replaced', () => {
  const env = { NATS_SERVER_BIN: '/mine' };
  expect(() => look(['/a/nats-server'], { env, version: () => undefined })).toThrow(
    /which is not a working nats-server/,
  );
  expect(() => look(['/a/nats-server'], { env, version: () => [2, 8, 0] })).toThrow(/2\.9 or later is needed/);
});

test('versions are parsed from the output of nats-server', () => {
  expect(parseVersion('nats-server: v2.9.10')).toEqual([2, 9, 10]);
  expect(parseVersion('nats-server: v2.11.0-preview.2')).toEqual([2, 11, 0]);
  expect(parseVersion(undefined)).toBeUndefined();
});

test('sync_interval: always needs 2.10', () => {
  expect(
    [
      [2, 9, 25],
      [2, 10, 0],
      [3, 0, 0],
    ].map(canSyncAlways),
  ).toEqual([false, true, true]);
});
