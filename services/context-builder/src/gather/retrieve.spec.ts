import { at, candidate, id } from '../../test/crumbs';
import { InMemoryRetriever } from '../../test/in-memory-retriever';
import { resolvePlan } from '../plan/plan';
import { retrieveCandidates, type CandidateQuery } from './retrieve-candidates';

const inquiry: CandidateQuery = {
  agent: 'assistant',
  readers: 'all',
  session: 'demo',
  as_of: 9,
  now: at(1),
  tokenizer: 'o200k_base',
  query: 'which port?',
  tags: [],
  members: [],
};
const { plan } = resolvePlan([{ sources: [{ type: 'recent' }, { type: 'hybrid' }, { type: 'catalog' }] }]);

describe('retrieval', () => {
  test('makes one request for the whole plan, as of the turn, without the current message and what it excludes', async () => {
    const retriever = new InMemoryRetriever([candidate(1, 'port 8080')]);
    const trigger = { id: id(7), version: 1 };
    const excluded = [{ id: id(6), version: 1 }];
    const reply = await retrieveCandidates({ ...inquiry, trigger, excluded }, plan, retriever);
    expect(retriever.requests).toMatchObject([
      { viewer: 'assistant', session: 'demo', as_of: 9, now: at(1), exclude: [trigger, ...excluded] },
    ]);
    expect(reply.sources.map(({ source, candidates }) => [source.name, candidates.length])).toEqual([
      ['recent', 1],
      ['hybrid', 1],
      ['catalog', 0],
    ]);
  });

  test('skips session sources if there is no session', async () => {
    const retriever = new InMemoryRetriever([]);
    await retrieveCandidates({ ...inquiry, session: undefined }, plan, retriever);
    expect(retriever.requests[0]?.sources.map(({ name }) => name)).toEqual(['catalog']);
  });

  test('makes no request where no source is left', async () => {
    const retriever = new InMemoryRetriever([]);
    const { plan: recent } = resolvePlan([{ sources: [{ type: 'recent' }] }]);
    expect((await retrieveCandidates({ ...inquiry, session: undefined }, recent, retriever)).queries).toBe(0);
    expect(retriever.requests).toEqual([]);
  });

  test('searches with the beginning and the end of a long message', async () => {
    const retriever = new InMemoryRetriever([]);
    await retrieveCandidates({ ...inquiry, query: `first ${'x'.repeat(60_000)} last` }, plan, retriever);
    const query = retriever.requests[0]?.query ?? '';
    expect([query.length < 5000, query.startsWith('first'), query.endsWith('last')]).toEqual([true, true, true]);
  });
});
