import type { Candidate, RetrieveReply, RetrieveRequest } from '@crumbtrail/contracts';
import { ASSISTANT, candidate, source, USER } from '../../test/crumbs';
import { retrieveDistinct } from './retrieve-distinct';

/** A store that finds these, in this order. */
function storeOf(all: readonly Candidate[]) {
  const limits: number[] = [];
  const retrieve = ({ sources }: RetrieveRequest): Promise<RetrieveReply> => {
    limits.push(...sources.map(({ limit }) => limit));
    const found = sources.map(({ name, limit }) => ({
      name,
      candidates: all.slice(0, limit).map((one, at) => ({ ...one, rank: at + 1 })),
    }));
    return Promise.resolve({ sources: found, beyond: 0, hidden: 0, index_position: 1, embedder: null, queries: 1 });
  };
  return { limits, retriever: { retrieve } };
}

const repeated = (count: number): Candidate[] =>
  Array.from({ length: count }, (_, nth) =>
    candidate(nth + 1, nth % 2 === 0 ? 'What opens the vault?' : 'I do not know.', {
      author: nth % 2 === 0 ? USER : ASSISTANT,
      digest: nth % 2 === 0 ? 'aaaaaaa' : 'bbbbbbb',
    }),
  );
const fact = candidate(99, 'The vault opens with marigold.', { digest: 'ccccccc' });
const asked = (limit: number, type: 'hybrid' | 'recent' = 'hybrid') =>
  ({ sources: [source({ name: 'elsewhere', type, limit })] }) as unknown as RetrieveRequest;
const texts = ({ sources }: RetrieveReply) => sources[0]?.candidates.map(({ text }) => text) ?? [];

describe('retrieveDistinct', () => {
  test('finds what a question that was asked again and again would have pushed out', async () => {
    const { retriever, limits } = storeOf([...repeated(20), fact]);
    const reply = await retrieveDistinct(retriever, asked(10));
    expect(texts(reply)).toContain(fact.text);
    expect(limits).toEqual([10, 80]);
    expect(reply.sources[0]?.candidates.map(({ rank }) => rank)).toEqual(texts(reply).map((_, at) => at + 1));
    expect(texts(reply).length + reply.beyond).toBe(21);
  });

  test('makes one request where no text is repeated, and counts all of a window', async () => {
    const different = Array.from({ length: 20 }, (_, nth) => candidate(nth + 1, `text ${nth}`, { digest: `d${nth}` }));
    const first = storeOf(different);
    expect(texts(await retrieveDistinct(first.retriever, asked(10)))).toHaveLength(10);
    expect(first.limits).toEqual([10]);
    const second = storeOf(repeated(20));
    await retrieveDistinct(second.retriever, asked(10, 'recent'));
    expect(second.limits).toEqual([10]);
  });

  test('holds the same words of two people for two texts', async () => {
    const votes = ['ann', 'bob', 'cat'].map((id, nth) =>
      candidate(nth + 1, 'Yes.', { author: { kind: 'user', id }, digest: 'eeeeeee' }),
    );
    const { retriever, limits } = storeOf(votes);
    expect(texts(await retrieveDistinct(retriever, asked(3)))).toHaveLength(3);
    expect(limits).toEqual([3]);
  });
});
