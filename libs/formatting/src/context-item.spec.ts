import { formatRanks, contextItemKey, replayReasons } from './context-item';

test.each([
  [{}, 'a@1'],
  [{ chunk: 0 }, 'a@1'],
  [{ chunk: 2 }, 'a@1#2'],
])('contextItemKey: names the piece unless it is the first (%j is %s)', (more, key) => {
  expect(contextItemKey({ id: 'a', version: 1, ...more })).toBe(key);
});

test('formatRanks: lists the rank in each source and ignores the other scores', () => {
  expect(formatRanks({ bm25: 0.4, 'rank.recent': 2, 'rank.hybrid': 1 })).toBe('recent 2, hybrid 1');
  expect(formatRanks(undefined)).toBe('');
});

test('replayReasons: names every erased, hidden or changed item and a changed renderer', () => {
  expect(
    replayReasons({
      erased: [{ id: 'a', version: 1 }],
      differs: [
        { what: 'renderer', recorded: 'markdown/1', now: 'markdown/2' },
        { what: 'hidden', items: [{ id: 'b', version: 2, chunk: 1 }] },
        { what: 'text', items: [{ id: 'd', version: 1 }] },
      ],
    }),
  ).toEqual([
    'a@1 was erased',
    'the renderer was markdown/1 and is now markdown/2',
    'b@2#1 is not visible to this key or no longer indexed',
    'd@1 now has different text',
  ]);
  expect(replayReasons({ erased: [], differs: [] })).toEqual([]);
});
