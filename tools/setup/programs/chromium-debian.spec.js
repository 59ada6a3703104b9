const { execFileSync } = require('node:child_process');
const { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { dirname, join } = require('node:path');
const { makeWhole, starter } = require('./chromium-debian.js');

let cache;
beforeEach(() => (cache = mkdtempSync(join(tmpdir(), 'crumbtrail-chromium-'))));
afterEach(() => rmSync(cache, { recursive: true }));

/** Fills a tree with a program that prints its environment and arguments. */
const program = (body) => (tree) => {
  const file = join(tree, 'usr/lib/chromium/chromium');
  for (const folder of [dirname(file), join(tree, 'usr/lib/x86_64-linux-gnu/pulseaudio')])
    mkdirSync(folder, { recursive: true });
  writeFileSync(file, `#!/bin/sh\n${body}\n`, { mode: 0o755 });
  return true;
};
const start = (tree, ...args) => execFileSync(starter(tree), args, { encoding: 'utf8' }).trim();

test('an unpacked program starts with its own libraries and fonts, in any folder, and gets its arguments', () => {
  const made = join(cache, 'chromium');
  expect(makeWhole(made, program('printf "%s|" "$LD_LIBRARY_PATH" "$FONTCONFIG_FILE" "$@"'))).toBe(true);
  const moved = join(cache, 'moved and with a space');
  renameSync(made, moved);
  const [libraries, fonts, ...args] = start(moved, '--one', 'two words').split('|');
  const own = join(moved, 'usr/lib/x86_64-linux-gnu');
  expect(libraries.split(':').slice(0, 2)).toEqual([own, join(own, 'pulseaudio')]);
  expect(fonts).toBe(join(moved, 'fonts.conf'));
  expect(existsSync(fonts)).toBe(true);
  expect(args).toEqual(['--one', 'two words', '']);
});

test.each([
  ['could not be fetched completely', () => false],
  ['does not start', program('exit 127')],
])('a tree that %s is discarded, and the previous one stays', (_, fill) => {
  const folder = join(cache, 'chromium');
  makeWhole(folder, program('echo before'));
  expect(makeWhole(folder, fill)).toBe(false);
  expect(start(folder)).toBe('before');
  expect(existsSync(`${folder}.part`)).toBe(false);
});

test('an interrupted download is repeated', () => {
  const folder = join(cache, 'chromium');
  mkdirSync(`${folder}.part`, { recursive: true });
  writeFileSync(join(`${folder}.part`, 'half'), '');
  expect(makeWhole(folder, program('echo new'))).toBe(true);
  expect(existsSync(join(folder, 'half'))).toBe(false);
  expect(start(folder)).toBe('new');
});
