/** The stack's own nats-server: loopback only, with one user for each service, whose subjects come from libs/bus. */
const { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { Child } = require('./child.js');
const { passwordFile, secret } = require('./home.js');
const { agentsUsers } = require('./agents-nats.js');
const { endWithParent } = require('./end-with-parent.js');
const { canSyncAlways } = require('../programs/nats-server.js');
const { root } = require('../paths.js');
const { serviceNames } = require('./service-environment.js');

const usersNamed = (home, names) =>
  names.map((user) => ({ user, password: readFileSync(passwordFile(home, user), 'utf8') }));

/** Writes nats.conf and its users; libs/bus defines which service may publish and subscribe to what. */
function configure({ home, host, port, server, agents, meetsAgents }) {
  const { natsServerConfig } = require(join(root, 'libs/bus/dist/nats-server/nats-config.js'));
  const storeDir = join(home, 'nats');
  mkdirSync(storeDir, { recursive: true, mode: 0o700 });
  const text = natsServerConfig({
    host,
    port,
    storeDir,
    syncAlways: canSyncAlways(server.version),
    users: [...usersNamed(home, [...serviceNames, ...agents]), ...(meetsAgents ? agentsUsers(home) : [])],
  });
  const file = join(home, 'nats.conf');
  writeFileSync(file, text, secret);
  return file;
}

/**
 * A supervised nats-server on `port`, not yet started. `agents` are users beside the services; with `meetsAgents` there are three more, as whom
 * Crumbtrail and others meet.
 */
function privateNats({ home, host = '127.0.0.1', port, server, giveUp, agents = [], meetsAgents = false }) {
  const pidFile = join(home, 'nats.pid');
  const config = configure({ home, host, port, server, agents, meetsAgents });
  const command = () => {
    rmSync(pidFile, { force: true });
    const line = endWithParent('TERM', 'nats-lifeline', [server.file, '-c', config, '-P', pidFile]);
    return { ...line, env: { PATH: process.env.PATH }, stdin: 'pipe' };
  };
  return new Child({
    name: 'nats-server',
    logFile: join(home, 'logs/nats-server.log'),
    command,
    giveUp,
    end: (shell) => shell.stdin.end(),
    pid: (shell) => (existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8')) : shell.pid),
  });
}

module.exports = { privateNats };
