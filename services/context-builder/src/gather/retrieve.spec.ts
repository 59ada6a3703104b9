import type { RetrieveReply, RetrieveRequest } from '@crumbtrail/contracts';
import { at, candidate, id } from '../../test/crumbs';
import { InMemoryRetriever } from '../../test/in-memory-retriever';
import { resolvePlan } from '../plan/plan';
import { answerWithin } from './answer-within';
import { divideSources } from './divide-sources';
import { retrieveCandidates, type CandidateQuery, type RetrievedCandidates } from './retrieve-candidates';

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
    const reply = await retrieveCandidates({ ...inquiry, trigger, excluded }, plan, {
      retriever,
      recallTimeoutMs: 150,
    });
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
    await retrieveCandidates({ ...inquiry, session: undefined }, plan, { retriever, recallTimeoutMs: 150 });
    expect(retriever.requests[0]?.sources.map(({ name }) => name)).toEqual(['catalog']);
  });

  test('makes no request where no source is left', async () => {
    const retriever = new InMemoryRetriever([]);
    const { plan: recent } = resolvePlan([{ sources: [{ type: 'recent' }] }]);
    expect(
      (await retrieveCandidates({ ...inquiry, session: undefined }, recent, { retriever, recallTimeoutMs: 150 }))
        .queries,
    ).toBe(0);
    expect(retriever.requests).toEqual([]);
  });

  test('searches with the beginning and the end of a long message', async () => {
    const retriever = new InMemoryRetriever([]);
    await retrieveCandidates({ ...inquiry, query: `first ${'x'.repeat(60_000)} last` }, plan, {
      retriever,
      recallTimeoutMs: 150,
    });
    const query = retriever.requests[0]?.query ?? '';
    expect([query.length < 5000, query.startsWith('first'), query.endsWith('last')]).toEqual([true, true, true]);
  });
});

/** A store whose requests for more than the session are answered when the test says so. */
class LateRetriever extends InMemoryRetriever {
  answer: () => void = () => undefined;

  override async retrieve(request: RetrieveRequest): Promise<RetrieveReply> {
    const reply = await super.retrieve(request);
    if (request.sources.some(({ scope }) => scope !== 'session'))
      await new Promise<void>((resolve) => (this.answer = resolve));
    return reply;
  }
}

describe('what memories and past sessions hold', () => {
  const elsewhere = { type: 'hybrid', name: 'elsewhere', scope: 'workspace', took_part: true } as const;
  const { plan: recalling } = resolvePlan([{ sources: [{ type: 'recent' }, elsewhere] }]);
  const said = [candidate(1, 'port 8080')];
  const listFound = ({ sources }: RetrievedCandidates) =>
    sources.map(({ source, candidates }) => [source.name, candidates.length]);

  test('comes in a request of its own, and enters where it comes in time', async () => {
    const retriever = new InMemoryRetriever(said);
    const reply = await retrieveCandidates(inquiry, recalling, { retriever, recallTimeoutMs: 60_000 });
    expect(retriever.requests.map(({ sources }) => sources.map(({ name }) => name))).toEqual([
      ['elsewhere'],
      ['recent'],
    ]);
    expect(listFound(reply)).toEqual([
      ['recent', 1],
      ['elsewhere', 1],
    ]);
    expect([reply.late, reply.queries]).toEqual([undefined, 2]);
  });

  test('is left out where it comes late, and the reply names its source and the limit', async () => {
    const retriever = new LateRetriever(said);
    const reply = await retrieveCandidates(inquiry, recalling, { retriever, recallTimeoutMs: 1 });
    expect(listFound(reply)).toEqual([
      ['recent', 1],
      ['elsewhere', 0],
    ]);
    expect(reply.late).toEqual([{ source: 'elsewhere', timeout_ms: 1 }]);
    retriever.answer();
  });

  test('has the limit of its source before that of the service', async () => {
    const retriever = new LateRetriever(said);
    const { plan: hasty } = resolvePlan([{ sources: [{ type: 'recent' }, { ...elsewhere, timeout_ms: 2 }] }]);
    const { late } = await retrieveCandidates(inquiry, hasty, { retriever, recallTimeoutMs: 60_000 });
    expect(late).toEqual([{ source: 'elsewhere', timeout_ms: 2 }]);
    retriever.answer();
  });

  test('never takes the memory of the session with it: what has left the window stands there', () => {
    const { plan: remembering } = resolvePlan([{ sources: [{ type: 'recent' }, { type: 'memory' }] }], { memory: {} });
    const divided = divideSources(remembering.sources, { session: 'demo', recallTimeoutMs: 150 });
    expect(divided.awaited.map(({ name, memories }) => [name, memories])).toEqual([
      ['recent', undefined],
      ['memory', 'session'],
    ]);
    expect(divided.limited.map(({ name, memories }) => [name, memories])).toEqual([['memory', 'agent']]);
  });

  test('is waited for where a source has no limit, and a late failure is ignored', async () => {
    const { plan: patient } = resolvePlan([{ sources: [{ type: 'hybrid', scope: 'workspace' }] }]);
    const retriever = new InMemoryRetriever(said);
    expect((await retrieveCandidates(inquiry, patient, { retriever, recallTimeoutMs: 1 })).late).toBeUndefined();
    let fail: (error: Error) => void = () => undefined;
    expect(await answerWithin(new Promise((_, reject) => (fail = reject)), 1)).toBeUndefined();
    fail(new Error('The store is away.'));
    await expect(answerWithin(Promise.reject(new Error('The store is away.')), 60_000)).rejects.toThrow('away');
  });
});
