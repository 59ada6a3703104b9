import * as fc from 'fast-check';
import { ASSISTANT, item, scored, USER } from '../../test/crumbs';
import { fingerprintOf } from '../text/fingerprint';
import { deduplicate, type DedupContext } from './deduplicate';
import { itemKey, type ScoredItem } from '../gather/item';

const settings = { near_distance: 3 };
const dedupContext = (over: Partial<DedupContext> = {}): DedupContext => ({
  trigger: {
    author: USER,
    fingerprint: fingerprintOf('and now?'),
    name: 'the current message',
  },
  exchanges: new Set(),
  ...over,
});
const texts = (list: readonly ScoredItem[]): string[] => list.map(({ item: { text } }) => text);

describe('deduplicate', () => {
  test('keeps the newer of two texts that say the same, at the better rank, and names it as the reason', () => {
    const { distinct, dropped } = deduplicate(
      [scored(item(1, 'The key is set.'), 1), scored(item(2, 'the key is set'), 2)],
      dedupContext(),
      settings,
    );
    expect(distinct.map((one) => [one.item.text, one.rank])).toEqual([['the key is set', 1]]);
    expect(dropped).toMatchObject([{ decision: 'duplicate_of', reason: `${item(2, '').id} (near-same text)` }]);
  });

  test('gives the text that stays the rank and section of the one that goes', () => {
    const all = [
      scored(item(1, 'Port 8080.'), 1),
      scored(item(2, 'it is where I put it'), 2),
      scored(item(3, 'Not on Friday.'), 3, { section: 'recent' }),
      scored(item(4, 'Well, it is where I put it'), 4, { section: 'recent' }),
    ];
    const { distinct, dropped } = deduplicate(all, dedupContext(), settings);
    expect(distinct.map((one) => [one.item.position, one.rank, one.section])).toEqual([
      [1, 1, 'relevant'],
      [4, 2, 'relevant'],
      [3, 3, 'recent'],
    ]);
    expect(dropped).toMatchObject([{ scored: { rank: 4, item: { position: 2 } } }]);
  });

  test('drops a few words that only a search found and that say what the current message says, whoever said them', () => {
    const bob = { kind: 'user', id: 'bob' } as const;
    const trigger = { author: USER, fingerprint: fingerprintOf('Yes please!'), name: 'the current message' };
    const all = [
      scored(item(1, 'yes please', { author: bob }), 1),
      scored(item(2, 'yes please', { author: bob }), 2, { section: 'recent', recency: 1 }),
      scored(item(3, 'yes, please do that one', { author: bob }), 3),
    ];
    const { distinct, dropped } = deduplicate(all, dedupContext({ trigger }), settings);
    expect(distinct.map((one) => one.item.position)).toEqual([2, 3]);
    expect(dropped).toMatchObject([{ reason: 'the current message', scored: { item: { position: 1 } } }]);
  });

  test('keeps identical texts only once where nothing else counts as the same', () => {
    const all = ['The key is set.', 'the key is set', 'The key is set.'].map((text, n) =>
      scored(item(n + 1, text), n + 1),
    );
    expect(texts(deduplicate(all, dedupContext(), { near_distance: 0 }).distinct)).toEqual([
      'The key is set.',
      'the key is set',
    ]);
  });

  test.each([
    'yes',
    'No.',
    'yes please',
    'yes do that please',
    'nein',
    '👎',
    'はい',
    'nao',
    'higher',
    'the second one',
  ])('keeps every %j of a speaker: each answers another question', (answer) => {
    const all = [scored(item(1, answer), 1), scored(item(2, answer), 2)];
    expect(deduplicate(all, dedupContext(), settings).distinct).toHaveLength(2);
  });

  test('keeps equal texts of two speakers', () => {
    const two = [scored(item(1, 'The key is set.'), 1), scored(item(2, 'The key is set.', { author: ASSISTANT }), 2)];
    expect(deduplicate(two, dedupContext(), settings).distinct).toHaveLength(2);
  });

  test('drops duplicates of the current message', () => {
    const all = [scored(item(1, 'and now?'), 1), scored(item(3, 'Port 8080.'), 3)];
    const { distinct, dropped } = deduplicate(all, dedupContext(), settings);
    expect(texts(distinct)).toEqual(['Port 8080.']);
    expect(dropped).toMatchObject([{ decision: 'duplicate_of', reason: 'the current message' }]);
  });

  test('never drops the last exchanges', () => {
    const line = fc.constantFrom('ok', 'thanks', 'and now?', 'The key is set.', 'the key is set');
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), fc.nat(12), (lines, from) => {
        const all = lines.map((text, n) => scored(item(n + 1, text), n + 1));
        const exchanges = new Set(all.slice(from).map(({ item: one }) => itemKey(one)));
        const { distinct } = deduplicate(all, dedupContext({ exchanges }), settings);
        expect(distinct.filter(({ item: one }) => exchanges.has(itemKey(one)))).toHaveLength(exchanges.size);
      }),
    );
  });

  test('keeps every item or drops it with a reason, in the order given', () => {
    const line = fc.constantFrom('ok', 'Port 8080.', 'Port 8081.', 'port 8080', 'not port 8080', 'and now?');
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const all = lines.map((text, n) => scored(item(n + 1, text), n + 1));
        const { distinct, dropped } = deduplicate(all, dedupContext(), settings);
        expect(distinct.length + dropped.length).toBe(all.length);
        expect(distinct.map(({ rank }) => rank)).toEqual([...distinct.map(({ rank }) => rank)].sort((a, b) => a - b));
        for (const said of new Set(lines.filter((text) => /80|not/.test(text))))
          expect(
            texts(distinct).some((text) => text.toLowerCase().replace('.', '') === said.toLowerCase().replace('.', '')),
          ).toBe(true);
      }),
    );
  });
});
