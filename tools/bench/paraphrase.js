/** Questions that share no content word with their answers, which only an embedder that knows meanings can find. */
const { parseArgs } = require('node:util');
// eslint-disable-next-line @nx/enforce-module-boundaries -- the error class that is printed without a stack
const { ActionableError } = require('../setup/terminal/output.js');
const SETS = {
  paraphrase: require('./fixtures/paraphrase.json'),
  'paraphrase-kinds': require('./fixtures/paraphrase-kinds.json'),
};
const { recallAt, recallOf } = require('./recall-score.js');
const { bootstrap, mean } = require('./statistics.js');
const { importAll, untilIndexed, withSystem } = require('./system.js');
const { percent, table } = require('./table.js');

const AGENT = 'assistant';
const BUDGET = 500;
const DEPTHS = [1, 5, 10];
const FIRST = Date.UTC(2025, 0, 6, 9);
const USE =
  'npm run bench -- paraphrase [--url <address> --key <operator key>] [--json]; EMBEDDINGS chooses the embedder';
const SHAPE = { url: { type: 'string' }, key: { type: 'string' }, json: { type: 'boolean', default: false } };

const draftOf = (session, { speaker, text }, at) => ({
  schema_name: 'user.message.v1',
  session,
  author: { kind: 'user', id: speaker },
  context: { content: text },
  occurred_at: new Date(FIRST + at * 60_000).toISOString(),
});

async function ask(api, session, { question, answer, kind }, textOf) {
  const reply = await api.preview({
    agent: AGENT,
    session,
    content: question,
    budget: { max_tokens: BUDGET },
  });
  const at = Object.fromEntries(DEPTHS.map((k) => [k, recallAt([answer], reply.items, { k, textOf })]));
  return { question, kind, at, recall: recallOf([answer], reply.formatted_context) };
}

const HEAD = [
  'questions',
  'embedder',
  'found',
  `in a context of ${BUDGET} tokens`,
  '95 % interval',
  ...DEPTHS.map((k) => `R@${k}`),
];
const rowOf = ({ name, embedder, of, found, recall, low, high, at }) => [
  name,
  embedder,
  `${found} of ${of}`,
  percent(recall),
  `${percent(low)} … ${percent(high)}`,
  ...DEPTHS.map((k) => percent(at[k])),
];
const reportOf = (all) =>
  [
    table([HEAD, ...all.map(rowOf)]),
    ...all.map(({ name, missed }) => `${name}: the first missed: "${missed[0] ?? 'none'}"`),
  ].join('\n');

function figuresOf(name, embedder, results) {
  const values = results.map(({ recall }) => recall);
  const [low, high] = bootstrap(values);
  return {
    name,
    embedder,
    of: results.length,
    recall: mean(values),
    low,
    high,
    at: Object.fromEntries(DEPTHS.map((k) => [k, mean(results.map(({ at }) => at[k]))])),
    found: values.filter((one) => one === 1).length,
    missed: results.filter(({ recall }) => recall === 0).map(({ question }) => question),
  };
}

async function measureSet(api, session) {
  const { turns, questions } = SETS[session];
  const texts = await importAll(
    api,
    turns.map((turn, at) => draftOf(session, turn, at)),
  );
  await untilIndexed(api);
  const results = [];
  for (const question of questions) results.push(await ask(api, session, question, ({ id }) => texts.get(id) ?? ''));
  const embedder = (await api.status()).embedder ?? 'unknown';
  const kinds = [...new Set(results.flatMap(({ kind }) => kind ?? []))];
  return [
    figuresOf(session, embedder, results),
    ...kinds.map((kind) =>
      figuresOf(
        `  ${kind}`,
        embedder,
        results.filter((one) => one.kind === kind),
      ),
    ),
  ];
}

async function measure(api, { json }) {
  const all = [];
  for (const session of Object.keys(SETS)) all.push(...(await measureSet(api, session)));
  console.log(json ? JSON.stringify({ bench: 'paraphrase', sets: all }) : reportOf(all));
}

async function paraphrase({ server, options }) {
  const { values } = parseArgs({ args: options, options: SHAPE });
  if (values.url && !values.key) throw new ActionableError(`An address needs a key: ${USE}`);
  return withSystem({ ...values, server }, (api) => measure(api, values));
}

module.exports = paraphrase;
