/** Folders of a package import each other one way. Specs and tests stand beside what they test and are left out. */
const { options } = require('../../.dependency-cruiser.cjs');

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-folder-cycles',
      severity: 'error',
      comment:
        'Folders in a circle can only be understood together: move the shared file down, or invert the import with a port.',
      scope: 'folder',
      from: { path: '^(?:libs|services)/[^/]+/src/.' },
      to: { circular: true, viaOnly: { path: '^(?:libs|services)/[^/]+/src/.' } },
    },
  ],
  options: { ...options, exclude: { path: `${options.exclude.path}|\\.spec\\.[jt]sx?$|/test/|/src/[^/]+\\.[jt]sx?$` } },
};
