/** Another version of this repository, built in a folder of its own. */
const { spawnSync } = require('node:child_process');
const { existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync } = require('node:fs');
const { join } = require('node:path');
const { root } = require('../setup/paths.js');
const { ActionableError } = require('../setup/terminal/output.js');

function run(program, args, cwd, input) {
  const done = spawnSync(program, args, { cwd, input, maxBuffer: 2 ** 30 });
  if (done.status === 0) return done.stdout;
  const why = `${done.stderr ?? ''}${done.stdout ?? ''}`.trim().split('\n').slice(-3).join('\n') || done.error;
  throw new ActionableError(`\`${program} ${args.join(' ')}\` failed in ${cwd}: ${why}`);
}

const lockOf = (folder) => readFileSync(join(folder, 'package-lock.json'), 'utf8');

/** Links the dependencies, which both versions share, and the libs of the other version. */
function linkDependencies(folder) {
  const [from, to] = [join(root, 'node_modules'), join(folder, 'node_modules')];
  mkdirSync(join(to, '@crumbtrail'), { recursive: true });
  for (const name of readdirSync(from)) {
    if (name !== '@crumbtrail') symlinkSync(join(from, name), join(to, name));
  }
  for (const kind of ['libs', 'services', 'tools']) {
    for (const name of readdirSync(join(folder, kind)))
      symlinkSync(join(folder, kind, name), join(to, '@crumbtrail', name));
  }
}

/** Builds the services of the version `ref` of git in `folder`, with the dependencies of its own lock file. */
function buildVersion(ref, folder) {
  mkdirSync(folder, { recursive: true });
  run('tar', ['-x', '-C', folder], root, run('git', ['archive', ref], root));
  if (lockOf(folder) === lockOf(root)) linkDependencies(folder);
  else run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], folder);
  run(process.execPath, ['tools/schemas/print.mjs'], folder);
  const services = readdirSync(join(folder, 'services')).map((name) => `services/${name}/tsconfig.app.json`);
  const configs = services.filter((file) => existsSync(join(folder, file)));
  run(process.execPath, ['node_modules/@typescript/native/bin/tsc', '--build', ...configs], folder);
}

module.exports = { buildVersion };
