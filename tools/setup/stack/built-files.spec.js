const { existsSync, readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
const { root } = require('../paths.js');

/** Built files that scripts read by path: [script, source of the built file]. A moved source leaves its old output behind. */
const builtFiles = ['tools', 'libs/testing/src', 'libs/cli/bin']
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((file) => join(folder, String(file))))
  .filter((file) => /\.(?:js|mjs|ts)$/.test(file) && !/node_modules|fixtures|\.spec\./.test(file))
  .flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/((?:libs|services)\/[\w-]+)\/dist\/([\w./-]+)\.js/g)].map(
      ([, package_, path]) => [file, `${package_}/src/${path}.ts`],
    ),
  );

test('scripts read built files by path', () => expect(builtFiles.length).toBeGreaterThan(0));

test.each(builtFiles)('%s reads a built file whose source exists: %s', (_script, source) => {
  expect(existsSync(join(root, source))).toBe(true);
});
