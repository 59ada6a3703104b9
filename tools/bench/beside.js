/**
 * What runs beside turns, measured in one run with the turns that have nothing beside them: counting uses for the lives of breadcrumbs, and shadow builds. Rounds of
 * turns alternate; the times are compared as ratios, the statements of the store are counted.
 */
const { readFileSync, mkdtempSync, rmSync, existsSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { parseArgs } = require('node:util');
const { setTimeout: pause } = require('node:timers/promises');
const { Bus } = require('@crumbtrail/bus');
const { summariseShadow } = require('@crumbtrail/formatting');
// eslint-disable-next-line @nx/enforce-module-boundaries -- prints a step as every command does
const { printStep } = require('../setup/terminal/output.js');
const { oneTurn } = require('./bench-turns.js');
const { units } = require('./recording.js');
const { median } = require('./statistics.js');
const { untilIndexed, withStack } = require('./system.js');
const { table } = require('./table.js');

const AGENT = 'helper';
const SCHEMA = 'note.v1';
const LIFE = { schema: SCHEMA, unused_seconds: 30 * 86_400 };
const TOWNS = ['Lisbon', 'Porto', 'Bergen', 'Oslo', 'Turku', 'Ghent', 'Basel', 'Lviv'];
const question = (nth) => `What is the rent of the flat ${nth % 40} in ${TOWNS[nth % TOWNS.length]}?`;

async function prepare(api, notes) {
  const definition = { defines: SCHEMA, schema: { type: 'object' }, examples: [{ text: 'hello' }] };
  await api.append({ schema_name: 'schema.def.v1', context: { ...definition, llm_hints: { template: '{{text}}' } } });
  const sources = [
    { type: 'recent' },
    { type: 'text', name: 'notes', scope: 'workspace', schemas: [SCHEMA], limit: 30 },
  ];
  const agent = { agent: AGENT, prompt: 'Answer.', sessions: 'member', context: { sources } };
  await api.append({
    schema_name: 'agent.def.v1',
    context: { ...agent, subscriptions: [{ schema: 'user.message.v1' }] },
  });
  const drafts = Array.from({ length: notes }, (_, nth) => ({
    schema_name: SCHEMA,
    context: {
      text: `The rent of the flat ${nth % 40} in ${TOWNS[nth % TOWNS.length]} was ${600 + nth} euros in month ${nth}.`,
    },
  }));
  for (let at = 0; at < drafts.length; at += 500) await api.appendBatch(drafts.slice(at, at + 500));
  await untilIndexed(api);
}

async function open(api, session) {
  const members = [{ kind: 'agent', id: AGENT }];
  await api.append({ schema_name: 'session.v1', context: { name: session, members } });
}

async function setLives(api, lives) {
  const [stored] = (await api.list({ schema: 'workspace.retention.v1', limit: 1 })).breadcrumbs;
  const context = { name: 'retention', keep_days: {}, lives };
  if (stored) await api.change(stored.id, stored.version, { context });
  else await api.append({ schema_name: 'workspace.retention.v1', context });
}

/** What is beside the turns of each kind of round, and how it ends. */
const KINDS = {
  nothing: { begin: async () => undefined, end: async () => undefined },
  lives: { begin: (api) => setLives(api, [LIFE]), end: (api) => setLives(api, []) },
  shadow: {
    begin: (api, { share, budget }) =>
      api.shadows.start(AGENT, { config: { budget: { max_tokens: budget } }, share, limits: { work_share: 1 } }),
    end: async (api) => api.shadows.stop(await api.shadows.find(AGENT)),
  },
};

const linesOf = (file) => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : []);

/** Statements of turns among the recorded lines, and all statements. */
function countStatements(lines) {
  const parsed = lines.map((line) => JSON.parse(line));
  const turn = units(parsed).filter(({ background }) => !background);
  return { turn: turn.reduce((sum, { statements }) => sum + statements.length, 0), all: lines.length };
}

async function runRound({ api, from, options, recording }, name, nth) {
  const kind = KINDS[name];
  await kind.begin(api, options);
  // Definitions are read again after five seconds at most.
  await pause(name === 'shadow' ? 5_500 : 500);
  const session = `${name}-${nth}`;
  await open(api, session);
  const times = [];
  const before = linesOf(recording).length;
  for (let at = 0; at < options.turns; at += 1) {
    times.push(await oneTurn(from, session, question(nth * options.turns + at)));
    await pause(options.pause);
  }
  await pause(1_500);
  const statements = countStatements(linesOf(recording).slice(before));
  const shadow = name === 'shadow' ? await api.shadows.find(AGENT) : undefined;
  const builds = shadow ? await api.shadows.builds(shadow) : [];
  await kind.end(api, options);
  return { name, times, statements, builds };
}

function report(rounds, { turns }) {
  const names = Object.keys(KINDS).filter((name) => rounds.some((one) => one.name === name));
  const ofKind = (name) => rounds.filter((one) => one.name === name);
  const plain = ofKind('nothing');
  const rows = names.map((name) => {
    const own = ofKind(name);
    const ratios = own.map(({ times }, at) => median(times) / median(plain[at].times));
    const per = (read) => (own.reduce((sum, one) => sum + read(one.statements), 0) / (own.length * turns)).toFixed(1);
    return [
      name,
      own.length * turns,
      median(own.flatMap(({ times }) => times)).toFixed(0),
      median(ratios).toFixed(3),
      ratios.map((one) => one.toFixed(2)).join(' '),
      per((one) => one.turn),
      per((one) => one.all),
    ];
  });
  const titles = [
    'beside',
    'turns',
    'median ms',
    'ratio, median of rounds',
    'ratios',
    'statements a turn',
    'all statements a turn',
  ];
  console.log(table([titles, ...rows]));
  const builds = rounds.flatMap((one) => one.builds);
  if (builds.length > 0) console.log(JSON.stringify(summariseShadow(builds), null, 2));
}

const OPTIONS = {
  kinds: { type: 'string', default: Object.keys(KINDS).join(',') },
  rounds: { type: 'string', default: '6' },
  turns: { type: 'string', default: '20' },
  notes: { type: 'string', default: '4000' },
  pause: { type: 'string', default: '0' },
  share: { type: 'string', default: '0.1' },
  budget: { type: 'string', default: '400' },
};

async function measure(parts, names) {
  const { api, options } = parts;
  await prepare(api, options.notes);
  await runRound(parts, 'nothing', -1);
  const rounds = [];
  for (let nth = 0; nth < options.rounds; nth += 1) {
    // Each kind is first as often as the others.
    for (const name of [...names.slice(nth % names.length), ...names.slice(0, nth % names.length)])
      rounds.push(await runRound(parts, name, nth));
    printStep(`round ${nth + 1} of ${options.rounds}`);
  }
  report(rounds, options);
}

module.exports = async function beside({ server, options: given }) {
  const { kinds, ...numbers } = parseArgs({ args: given, options: OPTIONS }).values;
  const options = Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, Number(value)]));
  const folder = mkdtempSync(join(tmpdir(), 'crumbtrail-beside-'));
  const recording = join(folder, 'statements');
  const env = { NODE_OPTIONS: `--require ${join(__dirname, 'record-sql.js')}`, RECORD_SQL: recording };
  const outside = { PATH: process.env.PATH, HOME: process.env.HOME };
  const work = async (api, stack) => {
    const password = readFileSync(join(stack.home, 'secrets', 'nats-gateway'), 'utf8');
    const bus = await Bus.connect({ servers: stack.natsUrl, service: 'gateway', user: 'gateway', password });
    await measure({ api, from: { bus, key: stack.apiKey }, options, recording }, kinds.split(','));
    await bus.drain();
  };
  try {
    await withStack(server, work, { env, outside });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
