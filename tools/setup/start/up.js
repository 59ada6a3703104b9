/** Sets up, starts the stack, prints its address, and waits for a signal. */
const { agentsLines } = require('../stack/agents-nats.js');
const { eventLines } = require('../stack/events-nats.js');
const { footprint } = require('./footprint.js');
const { modelLines } = require('./model-lines.js');
const { migrationLines } = require('./migration-lines.js');
const { openInBrowser, signInLink } = require('./sign-in-link.js');
const { serverLines } = require('./server-lines.js');
const places = require('../paths.js');
const { spaceLines } = require('../stack/disk.js');
const { requireFree, wantedPort } = require('../stack/port.js');
const { prepare } = require('../install/prepare.js');
const { ActionableError, printStep } = require('../terminal/output.js');

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Aborts at the first signal. A later one ends the process without waiting; npm and the terminal send the first one twice. */
function untilSignal() {
  const controller = new AbortController();
  let first;
  const hear = (name) => {
    first ??= Date.now();
    if (Date.now() - first > 1_000) process.exit(1);
    controller.abort(name);
  };
  for (const name of signals) process.on(name, () => hear(name));
  return controller.signal;
}

/** The command that reaches this stack from another terminal; the default port and folder need no variables. */
function command(stack, words) {
  const port = stack.port === 7070 ? '' : `PORT=${stack.port} `;
  const home = process.env.CRUMBTRAIL_HOME ? `CRUMBTRAIL_HOME=${stack.home} ` : '';
  return `${port}${home}${places.commands.crumb} ${words}`;
}

/** What is printed once the stack is ready; `since` is when it was started, in milliseconds since 1970. */
async function describe(stack, { link, since }) {
  const { mebibytes, disk } = footprint(stack);
  return [
    '',
    `  Crumbtrail   ${link ?? stack.url}`,
    ...(link ? ['               signs you in once, within a minute; later: ' + command(stack, 'open')] : []),
    `  API          ${stack.url}/docs`,
    `  session      demo (agent: assistant)`,
    `  API key      ${stack.home}/api-key`,
    `  data, logs   ${stack.home}: ${disk} MB on disk, ${mebibytes} MB of memory in ${Object.keys(stack.pids()).length} processes`,
    '',
    ...(await modelLines(process.env)).map((line) => `  ${line}`),
    ...agentsLines(stack, process.env).map((line) => `  ${line}`),
    ...eventLines(stack, process.env).map((line) => `  ${line}`),
    ...(await serverLines(stack, process.env)).map((line) => `  ${line}`),
    ...migrationLines(stack.home, since).map((line) => `  ${line}`),
    ...spaceLines(stack.home, process.env).map((line) => `  ${line}`),
    '',
    `  Next, in another terminal:   ${command(stack, 'chat')}`,
    '  Ctrl-C stops everything.',
    '',
  ].join('\n');
}

const ended = (signal) =>
  new Promise((resolve) => (signal.aborted ? resolve() : signal.addEventListener('abort', resolve)));

const USE = `${places.commands.start} runs Crumbtrail on this machine until Ctrl-C. It takes no arguments; variables change what it does:
  PORT               where the gateway listens (7070)
  HOST               on which address (127.0.0.1)
  CRUMBTRAIL_HOME    the folder of its data, logs and API key (.crumbtrail)
  DATABASE_URL       a Postgres with pgvector instead of the embedded database
  NATS_URL           a NATS server instead of a private one
  AGENTS_NATS        where other agents and their callers reach published agents over NATS, such as 127.0.0.1:4222
  EVENTS_NATS        where other programs read the events of a workspace over NATS, such as 127.0.0.1:4222
  SERVICES_PER_PROCESS   1: each service in a process of its own; all (default): one for all
  START_STILL_S      seconds without any movement after which a start is given up (180)
  MODEL_BASE_URL, MODEL_NAME, MODEL_API_KEY   a model; without them a built-in one quotes its context
docs/guides/running.md lists all of them.`;

/** Prints the help where it is asked for; true if it was. Throws on any other argument. */
function helped(args) {
  const [first] = args;
  if (first === undefined) return false;
  if (!['-h', '--help'].includes(first))
    throw new ActionableError(`${places.commands.start} takes no argument "${first}".\n\n${USE}`);
  console.log(USE);
  return true;
}

async function up() {
  if (helped(process.argv.slice(2))) return;
  const [host, port] = [process.env.HOST || '127.0.0.1', wantedPort(process.env.PORT)];
  await requireFree(host, port);
  const server = await prepare();
  const { sharesProcess, startStack } = require('../stack/stack.js');
  const signal = untilSignal();
  printStep(
    `starting ${server ? `nats-server ${server.version.join('.')} (from ${server.from})` : process.env.NATS_URL} and the services`,
  );
  const since = Date.now();
  const stack = await startStack({
    home: places.home(),
    host,
    port,
    server,
    signal,
    sharesProcess: sharesProcess(process.env),
  });
  printStep('ready');
  const link = await signInLink(stack);
  console.log(await describe(stack, { link, since }));
  if (link && process.stdout.isTTY) openInBrowser(link);
  try {
    await Promise.race([ended(signal), stack.whenGivenUp()]);
    printStep('stopping: services first, then the store, then nats-server');
  } finally {
    await stack.stop();
  }
  printStep('stopped');
  process.exit(0);
}

module.exports = { up };
