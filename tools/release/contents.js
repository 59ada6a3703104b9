/** Which packages of this repository run in a production installation, and which packages of others they need. */
const { readdirSync, readFileSync, realpathSync } = require('node:fs');
const { join } = require('node:path');
const { root } = require('../setup/paths.js');

const SCOPE = '@crumbtrail/';
const readManifest = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const folderOf = (name) => realpathSync(join(root, 'node_modules', name));
const isOwn = (name) => name.startsWith(SCOPE);

/** The folders of all services, of the command `crumb`, and of every library that one of them depends on. */
function runtimeFolders() {
  const services = readdirSync(join(root, 'services')).map((name) => join(root, 'services', name));
  const found = new Set([...services, join(root, 'libs/cli')]);
  // A Set goes on with what is added to it meanwhile.
  for (const folder of found)
    for (const name of Object.keys(readManifest(folder).dependencies ?? {})) if (isOwn(name)) found.add(folderOf(name));
  return [...found].sort();
}

/** The npm packages that these folders need, with their exact versions. */
function runtimeDependencies(folders) {
  const all = [root, ...folders].flatMap((folder) => Object.entries(readManifest(folder).dependencies ?? {}));
  return Object.fromEntries(all.filter(([name]) => !isOwn(name)).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The package.json of the npm package: the root's, without what only a checkout needs. */
function packageManifest(folders) {
  const { name, version, description, license, repository, engines, overrides, scarfSettings } = readManifest(root);
  return {
    name,
    version,
    description,
    keywords: ['llm', 'agents', 'context', 'event-bus', 'nats', 'mcp', 'a2a'],
    license,
    ...(repository ? { repository } : {}),
    engines,
    os: ['linux', 'darwin'],
    bin: { crumbtrail: 'libs/cli/bin/crumbtrail.js', crumb: 'libs/cli/bin/crumb.js' },
    files: ['docs', 'libs', 'schemas', 'services', 'tools', 'npm-shrinkwrap.json'],
    publishConfig: { access: 'public' },
    overrides,
    scarfSettings,
    dependencies: runtimeDependencies(folders),
  };
}

module.exports = { packageManifest, runtimeFolders };
