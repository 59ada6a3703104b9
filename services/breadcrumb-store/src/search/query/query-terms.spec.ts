import { TextChunk } from '../session-cache/text-chunk';
import {
  isSelfContained,
  dependsOnEarlierText,
  borrowStems,
  limitStems,
  inverseDocumentFrequency,
  limitReach,
  computeStatistics,
  weighTerms,
  findPrecedingMessages,
} from './query-terms';

const kept = (id: string, words: string, { author = 'ann', ordinal = 0 } = {}): TextChunk =>
  TextChunk.from({
    ...{ id, version: 1, ordinal, chunks: 1, position: 1, superseded_position: null, session: 'demo' },
    ...{ schema_name: 'user.message.v1', author_kind: 'user', author_id: author, audience: ['*'], tags: [] },
    ...{
      imported: false,
      occurred_at: '2025-12-31T00:00:00Z',
      expires_at: null,
      text: words,
      text_hash: '',
      hint_error: null,
    },
    ...{ tokens_o200k: 1, tokens_cl100k: 1, simhash: '', length: words.split(' ').length },
    tsv: words
      .split(' ')
      .map((word, at) => `'${word}':${at + 1}`)
      .join(' '),
  });

const talk = [
  ...Array.from({ length: 30 }, (_, n) => kept(`c${n}`, `ann okay ${n % 2 ? 'fine' : 'well'} day${n}`)),
  kept('plan', 'ann harbour lantern boat'),
  kept('offer', 'bob repaint lantern', { author: 'bob' }),
];
const statistics = computeStatistics(talk, ['okay', 'boat', 'lantern', 'never', 'harbour', 'repaint', 'ann', 'bob']);

test('counts texts that have a stem, and how long the usual one is', () => {
  expect([statistics.texts, statistics.df('okay'), statistics.df('lantern'), statistics.df('never')]).toEqual([
    32, 30, 2, 0,
  ]);
  expect(statistics.averageLength).toBeCloseTo((30 * 4 + 4 + 3) / 32);
  expect(inverseDocumentFrequency(1, 32)).toBeGreaterThan(inverseDocumentFrequency(30, 32));
  expect(inverseDocumentFrequency(40, 32)).toBeGreaterThan(0);
});

test('a question leans when its words are common, or are in no text at all; one rare word is enough of its own', () => {
  const asks = (...stems: string[]): boolean => dependsOnEarlierText(limitStems(stems), talk);
  expect([asks('okay'), asks('never'), asks()]).toEqual([true, true, true]);
  expect([asks('boat'), asks('okay', 'harbour'), asks('plan', 'boat')]).toEqual([false, false, false]);
});

test('a rare word that is only said in passing is not enough, if that is often', () => {
  const many = [...talk, ...Array.from({ length: 60 }, (_, n) => kept(`m${n}`, `ann once more thing${n}`))];
  const nods = ['a', 'b', 'c'].map((id) => kept(id, 'bob right', { author: 'bob' }));
  const meant = ['d', 'e'].map((id) => kept(id, 'ann turn right harbour'));
  const asks = (...more: TextChunk[]): boolean => dependsOnEarlierText(limitStems(['right']), [...many, ...more]);
  expect(asks(...nods)).toBe(true);
  expect(asks(...nods.slice(0, 2))).toBe(false);
  expect(asks(...nods.slice(0, 1), ...meant)).toBe(false);
});

test('who says plenty is not asked what it was said to', () => {
  expect(isSelfContained(limitStems(['boat', 'harbour', 'repaint']), statistics)).toBe(true);
  expect(isSelfContained(limitStems(['boat']), statistics)).toBe(false);
});

test('leans on the last two crumbs before the question, whole, the last first', () => {
  const long = [
    kept('x', 'one'),
    kept('long', 'a', { ordinal: 0 }),
    kept('long', 'b', { ordinal: 1 }),
    kept('last', 'c'),
  ];
  const names = (trigger?: string): string[] => findPrecedingMessages(long, trigger).map(({ id }) => id);
  expect(names()).toEqual(['last', 'long']);
  expect(names('last')).toEqual(['long', 'x']);
  expect(names('gone')).toEqual(['last', 'long']);
  expect(findPrecedingMessages([], 'x')).toEqual([]);
});

test('lends the rarest words of those turns for less, and neither names nor what was asked', () => {
  const [offer, plan] = findPrecedingMessages(talk, undefined);
  const lent = borrowStems(limitStems(['lantern']), [offer as TextChunk, plan as TextChunk], statistics);
  expect(lent).toEqual([
    { stem: 'repaint', weight: 0.5 },
    { stem: 'boat', weight: 0.25 },
    { stem: 'harbour', weight: 0.25 },
  ]);
});

test('looks in the database for the rarest words that lead to few enough texts, and for one at least', () => {
  const counts = new Map([
    ['common', 7_000],
    ['usual', 5_000],
    ['rare', 3],
  ]);
  const all = { texts: 100_000, averageLength: 10, df: (stem: string) => counts.get(stem) ?? 0 };
  const found = (...stems: string[]): string[] => limitReach(weighTerms(all, limitStems(stems)), all);
  expect(found('common', 'rare', 'usual')).toEqual(['rare', 'usual']);
  expect(found('common')).toEqual(['common']);
  counts.set('common', 90_000);
  expect(found('common')).toEqual(['common']);
});
