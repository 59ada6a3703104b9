/** Debian's and Ubuntu's nats-server package, unpacked into the cache: no root, no service, no change to the system. */
const { mkdirSync, readdirSync, rmSync, existsSync } = require('node:fs');
const { spawnSync } = require('node:child_process');
const { join } = require('node:path');
const { output } = require('./command.js');
const { Stop, say } = require('./say.js');

const tools = () => ['apt-get', 'dpkg-deb'].every((program) => output(program, ['--version']) !== undefined);

function options(folder) {
  const own = [`Dir::State::lists=${folder}/lists`, `Dir::Cache=${folder}/cache`, 'Debug::NoLocking=1'];
  if (process.getuid?.() === 0) own.push('APT::Sandbox::User=root');
  return own.flatMap((option) => ['-o', option]);
}

function prepare(folder) {
  try {
    for (const sub of ['lists/partial', 'cache/archives/partial']) mkdirSync(join(folder, sub), { recursive: true });
  } catch (error) {
    throw new Stop(
      `${folder} cannot be written (${error.code}): make it writable or set CRUMBTRAIL_CACHE to a folder that is.`,
    );
  }
}

/** Downloads and unpacks into `folder`; false when this is no Debian or its archive did not answer. */
function fromDebian(folder) {
  if (!tools()) return false;
  say(`fetching Debian's nats-server package into ${folder}: about 5 s and 20 MB`);
  prepare(folder);
  const apt = (...args) =>
    spawnSync('apt-get', [...options(folder), ...args], { cwd: folder, encoding: 'utf8' }).status === 0;
  const fetched = apt('-qq', 'update') && apt('-qq', 'download', 'nats-server');
  const archive = fetched && readdirSync(folder).find((name) => /^nats-server_.*\.deb$/.test(name));
  const unpacked = archive && output('dpkg-deb', ['-x', join(folder, archive), folder]) !== undefined;
  for (const name of ['lists', 'cache', ...(archive ? [archive] : [])])
    rmSync(join(folder, name), { recursive: true, force: true });
  return Boolean(unpacked) && existsSync(join(folder, 'usr/sbin/nats-server'));
}

module.exports = { fromDebian };
