// Runs LangChain.js: retrieves from its memory store with a session filter, drops duplicates, trims to a budget and formats. Reads lines
// of JSON: first {base, copies, sessions, maxTokens}, then questions with `counting: usual|cached`; writes {milliseconds, tokens}.
import { createInterface } from 'node:readline';
import { MemoryVectorStore } from '@langchain/classic/vectorstores/memory';
import { AIMessage, getBufferString, HumanMessage, trimMessages } from '@langchain/core/messages';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

/** As many documents as a build considers. */
const CANDIDATES = 250;

const counts = new Map();
/** Caches token counts, as Crumbtrail does. */
function tokensOf(text) {
  if (!counts.has(text)) counts.set(text, countTokens(text));
  return counts.get(text);
}
const sumOf = (count) => (messages) => messages.reduce((sum, { content }) => sum + count(content) + 4, 0);
/** As in the documentation, counting every text on each call; and with each text counted once. */
const counters = { usual: sumOf(countTokens), cached: sumOf(tokensOf) };

/** The embeddings are precomputed; a question comes with its own. */
const noEmbeddings = { embedQuery: () => [], embedDocuments: () => [] };

async function load({ base, copies, sessions }) {
  const store = new MemoryVectorStore(noEmbeddings);
  for (let copy = 0; copy < copies; copy += 1) {
    const documents = base.map(({ text, author, session }) => ({
      pageContent: text,
      metadata: { author, session: `s-${session + copy * sessions}` },
    }));
    await store.addVectors(
      base.map(({ vector }) => vector),
      documents,
    );
  }
  return store;
}

async function build(store, { vector, session, question, counting }, maxTokens) {
  const from = performance.now();
  const found = await store.similaritySearchVectorWithScore(
    vector,
    CANDIDATES,
    ({ metadata }) => metadata.session === session,
  );
  const unique = [...new Map(found.map(([document]) => [document.pageContent, document])).values()];
  const messages = unique.map(({ pageContent, metadata }) =>
    metadata.author === 'Ana' ? new AIMessage(pageContent) : new HumanMessage(pageContent),
  );
  const trimmed = await trimMessages([...messages, new HumanMessage(question)], {
    maxTokens,
    tokenCounter: counters[counting],
    strategy: 'last',
  });
  const text = getBufferString(trimmed);
  return { milliseconds: performance.now() - from, tokens: countTokens(text) };
}

let store;
let maxTokens;
for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.base) {
    store = await load(message);
    maxTokens = message.maxTokens;
    console.log(JSON.stringify({ loaded: message.base.length * message.copies }));
  } else console.log(JSON.stringify(await build(store, message, maxTokens)));
}
