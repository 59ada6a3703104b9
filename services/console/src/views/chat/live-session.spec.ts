import type { StreamItem } from '@crumbtrail/client';
import type { Envelope, TokenPiece } from '@crumbtrail/contracts';
import { WIRE } from '@crumbtrail/contracts/wire-names';
import {
  type LiveSession,
  mergeHistory,
  emptyLiveSession,
  applyItems,
  erasedEntries,
  placeErased,
  sortHistory,
} from './live-session';

const piece = (over: Partial<TokenPiece>): StreamItem => ({
  type: 'piece',
  piece: { turn: 't', agent: 'assistant', attempt: 1, index: 0, kind: 'text', text: '', audience: 'all', ...over },
});
const crumb = (over: Partial<Envelope>): Envelope =>
  ({
    id: 'a',
    version: 1,
    position: 1,
    schema_name: WIRE.userMessage,
    context: {},
    audience: 'all',
    occurred_at: '2026-01-01T00:00:00Z',
    author: { kind: 'user', id: 'rita' },
    trail_id: 'a',
    tags: [],
    ...over,
  }) as Envelope;
const event = (kind: 'created' | 'updated' | 'erased' | 'expired', of: Envelope): StreamItem => {
  const { id, version, position, schema_name, author, trail_id } = of;
  const happened = { id, version, position, schema_name, author, trail_id, kind, workspace: 'default' };
  const rest = {
    hop: 0,
    imported: false,
    content_hash: '',
    ...(kind === 'erased' || kind === 'expired' ? {} : { crumb: of }),
  };
  return { type: 'event', cursor: `${position}`, event: { ...happened, ...rest } };
};
const answer = crumb({ id: 'r', schema_name: WIRE.agentResponse, context: { action: 'speak', turn: { id: 't' } } });
const textOf = (live: LiveSession): string | undefined => live.replies.get('t')?.text;

describe('applyItems', () => {
  test('appends the pieces of a reply', () => {
    const live = applyItems(emptyLiveSession, [
      piece({ kind: 'reset' }),
      piece({ text: 'good ' }),
      piece({ text: 'morning' }),
    ]);
    expect(textOf(live)).toBe('good morning');
  });

  test('starts over with a new attempt and ignores late pieces of the previous one', () => {
    const live = applyItems(emptyLiveSession, [
      piece({ text: 'once upon' }),
      piece({ kind: 'reset', attempt: 2 }),
      piece({ text: ' a time', attempt: 1 }),
      piece({ text: 'there was', attempt: 2 }),
    ]);
    expect([textOf(live), live.replies.get('t')?.restarted]).toEqual(['there was', true]);
  });

  test('a reply is restarted only if text that was shown is replaced, whatever the number of its attempt', () => {
    const restarted = (...pieces: readonly StreamItem[]): boolean | undefined =>
      applyItems(emptyLiveSession, pieces).replies.get('t')?.restarted;
    const late = piece({ kind: 'reset', attempt: 520_001 });
    expect(restarted(late, piece({ text: 'once', attempt: 520_001 }))).toBe(false);
    expect(restarted(piece({ text: 'once' }), piece({ kind: 'reset' }), piece({ text: 'once upon' }))).toBe(false);
    expect(restarted(piece({ kind: 'reset' }), late, piece({ text: 'once', attempt: 520_001 }))).toBe(false);
    expect(restarted(piece({ text: 'once' }), late, piece({ text: 'upon', attempt: 520_001 }))).toBe(true);
  });

  test('starts over with a new attempt even if its reset was lost', () => {
    const live = applyItems(emptyLiveSession, [piece({ text: 'old' }), piece({ text: 'new', attempt: 2 })]);
    expect(textOf(live)).toBe('new');
  });

  test('replaces a reply by its breadcrumb, and ignores pieces that arrive later', () => {
    const live = applyItems(applyItems(emptyLiveSession, [piece({ text: 'a' })]), [
      event('created', answer),
      piece({ text: 'b' }),
    ]);
    expect([live.replies.size, live.crumbs.size]).toEqual([0, 1]);
  });
});

test('pieces of a reply leave the messages as they are, so that a long history is not merged for each of them', () => {
  const before = applyItems(emptyLiveSession, [event('created', crumb({}))]);
  const after = applyItems(before, [piece({ text: 'a' })]);
  expect([after.crumbs, after.removed]).toEqual([before.crumbs, before.removed]);
  expect(after.crumbs).toBe(before.crumbs);
  expect(applyItems(after, [event('updated', crumb({ version: 2 }))]).crumbs).not.toBe(before.crumbs);
});

describe('mergeHistory', () => {
  test('contains each breadcrumb once, in its latest version', () => {
    const live = applyItems(emptyLiveSession, [event('updated', crumb({ version: 2 }))]);
    const shown = mergeHistory(sortHistory([crumb({ version: 1 })]), live);
    expect(shown.map(({ version }) => version)).toEqual([2]);
  });

  test('sorts by time, including history that was imported later', () => {
    const early = crumb({ id: 'early', occurred_at: '2025-01-01T00:00:00Z', position: 9 });
    const shown = mergeHistory(sortHistory([crumb({ id: 'b', position: 3 }), crumb({ id: 'a', position: 2 })]), {
      ...emptyLiveSession,
      crumbs: new Map([['early', early]]),
    });
    expect(shown.map(({ id }) => id)).toEqual(['early', 'a', 'b']);
  });

  test('sorts pages of history, each of which begins with its newest breadcrumb', () => {
    const pages = ['d', 'c', 'b', 'a'].map((id, at) => crumb({ id, position: 4 - at }));
    expect([...sortHistory([...pages, crumb({ id: 'a', position: 1 })]).keys()]).toEqual(['a', 'b', 'c', 'd']);
  });

  test('keeps a loaded breadcrumb that is newer than the version of it that the stream delivered', () => {
    const live = applyItems(emptyLiveSession, [event('updated', crumb({ version: 2 }))]);
    expect(mergeHistory(sortHistory([crumb({ version: 3 })]), live).map(({ version }) => version)).toEqual([3]);
  });

  test('leaves out erased breadcrumbs, whose places among the others are known', () => {
    const gone = applyItems(emptyLiveSession, [event('erased', crumb({}))]);
    expect(mergeHistory(sortHistory([crumb({})]), gone)).toEqual([]);
    expect([...gone.erased]).toEqual(['a']);
    const [b, c] = ['b', 'c'].map((id, at) => crumb({ id, occurred_at: `2026-01-0${at + 2}T00:00:00Z` })) as [
      Envelope,
      Envelope,
    ];
    expect(placeErased([crumb({}), c], [b]).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  });

  test('shows an erased message with who erased it, and not before the messages that are loaded', () => {
    const entry = {
      id: 'a',
      schema_name: WIRE.userMessage,
      author: crumb({}).author,
      occurred_at: '2026-01-02T00:00:00Z',
    };
    const known = { ...entry, erased_at: '2026-01-03T00:00:00Z', erased_by: { kind: 'operator', id: 'ann' } as const };
    expect(erasedEntries([known], [entry], undefined)).toEqual([known]);
    expect(erasedEntries([], [entry], '2026-01-02T00:00:00Z')).toEqual([entry]);
    expect(erasedEntries([known], [], '2026-01-02T00:00:01Z')).toEqual([]);
    expect(placeErased([crumb({})], [known])).toEqual([known]);
  });

  test('leaves out expired breadcrumbs, and does not call them erased', () => {
    const gone = applyItems(emptyLiveSession, [event('expired', crumb({}))]);
    expect(mergeHistory(sortHistory([crumb({})]), gone)).toEqual([]);
    expect(gone.erased.size).toBe(0);
  });
});
