import fc from 'fast-check';
import { UserMessage } from '@crumbtrail/contracts';
import { chunkRow, textChunk } from '../../../test/text-chunks';
import { TextList } from '../rank/text-list';
import { SessionOutline } from '../session-cache/session-outline';
import { compareByTime, type ChunkRow } from '../session-cache/text-chunk';
import type { ChunkFilter } from './chunk-filter';
import { filterMatching, filterOutline, filterVisible, filterVisibleCached } from './chunk-filter.memory';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const isoAfter = (ms: number): string => new Date(NOW + ms).toISOString();

/** Newer versions that are not indexed yet, of a crumb of the list and of another one. */
const lateVersions: fc.Arbitrary<[string, number][]> = fc.subarray<[string, number]>([
  ['other', 8],
  ['a', 8],
]);

describe('filterVisible', () => {
  const scope = { viewers: [], readers: null, as_of: 10, now: isoAfter(0) };
  const isVisible = (more: Partial<ChunkRow>, late = new Map<string, number>()): boolean =>
    filterVisible([textChunk(more)], scope, late).length === 1;

  test('keeps the versions that were current as of the position', () => {
    expect([9, 10, 11].map((position) => isVisible({ position }))).toEqual([true, true, false]);
    expect([10, 11].map((superseded_position) => isVisible({ superseded_position }))).toEqual([false, true]);
  });

  test('drops versions that a version not yet indexed supersedes', () => {
    const visible = [4, 5, 8, 10, 11].map((at) => isVisible({ position: 5 }, new Map([['a', at]])));
    expect(visible).toEqual([true, true, false, false, true]);
  });

  test('drops texts that have expired at the given time', () => {
    expect([-1, 0, 1].map((ms) => isVisible({ expires_at: isoAfter(ms) }))).toEqual([false, false, true]);
  });

  test('keeps only texts that every reader of the answer may read, and those written to inform it', () => {
    const texts = [
      textChunk({ id: 'public' }),
      textChunk({ id: 'for bob', audience: ['user:bob'], author_id: 'eve' }),
      textChunk({ id: 'for agents', audience: ['@agents'], author_id: 'eve' }),
      textChunk({ id: 'by ann for bob', audience: ['user:bob'] }),
      textChunk({ id: 'lore', audience: ['@agents'], author_id: 'eve', informs: ['*'] }),
      textChunk({
        id: 'result for bob',
        audience: ['agent:abe'],
        author_id: 'eve',
        informs: ['user:bob', 'agent:abe'],
      }),
    ];
    const visibleTo = (readers: string[]): string[] =>
      filterVisible(texts, { ...scope, readers }, new Map()).map(({ id }) => id);
    expect(visibleTo(['*'])).toEqual(['public', 'lore']);
    expect(visibleTo(['@agents'])).toEqual(['public', 'for agents', 'lore']);
    expect(visibleTo(['user:bob'])).toEqual(['public', 'for bob', 'by ann for bob', 'lore', 'result for bob']);
    expect(visibleTo(['user:bob', 'user:ann'])).toEqual(['public', 'by ann for bob', 'lore']);
    expect(visibleTo(['agent:abe'])).toEqual(['public', 'for agents', 'lore', 'result for bob']);
    expect(visibleTo(['user:abe'])).toEqual(['public', 'lore']);
  });

  test('keeps only texts that all viewers may read', () => {
    const viewers = [
      { participant: { kind: 'user', id: 'bob' } },
      { participant: { kind: 'agent', id: 'abe' } },
    ] as const;
    const audiences = [['*'], ['user:bob'], ['@agents'], ['user:bob', 'agent:abe'], ['user:bob', '@agents']];
    const visible = audiences.map((audience) =>
      filterVisible([textChunk({ audience })], { ...scope, viewers }, new Map()),
    );
    expect(visible.map(({ length }) => length)).toEqual([1, 0, 0, 1, 1]);
  });
});

describe('filterVisibleCached', () => {
  const ann = { participant: { kind: 'user', id: 'ann' } } as const;
  const list = new TextList([
    textChunk(),
    textChunk({ id: 'b', position: 7, expires_at: isoAfter(10) }),
    textChunk({ id: 'c', position: 3, superseded_position: 9, audience: ['user:bob'], author_id: 'bob' }),
  ]);

  test('returns what filterVisible returns, for any viewers, position, time and late versions', () => {
    const scopes = fc.record({
      viewers: fc.constantFrom(
        [],
        [ann],
        [{ participant: { kind: 'user', id: 'bob' } } as const],
        [{ ...ann, operator: true }],
      ),
      readers: fc.constantFrom(null, ['*'], ['user:bob'], ['@agents']),
      as_of: fc.integer({ min: 1, max: 12 }),
      ms: fc.integer({ min: -20, max: 20 }),
      late: lateVersions,
    });
    fc.assert(
      fc.property(fc.array(scopes, { minLength: 1, maxLength: 12 }), (all) => {
        for (const { viewers, readers, as_of, ms, late } of all) {
          const scope = { workspace: 'default', viewers, readers, as_of, now: isoAfter(ms) };
          const cached = filterVisibleCached(list, scope, new Map(late));
          expect(cached.texts).toEqual(filterVisible(list.texts, scope, new Map(late)));
        }
      }),
    );
  });

  test('returns the same list until a text expires, and another one for other texts', () => {
    const scope = { workspace: 'default', viewers: [ann], readers: null, as_of: 10, now: isoAfter(0) };
    const visible = filterVisibleCached(list, scope, new Map());
    expect(filterVisibleCached(list, { ...scope, as_of: 12, now: isoAfter(9) }, new Map())).toBe(visible);
    expect(filterVisibleCached(list, { ...scope, now: isoAfter(10) }, new Map())).not.toBe(visible);
    expect(filterVisibleCached(new TextList(list.texts), scope, new Map())).not.toBe(visible);
  });

  test('returns the same list while new versions of crumbs that it does not have wait for the index', () => {
    const scope = { workspace: 'default', viewers: [ann], readers: null, as_of: 10, now: isoAfter(0) };
    const visible = filterVisibleCached(list, scope, new Map());
    expect(filterVisibleCached(list, scope, new Map([['a memory', 9]]))).toBe(visible);
    expect(filterVisibleCached(list, scope, new Map([['a', 9]])).texts.map(({ id }) => id)).not.toContain('a');
  });
});

describe('filterMatching', () => {
  const list = new TextList([
    textChunk({ tags: ['x', 'y'] }),
    textChunk({ id: 'b', tags: ['x'], author_id: 'bob', session: 'other' }),
    textChunk({ id: 'c', schema_name: 'tool.response.v1' }),
  ]);
  const ids = (filter: ChunkFilter): string[] => filterMatching(list, filter).texts.map(({ id }) => id);

  test('returns the texts that meet all conditions', () => {
    expect(ids({})).toEqual(['a', 'b', 'c']);
    expect(ids({ schemas: [], tags: [], excludeIds: [] })).toEqual(['a', 'b', 'c']);
    expect(ids({ tags: ['x', 'y'] })).toEqual(['a']);
    expect(ids({ author: { id: 'bob' } })).toEqual(['b']);
    expect(ids({ author: { kind: 'agent', id: 'bob' } })).toEqual([]);
    expect(ids({ session: 'other', schemas: [UserMessage.name] })).toEqual(['b']);
    expect(ids({ excludeIds: ['a'] })).toEqual(['b', 'c']);
    expect(ids({ since: '2026-01-01T00:00:00Z' })).toEqual([]);
  });

  test('excludes a schema even if it is also requested', () => {
    expect(ids({ excludeSchemas: ['tool.response.v1'] })).toEqual(['a', 'b']);
    expect(ids({ schemas: ['tool.response.v1'], excludeSchemas: ['tool.response.v1'] })).toEqual([]);
  });

  test('returns the same list for the same texts and filter, and another one for another filter', () => {
    const messages = filterMatching(list, { schemas: [UserMessage.name] });
    const same = { schemas: [UserMessage.name], tags: [], session: undefined, excludeIds: [] };
    expect(filterMatching(list, same)).toBe(messages);
    expect(filterMatching(list, { schemas: [UserMessage.name], excludeIds: ['a'] })).not.toBe(messages);
    expect(filterMatching(new TextList(list.texts), { schemas: [UserMessage.name] })).not.toBe(messages);
  });
});

describe('filterOutline', () => {
  const texts = [
    chunkRow(),
    chunkRow({ id: 'b', position: 7, expires_at: isoAfter(10), tags: ['x'] }),
    chunkRow({ id: 'c', position: 3, superseded_position: 9, audience: ['user:bob'], author_id: 'bob' }),
    chunkRow({ id: 'd', position: 8, schema_name: 'tool.response.v1', tags: ['x'], occurred_at: isoAfter(5) }),
    chunkRow({ id: 'e', position: 9, audience: ['@agents'], author_id: 'eve', informs: ['*'] }),
  ];
  const outline = SessionOutline.empty({ keepsTexts: true, vectorise: null }).apply({
    through: 12,
    head: 12,
    changed: [],
    rows: texts,
  });
  const list = texts.map((row) => textChunk(row)).sort(compareByTime);

  test('keeps what filterVisible and filterMatching keep, for any viewers, readers, position, time, late versions and filter', () => {
    const bob = { participant: { kind: 'user', id: 'bob' } } as const;
    const cases = fc.record({
      viewers: fc.constantFrom([], [bob], [bob, { participant: { kind: 'agent', id: 'abe' } } as const]),
      readers: fc.constantFrom(null, ['*'], ['user:bob'], ['@agents']),
      as_of: fc.integer({ min: 1, max: 12 }),
      ms: fc.integer({ min: -20, max: 20 }),
      late: lateVersions,
      filter: fc.constantFrom<ChunkFilter[]>(
        {},
        { tags: ['x'] },
        { schemas: [UserMessage.name], excludeIds: ['a'] },
        { excludeSchemas: ['tool.response.v1'], author: { id: 'bob' } },
        { since: isoAfter(0) },
        { session: 'other' },
      ),
    });
    fc.assert(
      fc.property(cases, ({ viewers, readers, as_of, ms, late: pairs, filter }) => {
        const scope = { workspace: 'default', viewers, readers, as_of, now: isoAfter(ms) };
        const late = new Map(pairs);
        const kept = filterOutline(outline, scope, { late, filter }).texts.map(({ id }) => id);
        const visible = new TextList(filterVisible(list, scope, late));
        expect(kept).toEqual(filterMatching(visible, filter).texts.map(({ id }) => id));
      }),
    );
  });

  test('keeps the same of an outline to which chunks were appended, in each of its states, until a chunk expires', () => {
    const rows = Array.from({ length: 12 }, (_, nth) =>
      chunkRow({
        id: `id${nth}`,
        position: nth,
        occurred_at: isoAfter(nth),
        expires_at: nth % 4 === 3 ? isoAfter(10 * nth) : null,
        audience: nth % 3 === 2 ? ['user:bob'] : ['*'],
        author_id: 'eve',
      }),
    );
    const turns = fc.array(fc.record({ rows: fc.nat(3), ms: fc.integer({ min: -5, max: 120 }) }), { maxLength: 8 });
    const scopeAt = (ms: number) => ({
      workspace: 'default',
      viewers: [],
      readers: ['user:ann'],
      as_of: 20,
      now: isoAfter(ms),
    });
    fc.assert(
      fc.property(turns, (all) => {
        let [grown, count] = [SessionOutline.empty({ keepsTexts: true, vectorise: null }), 0];
        const states = all.map(({ rows: more, ms }) => {
          const added = rows.slice(count, count + more);
          count += added.length;
          grown = grown.apply({ through: 12, head: 12, changed: [], rows: added });
          const read = (outline: SessionOutline): number[] =>
            filterOutline(outline, scopeAt(ms), { late: new Map(), filter: {} }).texts.map(({ at }) => at);
          const fresh = SessionOutline.empty({ keepsTexts: true, vectorise: null }).apply({
            through: 12,
            head: 12,
            changed: [],
            rows: rows.slice(0, count),
          });
          const expected = read(fresh);
          expect(read(grown)).toEqual(expected);
          return { outline: grown, read, expected };
        });
        for (const { outline: state, read, expected } of states) expect(read(state)).toEqual(expected);
      }),
    );
  });
});
