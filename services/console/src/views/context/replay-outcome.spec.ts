import type { AccountItem, Envelope } from '@crumbtrail/contracts';
import type { ContextDiff, ReplayReply } from '@crumbtrail/contracts/operations/recorded-contexts';
import { summarizeDiff, describeReplay } from './replay-outcome';
import { findPreviousContext } from './previous-context';

const same: ReplayReply = {
  context: 'c',
  identical: true,
  formatted_context: 'x',
  recorded_hash: 'h',
  hash: 'h',
  erased: [],
  differs: [],
};

describe('describeReplay', () => {
  test('reports an identical replay', () => {
    expect(describeReplay(same)).toEqual({
      good: true,
      sentence: expect.stringContaining('Byte-identical'),
      reasons: [],
    });
  });

  test('lists erased, hidden, changed and differently rendered items', () => {
    const reply: ReplayReply = {
      ...same,
      identical: false,
      hash: null,
      erased: [{ id: 'a', version: 1 }],
      differs: [
        { what: 'renderer', recorded: 'markdown/1', now: 'markdown/2' },
        { what: 'hidden', items: [{ id: 'b', version: 2, chunk: 1 }] },
        { what: 'text', items: [{ id: 'd', version: 1 }] },
      ],
    };
    expect(describeReplay(reply)).toEqual({
      good: false,
      sentence: 'Not identical: the context can’t be rebuilt.',
      reasons: [
        'a@1 was erased',
        'the renderer was markdown/1 and is now markdown/2',
        'b@2#1 is not visible to this key or no longer indexed',
        'd@1 now has different text',
      ],
    });
  });
});

test('summarizeDiff: describes the changes in one sentence', () => {
  const build = { agent: 'a', position: 1, config_hash: 'h', tokens: 9 };
  const item = { id: 'x', version: 1 } as AccountItem;
  const none: ContextDiff = {
    a: build,
    b: build,
    added: [],
    removed: [],
    moved: [],
    reworded: [],
    causes: [],
    tokens: { a: 9, b: 12, change: 3, by_section: {} },
  };
  expect(summarizeDiff(none)).toBe('Both contexts hold the same items in the same order: 9 tokens, then 12.');
  const changed = { ...none, added: [{ item, cause: '' }], moved: [{ item, from: 1, to: 2 }] };
  expect(summarizeDiff(changed)).toBe('1 added, 1 moved: 9 tokens, then 12.');
});

describe('findPreviousContext', () => {
  const at = (id: string, created_at: string, session: string): Envelope => ({ id, created_at, session }) as Envelope;
  const others = [at('a', '1', 's'), at('b', '3', 'other'), at('d', '7', 's')];

  test.each([
    [{ created_at: '5', session: 's' }, 'a'],
    [{ created_at: '5', session: 'none' }, 'b'],
    [{ created_at: '5' }, 'b'],
    [{ created_at: '0', session: 's' }, 'a'],
  ])('finds for %j the context %s', (build, id) => {
    expect(findPreviousContext(build, others)?.id).toBe(id);
  });

  test('finds nothing when there is no other context', () => {
    expect(findPreviousContext({ created_at: '5' }, [])).toBeUndefined();
  });
});
