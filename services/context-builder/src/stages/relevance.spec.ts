import * as fc from 'fast-check';
import { found, item } from '../../test/crumbs';
import type { Found } from './item';
import { judge, type Question } from './relevance';

const by = (speaker: string, id = speaker.toLowerCase()): Partial<Found['item']> => ({
  speaker,
  author: { kind: 'user', id },
});
const hit = (n: number, scores: Found['scores'], over: Partial<Found['item']> = {}): Found =>
  found(item(n, `text ${n}`, over), n, { scores });
const order = (all: readonly Found[], question: Question): number[] =>
  judge(all, question).map(({ found: { item: one } }) => one.position);
const lexical = (text: string): Question => ({ text, embedder: 'lexical/1' });
const model = (text: string): Question => ({ text, embedder: 'openai:small' });

describe('relevance', () => {
  test('goes by words where the embedder knows only words', () => {
    const all = [
      hit(1, { bm25: 1, cosine: 0.9 }),
      hit(2, { bm25: 4, cosine: 0.3 }),
      hit(3, { neighbours: 2, cosine: 0.1 }),
    ];
    expect(order(all, lexical('which port?'))).toEqual([2, 3, 1]);
  });

  test('goes by words and meaning alike where the embedder knows meaning', () => {
    const all = [hit(1, { bm25: 4, cosine: 0.1 }), hit(2, { bm25: 3, cosine: 0.6 }), hit(3, { cosine: 0.7 })];
    expect(order(all, model('which port?'))).toEqual([2, 1, 3]);
  });

  test('is nothing where the built-in embedder finds a likeness by chance, and something where a word is misspelt', () => {
    const shares = judge([hit(1, { cosine: 0.22 }), hit(2, { cosine: 0.1 })], lexical('do that'));
    expect(shares.map(({ relevance }) => relevance)).toEqual([0, 0]);
    expect(judge([hit(1, { cosine: 0.22 }), hit(2, { cosine: 0.5 })], lexical('dashbord'))[0]?.relevance).toBe(1);
  });

  test('is more for what somebody said whom the question names, by id or by name', () => {
    const all = [hit(1, { bm25: 3 }, by('Bob')), hit(2, { bm25: 2.5 }, by('Ann Lee', 'ann'))];
    expect(order(all, lexical("What is Ann's port?"))).toEqual([2, 1]);
    expect(order(all, lexical('Did Ann Lee say which port?'))).toEqual([2, 1]);
    expect(order(all, lexical('Which annual port?'))).toEqual([1, 2]);
  });

  test('is not for a role that the question happens to hold, nor for what has nothing else to say', () => {
    const all = [
      hit(1, { bm25: 3 }, by('Bob')),
      hit(2, { bm25: 2.5 }, by('User', 'user')),
      hit(3, { bm25: 0 }, by('Ann')),
    ];
    expect(order(all, lexical('Where does a user set the port?'))).toEqual([1, 2, 3]);
    expect(judge(all, lexical('What of Ann?')).at(-1)?.relevance).toBe(0);
  });

  test("keeps a source's own order where nothing was measured", () => {
    const all = [1, 2, 3].map((n) => found(item(n, 't'), n, { score: 1 / n }));
    expect(order(all, model('x'))).toEqual([1, 2, 3]);
    expect(judge(all, model('x')).every(({ measured }) => !measured)).toBe(true);
  });

  test('is from 0 to 1, the best first, and loses nobody', () => {
    const features = fc.record(
      {
        bm25: fc.double({ min: 0, max: 50, noNaN: true }),
        neighbours: fc.double({ min: 0, max: 20, noNaN: true }),
        cosine: fc.double({ min: -1, max: 1, noNaN: true }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(
        fc.array(features, { maxLength: 40 }),
        fc.constantFrom('lexical/1', 'openai:small', null),
        (all, embedder) => {
          const judged = judge(
            all.map((scores, n) => hit(n + 1, scores)),
            { text: 'which port?', embedder },
          );
          const shares = judged.map(({ relevance }) => relevance);
          expect(shares).toHaveLength(all.length);
          expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true);
          expect(shares).toEqual([...shares].sort((a, b) => b - a));
        },
      ),
    );
  });
});
