/** What a dense embedder costs: the same conversation with `lexical`, and with a server that speaks OpenAI's protocol and computes nothing. */
const { createServer } = require('node:http');
const { once } = require('node:events');
const { parseArgs } = require('node:util');
const { median } = require('./statistics.js');
const { importAll, untilIndexed, withStack } = require('./system.js');
const { table } = require('./table.js');

const SESSION = 'embeddings';
const WORDS = 'harbour winter ledger copper garden signal bridge archive planet kettle market violin'.split(' ');
const SHAPE = {
  messages: { type: 'string', default: '500' },
  long: { type: 'string', default: '50' },
  dimensions: { type: 'string', default: '384,1536' },
  questions: { type: 'string', default: '40' },
  json: { type: 'boolean', default: false },
};

const numbers = (list) => list.split(',').map(Number);
const word = (seed) => WORDS[((seed * 2_654_435_761) % WORDS.length) | 0] ?? WORDS[0];
const sentence = (seed) =>
  `${Array.from({ length: 9 }, (_, at) => word(Math.abs(seed * 31 + at * 7) + 1)).join(' ')} ${seed}.`;

/** Short messages, and some of ten paragraphs, each of which is a passage with a vector of its own. */
function draftsOf({ messages, long }) {
  const step = Math.max(1, Math.floor(messages / Math.max(1, long)));
  return Array.from({ length: messages }, (_, at) => {
    const isLong = at % step === 0 && at / step < long;
    const paragraph = (nth) =>
      Array.from({ length: 20 }, (_each, one) => sentence(at * 1_000 + nth * 20 + one)).join(' ');
    const content = isLong ? Array.from({ length: 10 }, (_, nth) => paragraph(nth)).join('\n\n') : sentence(at);
    const occurred_at = new Date(Date.UTC(2025, 0, 6, 9) + at * 60_000).toISOString();
    return { schema_name: 'user.message.v1', session: SESSION, context: { content }, occurred_at };
  });
}

/** A vector that depends on the text alone. */
function vectorOf(text, dimensions) {
  const vector = new Array(dimensions).fill(0.01);
  for (let at = 0; at < text.length; at += 1) vector[(text.charCodeAt(at) * 131 + at) % dimensions] += 1;
  return vector;
}

/** A server with `POST /embeddings` and vectors of this many numbers; counts calls, texts, and the time that it took for them. */
async function startEmbeddings(dimensions) {
  const served = { calls: 0, texts: 0, ms: 0 };
  const server = createServer(async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    const from = performance.now();
    const { input } = JSON.parse(Buffer.concat(parts).toString());
    const data = input.map((text, index) => ({ index, embedding: vectorOf(text, dimensions) }));
    const body = JSON.stringify({ data });
    served.calls += 1;
    served.texts += input.length;
    served.ms += performance.now() - from;
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${server.address().port}/v1`, served, close: () => server.close() };
}

async function timed(work) {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

/** Imports, waits for the vectors, and asks: previews, and searches by vector. */
async function measureOne(api, { name, served, settings }) {
  const drafts = draftsOf(settings);
  const embeddedMs = await timed(async () => {
    await importAll(api, drafts);
    await untilIndexed(api);
  });
  const own = { texts: served?.texts, ms: served?.ms };
  const questions = Array.from(
    { length: settings.questions },
    (_, at) => `Which ${word(at + 3)} and ${word(at + 11)}?`,
  );
  const ask = (content) => api.preview({ agent: 'assistant', session: SESSION, content });
  for (const one of questions.slice(0, 5)) await ask(one);
  const previews = [];
  const searches = [];
  for (const query of questions) {
    previews.push(await timed(() => ask(query)));
    searches.push(await timed(() => api.search({ query, mode: 'vector' })));
  }
  return {
    embedder: name,
    vectors: own.texts,
    ready_ms: embeddedMs,
    server_ms: own.ms,
    preview_ms: median(previews),
    search_ms: median(searches),
  };
}

const format = (value) => (value === undefined ? '–' : value >= 100 ? value.toFixed(0) : value.toFixed(1));

/** Compares `lexical` with a stand-in of each number of dimensions. */
module.exports = async function embeddings({ server, options }) {
  const { values } = parseArgs({ args: options, options: SHAPE });
  const settings = {
    messages: Number(values.messages),
    long: Number(values.long),
    questions: Number(values.questions),
  };
  const results = [await withStack(server, (api) => measureOne(api, { name: 'lexical', settings }))];
  for (const dimensions of numbers(values.dimensions)) {
    const standIn = await startEmbeddings(dimensions);
    const env = { EMBEDDINGS: 'openai', EMBEDDINGS_MODEL: `stand-in-${dimensions}`, EMBEDDINGS_BASE_URL: standIn.url };
    const name = `stand-in, ${dimensions} numbers`;
    const work = (api) => measureOne(api, { name, served: standIn.served, settings });
    results.push(await withStack(server, work, { env }));
    standIn.close();
  }
  if (values.json) return console.log(JSON.stringify({ bench: 'embeddings', ...settings, results }));
  const head = [
    'embedder',
    'vectors',
    'imported and embedded, ms',
    'of that the server, ms',
    'preview, ms',
    'search by vector, ms',
  ];
  const rows = results.map((one) => [
    one.embedder,
    String(one.vectors ?? '–'),
    ...[one.ready_ms, one.server_ms, one.preview_ms, one.search_ms].map(format),
  ]);
  console.log(table([head, ...rows]));
};
