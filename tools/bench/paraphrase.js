/** Questions that share no content word with their answers, which only an embedder that knows meanings can find: asked in the session of the answer, or across sessions. */
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
/** How many results of a search of the whole workspace are looked at. */
const SEARCHED = 10;
const FIRST = Date.UTC(2025, 0, 6, 9);
const USE =
  'npm run bench -- paraphrase [--across] [--url <address> --key <operator key>] [--json]; EMBEDDINGS chooses the embedder';
const SHAPE = {
  across: { type: 'boolean', default: false },
  url: { type: 'string' },
  key: { type: 'string' },
  json: { type: 'boolean', default: false },
};
/** Where the questions are asked with `--across`: a session that has none of the answers. */
const ELSEWHERE = 'paraphrase-asked-elsewhere';
/** A source of the whole workspace, because that of a session finds no answer of another one. */
const EVERYWHERE = { sources: [{ name: 'workspace', type: 'hybrid', scope: 'workspace', limit: 64 }] };

const draftOf = (session, { speaker, text }, at) => ({
  schema_name: 'user.message.v1',
  session,
  author: { kind: 'user', id: speaker },
  context: { content: text },
  occurred_at: new Date(FIRST + at * 60_000).toISOString(),
});

/** What the context of a question holds, and what a search of the workspace finds by it. */
async function ask(api, where, { question, answer, kind }, textOf) {
  const reply = await api.preview({ agent: AGENT, ...where, content: question, budget: { max_tokens: BUDGET } });
  const { results } = await api.search({ query: question, mode: 'hybrid', limit: SEARCHED });
  const searched = results.map(({ breadcrumb }, nth) => ({ id: breadcrumb.id, rank: nth + 1 }));
  const at = Object.fromEntries(DEPTHS.map((k) => [k, recallAt([answer], reply.items, { k, textOf })]));
  return {
    question,
    kind,
    at,
    search: recallAt([answer], searched, { k: SEARCHED, textOf }),
    recall: recallOf([answer], reply.formatted_context),
  };
}

const HEAD = [
  'questions',
  'embedder',
  'found',
  `in a context of ${BUDGET} tokens`,
  '95 % interval',
  ...DEPTHS.map((k) => `R@${k}`),
  `search R@${SEARCHED}`,
];
const rowOf = ({ name, embedder, of, found, recall, low, high, at, search }) => [
  name,
  embedder,
  `${found} of ${of}`,
  percent(recall),
  `${percent(low)} … ${percent(high)}`,
  ...DEPTHS.map((k) => percent(at[k])),
  percent(search),
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
    search: mean(results.map(({ search }) => search)),
    found: values.filter((one) => one === 1).length,
    missed: results.filter(({ recall }) => recall === 0).map(({ question }) => question),
  };
}

async function measureSet(api, session, across) {
  const where = across ? { session: ELSEWHERE, config: EVERYWHERE } : { session };
  const { turns, questions } = SETS[session];
  const texts = await importAll(
    api,
    turns.map((turn, at) => draftOf(session, turn, at)),
  );
  await untilIndexed(api);
  const results = [];
  for (const question of questions) results.push(await ask(api, where, question, ({ id }) => texts.get(id) ?? ''));
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

async function measure(api, { json, across }) {
  const all = [];
  for (const session of Object.keys(SETS)) all.push(...(await measureSet(api, session, across)));
  console.log(json ? JSON.stringify({ bench: 'paraphrase', across, sets: all }) : reportOf(all));
}

async function paraphrase({ server, options }) {
  const { values } = parseArgs({ args: options, options: SHAPE });
  if (values.url && !values.key) throw new ActionableError(`An address needs a key: ${USE}`);
  return withSystem({ ...values, server }, (api) => measure(api, values));
}

module.exports = paraphrase;
