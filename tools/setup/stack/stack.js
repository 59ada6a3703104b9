/** A whole Crumbtrail on this machine: a private NATS and every service, supervised. */
const { agentsEnv, agentsUsers, meetsAgents } = require('./agents-nats.js');
const { eventUsers } = require('./events-nats.js');
const { join, resolve } = require('node:path');
const { buildServices } = require('../install/build.js');
const { Child } = require('./child.js');
const { requireSpace, watchDisk } = require('./disk.js');
const { openHome, passwordFile, settingsKeyFile } = require('./home.js');
const { discover } = require('../programs/nats-server.js');
const { outsideAddress } = require('./nats-address.js');
const places = require('../paths.js');
const { freePort, requireFree } = require('./port.js');
const { privateNats } = require('./private-nats.js');
const { ActionableError } = require('../terminal/output.js');
const { hostEnv, runsAlone, serviceEnv, serviceNames } = require('./service-environment.js');
const { sharesProcess } = require('./shares-process.js');
const { hostName, Stack } = require('./supervised-stack.js');

/** The names of the copies of a service (conductor, conductor-2, …): each is a process with its own log. */
function instances(chosen) {
  return serviceNames
    .filter((name) => chosen[name] !== false)
    .flatMap((name) => {
      const { replicas = 1, env = {} } = chosen[name] ?? {};
      return Array.from({ length: replicas }, (_, i) => ({ name, instance: i ? `${name}-${i + 1}` : name, env }));
    });
}

function knownServer() {
  const server = discover({ env: process.env, cacheFolder: places.cache() });
  if (!server)
    throw new ActionableError(
      `No nats-server was found: run \`${places.commands.start}\` once, which fetches one, or set NATS_SERVER_BIN.`,
    );
  return server;
}

/** Where the services of this machine reach a server that listens on `host`. */
const near = (host) =>
  host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host;

async function startNats(stack, { server = knownServer(), agents, outside, env }) {
  const settings = { ...outside, ...env };
  const address = outsideAddress(settings);
  if (address) await requireFree(address.host, address.port, `${address.variable}=${address.host}:${address.port + 1}`);
  const { host, port } = address ?? { host: '127.0.0.1', port: await freePort() };
  const giveUp = (sentence) => stack.giveUp(sentence);
  const others = [...agentsUsers(stack.home, settings), ...eventUsers(stack.home, settings)];
  stack.add(privateNats({ home: stack.home, host, port, server, agents, others, giveUp }));
  // A nats-server whose disk was full stores nothing any more, even once there is space: it is replaced.
  stack.whenStopped(watchDisk(stack.home, () => stack.kill('nats-server')));
  return { natsUrl: `nats://${near(host)}:${port}`, meetsAgents: meetsAgents(settings) };
}

/** The services that encrypt and decrypt what operators save. */
const keepingSecrets = ['gateway', 'agent-executor', 'tool-runner'];

/** Where the key of the installation is, unless whoever starts it gives another one. */
function settingsKeyEnv(stack, name, { outside = {}, env = {} }) {
  const isGiven = ['SETTINGS_KEY', 'SETTINGS_KEY_FILE'].some((variable) => outside[variable] ?? env[variable]);
  return isGiven || !keepingSecrets.includes(name) ? {} : { SETTINGS_KEY_FILE: settingsKeyFile(stack.home) };
}

function ownEnv(stack, name, { natsUrl, privately, meetsAgents: isMet, options }) {
  const login = privately ? { NATS_USER: name, NATS_PASSWORD_FILE: passwordFile(stack.home, name) } : {};
  const door = name === 'gateway' ? { PORT: `${stack.port}`, HOST: stack.host } : {};
  const meeting = agentsEnv(name, { home: stack.home, natsUrl, meetsAgents: isMet });
  return {
    CRUMBTRAIL_HOME: stack.home,
    NATS_URL: natsUrl,
    ...login,
    ...door,
    ...meeting,
    ...settingsKeyEnv(stack, name, options),
  };
}

const logOf = (stack, instance) => join(stack.home, 'logs', `${instance}.log`);

/** The environment of one service, as its own process would be given it. */
function environmentOf(stack, { name, env }, settings) {
  const { options } = settings;
  const own = { ...ownEnv(stack, name, settings), ...options.env, ...env };
  return serviceEnv(name, { outside: options.outside, own });
}

function serviceChild(stack, one, settings) {
  const { nodeOptions, entry } = settings.options;
  return new Child({
    name: one.instance,
    logFile: logOf(stack, one.instance),
    command: () => ({
      program: process.execPath,
      args: [...nodeOptions, entry(one.name)],
      env: environmentOf(stack, one, settings),
      stdin: 'ignore',
    }),
    giveUp: (sentence) => stack.giveUp(sentence),
  });
}

/** Services that share a process and the private broker, whose rights are those of libs/bus, send requests to each other without it. */
const direct = ({ privately }) => (privately ? { NATS_REQUESTS: 'direct' } : {});

/** One process for several services (libs/platform/src/host.ts). It is told over its channel which, and with what environment each. */
function hostChild(stack, chosen, settings) {
  const { options } = settings;
  const services = chosen.map((one) => ({
    name: one.instance,
    entry: options.entry(one.name),
    environment: { ...direct(settings), ...environmentOf(stack, one, settings) },
    logFile: logOf(stack, one.instance),
  }));
  return new Child({
    name: hostName,
    logFile: logOf(stack, hostName),
    command: () => ({
      program: process.execPath,
      args: [...options.nodeOptions, join(places.root, 'libs/platform/dist/host-main.js')],
      env: hostEnv({ outside: options.outside, own: options.env }),
      stdin: 'ignore',
      message: { services },
    }),
    giveUp: (sentence) => stack.giveUp(sentence),
  });
}

function addServices(stack, settings) {
  const { options } = settings;
  const chosen = instances(options.services);
  const isApart = ({ name }) => runsAlone(name) || options.apart.includes(name);
  const shared = options.sharesProcess ? chosen.filter((one) => !isApart(one)) : [];
  if (shared.length > 0) stack.add(hostChild(stack, shared, settings));
  for (const one of chosen) if (!shared.includes(one)) stack.add(serviceChild(stack, one, settings));
}

const defaults = {
  host: '127.0.0.1',
  env: {},
  services: {},
  sharesProcess: false,
  apart: [],
  nodeOptions: [],
  entry: (name) => join(places.root, 'services', name, 'dist/main.js'),
};

/** Where this machine reaches a gateway that listens on `host`; an IPv6 address stands in brackets. */
function urlAt(host, port) {
  const shown = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
  return `http://${shown.includes(':') ? `[${shown}]` : shown}:${port}`;
}

/**
 * Starts a stack and resolves when it is ready: { url, apiKey, home, natsUrl, pids(), kill(name), halt(name), start(name), stop() }.
 * `env` reaches every service; `services` may give one `{ replicas, env }`, or `false` to leave it out;
 * `sharesProcess` runs them in one process, except agents that want one of their own, and the services that `apart` names;
 * `agents` are NATS users of agents that are services of their own; `nodeOptions` are options of every service's Node.
 */
async function startStack(given = {}) {
  const options = { ...defaults, outside: process.env, ...given };
  const port = options.port ?? (await freePort());
  await requireFree(options.host, port);
  const home = resolve(options.home ?? places.home());
  const url = urlAt(options.host, port);
  const stack = new Stack({ home, host: options.host, port, url, release: openHome(home, url) });
  options.signal?.addEventListener('abort', () => stack.giveUp('Stopped before it was ready.'));
  try {
    requireSpace(home, { ...options.outside, ...options.env });
    const privately = !options.outside.NATS_URL;
    const nats = privately
      ? await startNats(stack, options)
      : { natsUrl: options.outside.NATS_URL, meetsAgents: false };
    stack.natsUrl = nats.natsUrl;
    addServices(stack, { ...nats, privately, options });
    await stack.whenReady();
    return stack;
  } catch (error) {
    await stack.stop(2_000);
    throw error;
  }
}

module.exports = { startStack, buildServices, freePort, sharesProcess };
