const { discover, majorVersion } = require('./chromium.js');

const fresh = () => 156;
const look = (there, { env = {}, version = fresh } = {}) =>
  discover({
    env: { PATH: '/a:/b', ...env },
    cacheFolder: '/cache',
    exists: (file) => there.includes(file),
    version,
  });
const cached = '/cache/chromium/chromium';
const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

test('CHROMIUM_BIN has priority over all other places', () => {
  const found = look(['/a/chromium'], { env: { CHROMIUM_BIN: '/mine' } });
  expect(found).toEqual({ from: 'CHROMIUM_BIN', file: '/mine', version: 156 });
});

test.each([
  ['PATH', ['/b/chromium', mac, cached], '/b/chromium'],
  ['PATH', ['/b/google-chrome', cached], '/b/google-chrome'],
  ['/Applications', [mac, cached], mac],
  ['the cache', [cached], cached],
])('then %s', (from, there, file) => {
  expect(look(there)).toMatchObject({ from, file });
});

test('the result is undefined when there is no Chromium, so that one can be downloaded', () => {
  expect(look([])).toBeUndefined();
});

test('a Chromium that is too old or does not run is skipped, such as the stub that asks for a snap', () => {
  const version = (file) => ({ '/a/chromium': 122, [cached]: 123 })[file];
  expect(look(['/a/chromium', '/b/chromium-browser', cached], { version })).toMatchObject({ file: cached });
});

test('a CHROMIUM_BIN that does not run, or is too old, is rejected and never replaced', () => {
  const env = { CHROMIUM_BIN: '/mine' };
  expect(() => look(['/a/chromium'], { env, version: () => undefined })).toThrow(/which is not a working Chromium/);
  expect(() => look(['/a/chromium'], { env, version: () => 122 })).toThrow(/123 or later is needed/);
});

test('versions are parsed from the output of browsers', () => {
  expect(majorVersion('Chromium 156.0.8078.79 built on Debian GNU/Linux 12 (bookworm)')).toBe(156);
  expect(majorVersion('Google Chrome 131.0.6778.85 ')).toBe(131);
  expect(majorVersion('Google Chrome for Testing 131.0.6778.85')).toBe(131);
  expect(majorVersion('Mozilla Firefox 140.0')).toBeUndefined();
  expect(majorVersion(undefined)).toBeUndefined();
});
