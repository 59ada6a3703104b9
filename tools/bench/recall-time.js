/**
 * The share of turns that have their memory while the machine is busy: an agent with the fixed limit of 150 ms beside one whose limit depends on the machine, asked
 * at the same time in fresh sessions; and the share that has it with the next message.
 */
const { spawn } = require('node:child_process');
const { parseArgs } = require('node:util');
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { Bus } = require('@crumbtrail/bus');
// eslint-disable-next-line @nx/enforce-module-boundaries -- prints a step as every command does
const { printStep } = require('../setup/terminal/output.js');
const { oneTurn } = require('./bench-turns.js');
const { median } = require('./statistics.js');
const { importAll, untilIndexed, withStack } = require('./system.js');
const { percent, table } = require('./table.js');

const ELSEWHERE = { type: 'hybrid', name: 'elsewhere', scope: 'workspace', took_part: true, limit: 20 };
/** The limit of each agent: before and after. */
const AGENTS = { fixed: { ...ELSEWHERE, timeout_ms: 150 }, measured: ELSEWHERE };
/** Sessions of each agent that are asked at the same time. */
const AT_ONCE = 4;
const FACT = 'The vault opens with the word marigold.';
const QUESTION = 'Which word opens the vault?';
const NEXT = 'Please think about it once more.';

async function define(api, [agent, source], messages) {
  const context = { sources: [{ type: 'recent' }, { type: 'hybrid' }, source] };
  const subscriptions = [{ schema: 'user.message.v1' }];
  const definition = { agent, prompt: 'Answer.', sessions: 'member', context, subscriptions };
  await api.append({ schema_name: 'agent.def.v1', context: definition });
  const session = `told-${agent}`;
  await api.append({ schema_name: 'session.v1', context: { name: session, members: [{ kind: 'agent', id: agent }] } });
  const drafts = Array.from({ length: messages }, (_, nth) => ({
    schema_name: 'user.message.v1',
    author: { kind: 'user', id: 'ann' },
    session,
    context: {
      content:
        nth === Math.floor(messages / 2)
          ? FACT
          : `The train number ${nth} left platform ${nth % 9} for town ${nth * 7}.`,
    },
  }));
  const author = { kind: 'agent', id: agent };
  drafts.push({ schema_name: 'agent.response.v1', author, session, context: { action: 'speak', content: 'Noted.' } });
  await importAll(api, drafts);
}

/** What the contexts of a session hold, the oldest first. */
async function contextsOf(api, session) {
  const { breadcrumbs } = await api.list({ schema: 'agent.context.v1', session, limit: 2 });
  return breadcrumbs.reverse().map(({ context }) => ({
    has: context.formatted_context.includes('marigold'),
    late: context.late !== undefined,
    milliseconds: context.build_ms,
  }));
}

async function ask({ api, from }, agent, nth) {
  const session = `asked-${agent}-${nth}`;
  await api.append({ schema_name: 'session.v1', context: { name: session, members: [{ kind: 'agent', id: agent }] } });
  await oneTurn(from, session, QUESTION);
  await oneTurn(from, session, NEXT);
  const [first, second] = await contextsOf(api, session);
  return { agent, first, second };
}

/** Processes that take all the time they get; returns a function that ends them. */
function keepBusy(count) {
  const busy = Array.from({ length: count }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
  return () => busy.forEach((one) => one.kill('SIGKILL'));
}

function report(results) {
  const rows = Object.keys(AGENTS).map((agent) => {
    const own = results.filter((one) => one.agent === agent);
    const share = (has) => percent(own.filter(has).length / own.length);
    const usual = median(own.map(({ first }) => first.milliseconds));
    return [
      agent,
      own.length,
      share(({ first }) => first.has),
      share(({ first, second }) => first.has || second.has),
      usual,
    ];
  });
  return table([['limit', 'sessions', 'first answer', 'first or second', 'build ms, median'], ...rows]);
}

module.exports = async function recallTime({ server, options }) {
  const { values } = parseArgs({
    args: options,
    options: {
      load: { type: 'string', default: '20' },
      sessions: { type: 'string', default: '12' },
      messages: { type: 'string', default: '5000' },
    },
  });
  await withStack(server, async (api, stack) => {
    const password = readFileSync(join(stack.home, 'secrets', 'nats-gateway'), 'utf8');
    const bus = await Bus.connect({ servers: stack.natsUrl, service: 'gateway', user: 'gateway', password });
    for (const one of Object.entries(AGENTS)) await define(api, one, Number(values.messages));
    await untilIndexed(api);
    const end = keepBusy(Number(values.load));
    const results = [];
    try {
      for (let nth = 0; nth < Number(values.sessions); nth += 1) {
        const agents = Object.keys(AGENTS);
        const asked = Array.from({ length: AT_ONCE }, (_, at) => agents.map((agent) => [agent, nth * AT_ONCE + at]));
        const from = { bus, key: stack.apiKey };
        results.push(...(await Promise.all(asked.flat().map(([agent, at]) => ask({ api, from }, agent, at)))));
        printStep(`${(nth + 1) * AT_ONCE} sessions of each`);
      }
    } finally {
      end();
    }
    await bus.drain();
    console.log(
      `Turns that have their memory, with ${values.load} busy processes beside the stack:\n${report(results)}`,
    );
  });
};
