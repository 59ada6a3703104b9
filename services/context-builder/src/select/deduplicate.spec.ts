import * as fc from 'fast-check';
import { ASSISTANT, item, scored, USER } from '../../test/crumbs';
import { fingerprintOf } from '../text/fingerprint';
import { deduplicate, type DedupContext } from './deduplicate';
import { itemKey, type ScoredItem } from '../gather/item';

const settings = { near_distance: 3, cosine: 0.97 };
const dedupContext = (over: Partial<DedupContext> = {}): DedupContext => ({
  trigger: {
    author: USER,
    fingerprint: fingerprintOf('and now?'),
    simhash: '0'.repeat(16),
    name: 'the current message',
  },
  exchanges: new Set(),
  ...over,
});
const texts = (list: readonly ScoredItem[]): string[] => list.map(({ item: { text } }) => text);

describe('deduplicate', () => {
  test('keeps the better ranked of two equal texts of a speaker, and names it as the reason', () => {
    const { distinct, dropped } = deduplicate(
      [scored(item(1, 'The key is set.'), 1), scored(item(2, 'the key is set'), 2)],
      dedupContext(),
      settings,
    );
    expect(texts(distinct)).toEqual(['The key is set.']);
    expect(dropped).toMatchObject([{ decision: 'duplicate_of', reason: `${item(1, '').id} (near-same text)` }]);
  });

  test('keeps the longer text at the best rank of its duplicates', () => {
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

  test('keeps the longer of two texts, whichever came first', () => {
    const full = 'Well, I am here and it is open until 8.';
    for (const said of [
      [full, "I'm here and it's open until 8!"],
      ["I'm here and it's open until 8!", full],
    ])
      expect(
        texts(
          deduplicate(
            said.map((text, n) => scored(item(n + 1, text), n + 1)),
            dedupContext(),
            settings,
          ).distinct,
        ),
      ).toEqual([full]);
  });

  test('compares vectors only of a semantic embedder, and only of the best items', () => {
    const near = { vector: [1, 0] };
    const pair = [
      scored(item(1, 'We put the car into the garage of the house', near), 1),
      scored(item(2, 'We put the vehicle into the garage of the house', near), 2),
    ];
    const left = (embedder: string): number => deduplicate(pair, dedupContext({ embedder }), settings).distinct.length;
    expect([left('openai/small'), left('lexical/2')]).toEqual([1, 2]);
    const crowd = Array.from({ length: 60 }, (_, n) => scored(item(n + 10, `Something else, number ${n}`), n + 1));
    expect(
      deduplicate([...crowd, ...pair], dedupContext({ embedder: 'openai/small' }), settings).distinct,
    ).toHaveLength(62);
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
