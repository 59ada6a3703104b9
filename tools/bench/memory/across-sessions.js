/** Memory across sessions: every session of a conversation is a session of its own, and questions are asked in the last one. */
const { readFileSync } = require('node:fs');
const { basename, join } = require('node:path');
const { Bus } = require('@crumbtrail/bus');
const { freePort } = require('@crumbtrail/setup');
const { countTokens } = require('@crumbtrail/hints');
// eslint-disable-next-line @nx/enforce-module-boundaries -- prints a step as every command does
const { printStep } = require('../../setup/terminal/output.js');
const { oneTurn } = require('../bench-turns.js');
const { questionsOf } = require('../conversation.js');
const { readConversations } = require('../read-conversations.js');
const { mean } = require('../statistics.js');
const { importAll, untilIndexed, withStack } = require('../system.js');
const { percent, table } = require('../table.js');
const { untilKept } = require('./keeper-metrics.js');
const { MEANINGS, scoreContext } = require('./score.js');
const { agentOf, sessionsOf } = require('./session-drafts.js');

const AT_ONCE = 4;
/** The measurement is about what contexts hold: none is built without a memory because the machine is busy. */
const PATIENCE = { 'context-builder': { env: { RECALL_TIMEOUT_MS: '10000' } } };
/** A message in each session after its history, because the keeper works after replies. */
const ASIDE = 'Let us go on another time.';

/** The agent without a memory is only asked for contexts, so that the other one's reply is the only one. */
const NEVER_WRITTEN = 'tool.response.v1';

/** What an agent sees besides its session: which agent is asked, with which configuration. */
const VARIANTS = {
  without: { remembers: false },
  facts: { remembers: true },
  'facts and past sessions': { remembers: true, config: { preset: 'memory' } },
};

async function defineAgents(api, nth) {
  for (const remembers of [true, false])
    await api.append({
      schema_name: 'agent.def.v1',
      context: {
        agent: agentOf(nth, remembers),
        prompt: 'You listen.',
        sessions: 'member',
        ...(remembers ? { memory: { extract_only: true } } : {}),
        subscriptions: [{ schema: remembers ? 'user.message.v1' : NEVER_WRITTEN }],
      },
    });
}

/** Imports a conversation and lets its agent remember; resolves to the contents by id, and the name of the last session. */
async function tell({ api, from, metrics }, sample, nth) {
  const sessions = sessionsOf(sample, nth);
  const members = [true, false].map((remembers) => ({ kind: 'agent', id: agentOf(nth, remembers) }));
  await defineAgents(api, nth);
  let contents = new Map();
  for (const [name, drafts] of sessions) {
    await api.append({ schema_name: 'session.v1', context: { name, members } });
    contents = new Map([...contents, ...(await importAll(api, drafts))]);
  }
  for (const name of sessions.keys()) await oneTurn(from, name, ASIDE);
  await untilKept(metrics);
  await untilIndexed(api);
  return { nth, contents, last: [...sessions.keys()].at(-1), sessions: sessions.size };
}

async function factsOf(api, agent) {
  const { memories } = await api.request('GET /v1/memory', { query: { agent, limit: 100 } });
  return memories.flatMap(({ facts }) => facts).filter(({ superseded_by }) => superseded_by === undefined);
}

/** The scores of a question at each budget, of each variant. */
async function ask(api, question, { told, facts, budgets }) {
  const evidence = [...told.contents]
    .filter(([, text]) => question.evidence.includes(text))
    .map(([id, text]) => ({ id, text }));
  const scores = {};
  for (const budget of budgets) {
    scores[budget] = {};
    for (const [name, { remembers, config }] of Object.entries(VARIANTS)) {
      const agent = agentOf(told.nth, remembers);
      const asked = { agent, session: told.last, content: question.question, budget: { max_tokens: budget } };
      const { formatted_context: text } = await api.preview({ ...asked, ...(config ? { config } : {}) });
      const isOver = countTokens(text, 'o200k_base') > budget;
      const scored = scoreContext({ evidence, answer: question.answer }, { text: isOver ? '' : text, facts });
      scores[budget][name] = { ...scored, isOver };
    }
  }
  return { category: question.kind ?? `category ${question.category}`, scores };
}

async function askAll(api, sample, settings) {
  const left = questionsOf(sample).filter(({ evidence }) => evidence.length > 0);
  const results = [];
  const worker = async () => {
    for (let one = left.shift(); one; one = left.shift()) results.push(await ask(api, one, settings));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}

async function measureData(stack, path, budgets, before) {
  const { samples } = readConversations(path);
  const results = [];
  let [sessions, facts] = [0, 0];
  for (const [nth, sample] of samples.entries()) {
    const told = await tell(stack, sample, before + nth);
    const known = await factsOf(stack.api, agentOf(told.nth, true));
    results.push(...(await askAll(stack.api, sample, { told, facts: known, budgets })));
    sessions += told.sessions;
    facts += known.length;
    printStep(
      `${sample.sample_id}: ${told.sessions} sessions, ${known.length} facts, ${results.length} questions so far`,
    );
  }
  return { name: basename(path).replace(/\.jsonl?$/, ''), conversations: samples.length, sessions, facts, results };
}

const SCORES = ['strict', 'with_facts'];
const names = Object.keys(VARIANTS);

function figuresOf({ results, ...set }, budgets) {
  const meansOf = (some, score) =>
    Object.fromEntries(
      budgets.map((budget) => [
        budget,
        Object.fromEntries(names.map((name) => [name, mean(some.map(({ scores }) => scores[budget][name][score]))])),
      ]),
    );
  const categories = [...new Set(results.map(({ category }) => category))].sort();
  const groups = [
    ['all', results],
    ...categories.map((one) => [one, results.filter(({ category }) => category === one)]),
  ];
  return {
    ...set,
    questions: results.length,
    over: results.filter(({ scores }) => Object.values(scores).some((one) => names.some((name) => one[name].isOver)))
      .length,
    scores: Object.fromEntries(
      SCORES.map((score) => [score, Object.fromEntries(groups.map(([name, some]) => [name, meansOf(some, score)]))]),
    ),
  };
}

/** The tables of one data set. */
function reportSessions({ name, conversations, sessions, facts, questions, over, scores }, budgets) {
  const head = ['', ...budgets.flatMap((budget) => names.map((one) => `${budget}: ${one}`))];
  const tables = SCORES.map((score) => {
    const rows = Object.entries(scores[score]).map(([category, row]) => [
      category,
      ...budgets.flatMap((budget) => names.map((one) => percent(row[budget][one]))),
    ]);
    return `${MEANINGS[score]}\n${table([head, ...rows])}`;
  });
  const about = `${name}, across sessions: ${conversations} conversations in ${sessions} sessions, ${facts} facts, ${questions} questions asked in the last session of each`;
  return [`${about}${over > 0 ? `; ${over} OVER BUDGET` : ''}`, ...tables].join('\n');
}

/** The figures of each data set, from a stack of its own: no model, facts by extraction. */
async function measureSessions({ server, data, budgets }) {
  const port = await freePort();
  const services = { ...PATIENCE, 'breadcrumb-store': { env: { HEALTH_PORT: `${port}` } } };
  const sets = [];
  const work = async (api, stack) => {
    const password = readFileSync(join(stack.home, 'secrets', 'nats-gateway'), 'utf8');
    const bus = await Bus.connect({ servers: stack.natsUrl, service: 'gateway', user: 'gateway', password });
    const told = { api, from: { bus, key: stack.apiKey }, metrics: { store: `http://127.0.0.1:${port}/metrics` } };
    for (const path of data) {
      const before = sets.reduce((sum, { conversations }) => sum + conversations, 0);
      sets.push(figuresOf(await measureData(told, path, budgets, before), budgets));
    }
    await bus.drain();
  };
  await withStack(server, work, { services });
  return sets;
}

module.exports = { measureSessions, reportSessions };
