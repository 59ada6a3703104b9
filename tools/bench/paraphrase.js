/** Questions that share no content word with their answers, which only an embedder can find. */
const { parseArgs } = require('node:util');
// eslint-disable-next-line @nx/enforce-module-boundaries -- the error class that is printed without a stack
const { ActionableError } = require('../setup/terminal/output.js');
const { turns, questions } = require('./fixtures/paraphrase.json');
const { recallAt, recallOf } = require('./recall-score.js');
const { bootstrap, mean } = require('./statistics.js');
const { importAll, untilIndexed, withSystem } = require('./system.js');
const { percent, table } = require('./table.js');

const AGENT = 'assistant';
const SESSION = 'paraphrase';
const BUDGET = 500;
const DEPTHS = [1, 5, 10];
const FIRST = Date.UTC(2025, 0, 6, 9);
const USE =
  'npm run bench -- paraphrase [--url <address> --key <operator key>] [--json]; EMBEDDINGS chooses the embedder';
const SHAPE = { url: { type: 'string' }, key: { type: 'string' }, json: { type: 'boolean', default: false } };

const draftOf = ({ speaker, text }, at) => ({
  schema_name: 'user.message.v1',
  session: SESSION,
  author: { kind: 'user', id: speaker },
  context: { content: text },
  occurred_at: new Date(FIRST + at * 60_000).toISOString(),
});

async function ask(api, { question, answer }, textOf) {
  const reply = await api.preview({
    agent: AGENT,
    session: SESSION,
    content: question,
    budget: { max_tokens: BUDGET },
  });
  const at = Object.fromEntries(DEPTHS.map((k) => [k, recallAt([answer], reply.items, { k, textOf })]));
  return { question, at, recall: recallOf([answer], reply.formatted_context) };
}

function reportOf({ embedder, recall, low, high, at, found, missed }) {
  const head = ['embedder', `in a context of ${BUDGET} tokens`, '95 % interval', ...DEPTHS.map((k) => `R@${k}`)];
  const row = [embedder, percent(recall), `${percent(low)} … ${percent(high)}`, ...DEPTHS.map((k) => percent(at[k]))];
  return `${table([head, row])}\nfound ${found} of ${questions.length}; the first missed: "${missed[0] ?? 'none'}"`;
}

async function measure(api, { json }) {
  const texts = await importAll(api, turns.map(draftOf));
  await untilIndexed(api);
  const results = [];
  for (const question of questions) results.push(await ask(api, question, ({ id }) => texts.get(id) ?? ''));
  const values = results.map(({ recall }) => recall);
  const [low, high] = bootstrap(values);
  const figures = {
    bench: 'paraphrase',
    embedder: (await api.status()).embedder ?? 'unknown',
    recall: mean(values),
    low,
    high,
    at: Object.fromEntries(DEPTHS.map((k) => [k, mean(results.map(({ at }) => at[k]))])),
    found: values.filter((one) => one === 1).length,
    missed: results.filter(({ recall }) => recall === 0).map(({ question }) => question),
  };
  console.log(json ? JSON.stringify(figures) : reportOf(figures));
}

async function paraphrase({ server, options }) {
  const { values } = parseArgs({ args: options, options: SHAPE });
  if (values.url && !values.key) throw new ActionableError(`An address needs a key: ${USE}`);
  return withSystem({ ...values, server }, (api) => measure(api, values));
}

module.exports = paraphrase;
