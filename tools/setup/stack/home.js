/** The home of one stack: its folders, its lock and its secrets. */
const { randomBytes } = require('node:crypto');
const { chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { readOutput } = require('../terminal/command.js');
const { makeFolder } = require('../install/make-folder.js');
const { ActionableError } = require('../terminal/output.js');

const lockOf = (home) => join(home, 'supervisor.pid');
const urlOf = (home) => join(home, 'gateway-url');
const secret = { mode: 0o600 };

function alive(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
  const command = existsSync('/proc/self')
    ? readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    : readOutput('ps', ['-o', 'command=', '-p', `${pid}`]);
  return /node|jest/.test(command ?? 'node');
}

/** The id of the running process that has locked this home, if any. The lock of a dead process does not count. */
function holder(home) {
  if (!existsSync(lockOf(home))) return undefined;
  const pid = Number(readFileSync(lockOf(home), 'utf8'));
  return Number.isInteger(pid) && pid > 0 && alive(pid) ? pid : undefined;
}

function claim(home, retry = true) {
  try {
    writeFileSync(lockOf(home), `${process.pid}`, { ...secret, flag: 'wx' });
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    const pid = holder(home);
    if (pid || !retry) {
      throw new ActionableError(
        `${home} is in use by a running Crumbtrail (process ${pid}): stop it, or set CRUMBTRAIL_HOME to another folder.`,
      );
    }
    rmSync(lockOf(home), { force: true });
    claim(home, false);
  }
}

/** Takes the rights of others from a home that existed before, unless it is somebody else's folder or one that many share, such as /tmp. */
function closeToOthers(home) {
  const { uid, mode } = statSync(home);
  if (uid === process.getuid?.() && (mode & 0o1000) === 0) chmodSync(home, 0o700);
}

/** Creates and locks `home`, and writes down where its gateway listens, for commands that read the home; returns a function that undoes both. */
function openHome(home, url) {
  try {
    for (const folder of ['logs', 'secrets']) makeFolder(join(home, folder), 0o700);
    closeToOthers(home);
    claim(home);
    if (url) writeFileSync(urlOf(home), `${url}\n`, secret);
  } catch (error) {
    if (error instanceof ActionableError) throw error;
    throw new ActionableError(
      `${home} cannot be written (${error.code}): make it writable, or set CRUMBTRAIL_HOME to a folder that is.`,
    );
  }
  return () => {
    rmSync(urlOf(home), { force: true });
    rmSync(lockOf(home), { force: true });
  };
}

/** The file that holds the password of `user`, made on first use and readable by its owner alone. */
function passwordFile(home, user) {
  const file = join(home, 'secrets', `nats-${user}`);
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('base64url'), secret);
  return file;
}

/** The file with the key of this installation, which encrypts the secrets that operators save; made on first use and readable by its owner alone. */
function settingsKeyFile(home) {
  const file = join(home, 'secrets', 'settings-key');
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('base64'), secret);
  return file;
}

module.exports = { openHome, passwordFile, secret, settingsKeyFile };
