/** Folders: the checkout, its cache for downloads, and the home of a running stack. */
const { join, resolve } = require('node:path');

const root = resolve(__dirname, '../..');

module.exports = {
  root,
  /** Downloads and builds that are reused by later runs. */
  cache: () => resolve(process.env.CRUMBTRAIL_CACHE || join(root, '.cache')),
  /** Data, secrets, logs and the API key of one stack. */
  home: () => resolve(process.env.CRUMBTRAIL_HOME || join(root, '.crumbtrail')),
  stamps: join(root, 'node_modules/.cache/crumbtrail'),
};
