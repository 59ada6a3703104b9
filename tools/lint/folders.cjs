/** Imports between the folders of a package run in one direction. Specs and tests are excluded. */
const { options } = require('../../.dependency-cruiser.cjs');

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-folder-cycles',
      severity: 'error',
      comment:
        'Folders that import each other can only be understood together: move the shared file down, or invert the import with a port.',
      scope: 'folder',
      from: { path: '^(?:libs|services)/[^/]+/src/.' },
      to: { circular: true, viaOnly: { path: '^(?:libs|services)/[^/]+/src/.' } },
    },
  ],
  options: { ...options, exclude: { path: `${options.exclude.path}|\\.spec\\.[jt]sx?$|/test/|/src/[^/]+\\.[jt]sx?$` } },
};
