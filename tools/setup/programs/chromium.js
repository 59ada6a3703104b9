/** Finds a Chromium (or Chrome) that works, or fetches one, without touching the system. */
const { delimiter, join } = require('node:path');
const { chromiumFromDebian, starter } = require('./chromium-debian.js');
const { findFirstWorking, readOutput, isExecutable } = require('../terminal/command.js');
const { cache } = require('../paths.js');
const { ActionableError, printStep } = require('../terminal/output.js');

/** The oldest version that the console works in. */
const oldest = 123;
const remedy =
  'install Chromium (`sudo apt-get install chromium`) or Google Chrome, or set CHROMIUM_BIN to the program, then run the same command again.';
const programs = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const folderIn = (cacheFolder) => join(cacheFolder, 'chromium');

/** "Chromium 156.0.8078.79 built on Debian" → 156; undefined for any other browser. */
function majorVersion(text) {
  const match = /^(?:Chromium|Google Chrome)\D* (\d+)\./.exec(text ?? '');
  return match ? Number(match[1]) : undefined;
}

/** The places to look in, in order; `from` names each place. */
function candidates({ env, cacheFolder }) {
  const path = (env.PATH ?? '').split(delimiter).filter(Boolean);
  return [
    ...path.flatMap((folder) => programs.map((name) => ({ from: 'PATH', file: join(folder, name) }))),
    ...applications.map((file) => ({ from: '/Applications', file })),
    { from: 'the cache', file: starter(folderIn(cacheFolder)) },
  ];
}

const versionOf = (file) => majorVersion(readOutput(file, ['--version']));

/** Checks the program that CHROMIUM_BIN names: if it does not work, that is an error, and no other place is searched. */
function named(file, version) {
  const found = version(file);
  if (!found) throw new ActionableError(`CHROMIUM_BIN names ${file}, which is not a working Chromium: ${remedy}`);
  if (found < oldest)
    throw new ActionableError(`CHROMIUM_BIN names Chromium ${found}, and ${oldest} or later is needed: ${remedy}`);
  return { from: 'CHROMIUM_BIN', file, version: found };
}

/** Pure discovery: the first candidate that runs and is new enough, or undefined. */
function discover({ env, cacheFolder, exists = isExecutable, version = versionOf }) {
  if (env.CHROMIUM_BIN) return named(env.CHROMIUM_BIN, version);
  const isNewEnough = (found) => found >= oldest;
  return findFirstWorking(candidates({ env, cacheFolder }), { exists, version, isNewEnough });
}

const look = () => discover({ env: process.env, cacheFolder: cache() });

/** The Chromium of this machine as { file, version, from }; without one, throws an ActionableError with the remedy. */
function findChromium() {
  const found = look();
  if (!found)
    throw new ActionableError(`No Chromium was found: run \`npm test\`, which fetches one on Debian, or ${remedy}`);
  return found;
}

/** The same, but fetches Debian's package when there is none. */
function ensureChromium() {
  const found = look();
  if (found) return found;
  const now = chromiumFromDebian(folderIn(cache())) ? look() : undefined;
  if (!now)
    throw new ActionableError(
      `The tests in a browser need Chromium; none was found and none could be fetched: ${remedy}`,
    );
  printStep(`Chromium ${now.version} is ready (${now.file})`);
  return now;
}

module.exports = { discover, ensureChromium, findChromium, majorVersion };
