import { textChunk } from '../../../test/text-chunks';
import { inverseDocumentFrequency } from '../rank/inverse-document-frequency';
import { TextList } from '../rank/text-list';
import type { TextChunk } from '../session-cache/text-chunk';
import {
  borrowStems,
  computeStatistics,
  dependsOnEarlierText,
  findPrecedingMessages,
  isSelfContained,
  limitReach,
  limitStems,
  weighTerms,
} from './query-terms';

const message = (id: string, words: string, { author = 'ann', ordinal = 0 } = {}): TextChunk => {
  const all = words.split(' ');
  const tsv = all.map((word, at) => `'${word}':${at + 1}`).join(' ');
  return textChunk({ id, ordinal, author_id: author, text: words, length: all.length, tsv });
};

const conversation = [
  ...Array.from({ length: 30 }, (_, n) => message(`c${n}`, `ann okay ${n % 2 ? 'fine' : 'well'} day${n}`)),
  message('plan', 'ann harbour lantern boat'),
  message('offer', 'bob repaint lantern', { author: 'bob' }),
];
const statistics = computeStatistics(new TextList(conversation), [
  'okay',
  'boat',
  'lantern',
  'never',
  'harbour',
  'repaint',
  'ann',
  'bob',
]);

test('computeStatistics: counts the texts that have a stem, and their mean length', () => {
  expect([statistics.texts, statistics.df('okay'), statistics.df('lantern'), statistics.df('never')]).toEqual([
    32, 30, 2, 0,
  ]);
  expect(statistics.averageLength).toBeCloseTo((30 * 4 + 4 + 3) / 32);
  expect(inverseDocumentFrequency(1, 32)).toBeGreaterThan(inverseDocumentFrequency(30, 32));
  expect(inverseDocumentFrequency(40, 32)).toBeGreaterThan(0);
});

test('computeStatistics: counts many stems as it counts each of them', () => {
  const list = new TextList(conversation);
  const stems = [...new Set(conversation.flatMap(({ terms }) => [...terms.keys()])), 'never'];
  const all = computeStatistics(list, stems);
  const each = stems.map((stem) => computeStatistics(list, [stem]).df(stem));
  expect(stems.length).toBeGreaterThan(30);
  expect(stems.map((stem) => all.df(stem))).toEqual(each);
  expect(all.averageLength).toBe(computeStatistics(list, []).averageLength);
});

test('dependsOnEarlierText: true for common and for unknown words, false for one rare word', () => {
  const depends = (...stems: string[]): boolean => dependsOnEarlierText(limitStems(stems), new TextList(conversation));
  expect([depends('okay'), depends('never'), depends()]).toEqual([true, true, true]);
  expect([depends('boat'), depends('okay', 'harbour'), depends('plan', 'boat')]).toEqual([false, false, false]);
});

test('dependsOnEarlierText: true for a rare word that is habitually used in short messages', () => {
  const many = [...conversation, ...Array.from({ length: 60 }, (_, n) => message(`m${n}`, `ann once more thing${n}`))];
  const acknowledgements = ['a', 'b', 'c'].map((id) => message(id, 'bob right', { author: 'bob' }));
  const meant = ['d', 'e'].map((id) => message(id, 'ann turn right harbour'));
  const depends = (...more: TextChunk[]): boolean =>
    dependsOnEarlierText(limitStems(['right']), new TextList([...many, ...more]));
  expect(depends(...acknowledgements)).toBe(true);
  expect(depends(...acknowledgements.slice(0, 2))).toBe(false);
  expect(depends(...acknowledgements.slice(0, 1), ...meant)).toBe(false);
});

test('isSelfContained: true for a question with several rare words', () => {
  expect(isSelfContained(limitStems(['boat', 'harbour', 'repaint']), statistics)).toBe(true);
  expect(isSelfContained(limitStems(['boat']), statistics)).toBe(false);
});

test('findPrecedingMessages: returns all chunks of the last two crumbs before the question, latest first', () => {
  const long = [
    message('x', 'one'),
    message('long', 'a', { ordinal: 0 }),
    message('long', 'b', { ordinal: 1 }),
    message('last', 'c'),
  ];
  const names = (trigger?: string): string[] => findPrecedingMessages(long, trigger).map(({ id }) => id);
  expect(names()).toEqual(['last', 'long']);
  expect(names('last')).toEqual(['long', 'x']);
  expect(names('gone')).toEqual(['last', 'long']);
  expect(findPrecedingMessages([], 'x')).toEqual([]);
});

test('limitStems: words that only say how to answer weigh a quarter', () => {
  expect(limitStems(['mention', 'order', 'boat'])).toEqual([
    { stem: 'mention', weight: 0.25 },
    { stem: 'order', weight: 0.25 },
    { stem: 'boat', weight: 1 },
  ]);
});

test('borrowStems: borrows the rarest stems at a lower weight, but no names and no stems of the question itself', () => {
  const [offer, plan] = findPrecedingMessages(conversation, undefined);
  const lent = borrowStems(limitStems(['lantern']), [offer as TextChunk, plan as TextChunk], statistics);
  expect(lent).toEqual([
    { stem: 'repaint', weight: 0.5 },
    { stem: 'boat', weight: 0.25 },
    { stem: 'harbour', weight: 0.25 },
  ]);
});

test('limitReach: keeps the rarest stems that together reach few enough texts, and at least one', () => {
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
