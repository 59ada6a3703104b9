import type { StreamItem } from '@crumbtrail/client';
import type { Envelope, TokenPiece } from '@crumbtrail/contracts';
import { WIRE } from '@crumbtrail/contracts/wire-names';
import { type LiveSession, mergeHistory, emptyLiveSession, applyItems } from './live-session';

const piece = (over: Partial<TokenPiece>): StreamItem => ({
  type: 'piece',
  piece: { turn: 't', agent: 'assistant', attempt: 1, index: 0, kind: 'text', text: '', audience: 'all', ...over },
});
const crumb = (over: Partial<Envelope>): Envelope =>
  ({
    ...{ id: 'a', version: 1, position: 1, schema_name: WIRE.userMessage, context: {}, audience: 'all' },
    ...{ occurred_at: '2026-01-01T00:00:00Z', author: { kind: 'user', id: 'rita' }, trail_id: 'a', tags: [] },
    ...over,
  }) as Envelope;
const event = (kind: 'created' | 'updated' | 'erased', of: Envelope): StreamItem => {
  const { id, version, position, schema_name, author, trail_id } = of;
  const happened = { ...{ id, version, position, schema_name, author, trail_id, kind }, workspace: 'default' };
  const rest = { hop: 0, imported: false, content_hash: '', ...(kind === 'erased' ? {} : { crumb: of }) };
  return { type: 'event', cursor: `${position}`, event: { ...happened, ...rest } };
};
const answer = crumb({ id: 'r', schema_name: WIRE.agentResponse, context: { action: 'speak', turn: { id: 't' } } });
const textOf = (live: LiveSession): string | undefined => live.replies.get('t')?.text;

describe('a reply while it is written', () => {
  test('grows by its pieces', () => {
    const live = applyItems(emptyLiveSession, [
      piece({ kind: 'reset' }),
      piece({ text: 'good ' }),
      piece({ text: 'morning' }),
    ]);
    expect(textOf(live)).toBe('good morning');
  });

  test('begins anew with another attempt, and is not disturbed by what comes late of the one before', () => {
    const live = applyItems(emptyLiveSession, [
      piece({ text: 'once upon' }),
      piece({ kind: 'reset', attempt: 2 }),
      piece({ text: ' a time', attempt: 1 }),
      piece({ text: 'there was', attempt: 2 }),
    ]);
    expect([textOf(live), live.replies.get('t')?.attempt]).toEqual(['there was', 2]);
  });

  test('begins anew when a reset was lost on the way', () => {
    const live = applyItems(emptyLiveSession, [piece({ text: 'old' }), piece({ text: 'new', attempt: 2 })]);
    expect(textOf(live)).toBe('new');
  });

  test('gives way to its breadcrumb, and a piece that comes after does not bring it back', () => {
    const live = applyItems(applyItems(emptyLiveSession, [piece({ text: 'a' })]), [
      event('created', answer),
      piece({ text: 'b' }),
    ]);
    expect([live.replies.size, live.crumbs.size]).toEqual([0, 1]);
  });
});

describe('what is shown of a session', () => {
  test('holds each breadcrumb once, at its newest version', () => {
    const live = applyItems(emptyLiveSession, [event('updated', crumb({ version: 2 }))]);
    const shown = mergeHistory([crumb({ version: 1 })], live);
    expect(shown.map(({ version }) => version)).toEqual([2]);
  });

  test('is in the order in which it happened, history that was brought in later included', () => {
    const early = crumb({ id: 'early', occurred_at: '2025-01-01T00:00:00Z', position: 9 });
    const shown = mergeHistory([crumb({ id: 'b', position: 3 }), crumb({ id: 'a', position: 2 })], {
      ...emptyLiveSession,
      crumbs: new Map([['early', early]]),
    });
    expect(shown.map(({ id }) => id)).toEqual(['early', 'a', 'b']);
  });

  test('leaves out what was erased', () => {
    const gone = applyItems(emptyLiveSession, [event('erased', crumb({}))]);
    expect(mergeHistory([crumb({})], gone)).toEqual([]);
  });
});
