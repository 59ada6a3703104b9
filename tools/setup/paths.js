/** Folders: the checkout, its cache for downloads, and the home of a running stack. */
const { readFileSync } = require('node:fs');
const { homedir } = require('node:os');
const { join, resolve } = require('node:path');

const root = resolve(__dirname, '../..');

/** Is this the npm package `crumbtrail`? It is built, and npm may replace its folder: nothing is written there. */
const isInstalled = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).workspaces === undefined;

/** Where downloads are kept unless CRUMBTRAIL_CACHE says so. */
const usualCache = () =>
  isInstalled ? join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'crumbtrail') : join(root, '.cache');

module.exports = {
  root,
  isInstalled,
  /** The commands that start a stack and that talk to it, as a person types them. */
  commands: isInstalled
    ? { start: 'npx crumbtrail', crumb: 'npx crumbtrail' }
    : { start: 'npm start', crumb: 'npx crumb' },
  /** Downloads and builds that are reused by later runs. */
  cache: () => resolve(process.env.CRUMBTRAIL_CACHE || usualCache()),
  /** Data, secrets, logs and the API key of one stack: in the checkout, or in the folder where the npm package is started. */
  home: () => resolve(process.env.CRUMBTRAIL_HOME || join(isInstalled ? '' : root, '.crumbtrail')),
  stamps: join(root, 'node_modules/.cache/crumbtrail'),
};
