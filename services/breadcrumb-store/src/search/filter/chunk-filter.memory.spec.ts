import fc from 'fast-check';
import { mayRead, type Participant } from '@crumbtrail/contracts';
import { audienceOf } from '../../ledger/stored-rows';
import { TextChunk, type ChunkRow } from '../session-cache/text-chunk';
import type { ChunkFilter } from './chunk-filter.sql';
import { filterVisible, filterVisibleCached, filterMatching } from './chunk-filter.memory';

const NOW = Date.parse('2026-01-01T00:00:00Z');

const row = (more: Partial<ChunkRow> = {}): ChunkRow => ({
  ...{ id: 'a', version: 1, ordinal: 0, chunks: 1, position: 5, superseded_position: null, session: 'demo' },
  ...{ schema_name: 'user.message.v1', author_kind: 'user', author_id: 'ann', audience: ['*'], tags: ['x', 'y'] },
  ...{
    imported: false,
    occurred_at: '2025-12-31T00:00:00Z',
    expires_at: null,
    text: 'boats',
    text_hash: '',
    hint_error: null,
  },
  ...{ tokens_o200k: 1, tokens_cl100k: 1, simhash: '', length: 1, tsv: `'boat':1` },
  ...more,
});
const kept = (more: Partial<ChunkRow> = {}): TextChunk => TextChunk.from(row(more));
const sight = { viewers: [], as_of: 10, now: new Date(NOW).toISOString() };
const passes = (more: Partial<ChunkRow>, late = new Map<string, number>()): boolean =>
  filterVisible([kept(more)], sight, late).length === 1;

describe('the wall in memory', () => {
  test('lets through what was current as of the position', () => {
    expect([9, 10, 11].map((position) => passes({ position }))).toEqual([true, true, false]);
    expect([10, 11].map((superseded_position) => passes({ superseded_position }))).toEqual([false, true]);
  });

  test('holds back what a version supersedes that the index has not reached', () => {
    expect([4, 5, 8, 10, 11].map((at) => passes({ position: 5 }, new Map([['a', at]])))).toEqual([
      ...[true, true],
      ...[false, false, true],
    ]);
  });

  test('lets nothing of a schema pass that is left out, whatever else is wanted', () => {
    const texts = [kept(), kept({ id: 'b', schema_name: 'tool.response.v1' })];
    const ids = (filter: ChunkFilter): string[] => filterMatching(texts, filter).map(({ id }) => id);
    expect(ids({ besides: ['tool.response.v1'] })).toEqual(['a']);
    expect(ids({ schemas: ['tool.response.v1'], besides: ['tool.response.v1'] })).toEqual([]);
  });

  test('holds back what has expired at that moment', () => {
    const at = (ms: number): string => new Date(NOW + ms).toISOString();
    expect([-1, 0, 1].map((ms) => passes({ expires_at: at(ms) }))).toEqual([false, false, true]);
  });

  test('says of every reader what the one rule of audiences says, and all viewers must be allowed', () => {
    const participant = fc.record<Participant>({
      kind: fc.constantFrom('user', 'agent', 'tool', 'operator', 'service'),
      id: fc.constantFrom('ann', 'bob', 'agents', 'all'),
    });
    const audience = fc.oneof(
      fc.constantFrom(['*'], ['@agents']),
      fc.uniqueArray(fc.constantFrom('ann', 'bob', 'agents', 'all'), { minLength: 1 }),
    );
    const viewer = fc.record({ participant, operator: fc.boolean() });
    fc.assert(
      fc.property(participant, audience, fc.array(viewer, { maxLength: 2 }), (author, tokens, viewers) => {
        const text = kept({ author_kind: author.kind, author_id: author.id, audience: tokens });
        const isShown = filterVisible([text], { ...sight, viewers }, new Map()).length === 1;
        const crumb = { audience: audienceOf(tokens) as never, author };
        expect(isShown).toBe(viewers.every((one) => mayRead(crumb, one)));
      }),
    );
  });
});

describe('a view that is remembered', () => {
  const at = (ms: number): string => new Date(NOW + ms).toISOString();
  const ann = { participant: { kind: 'user', id: 'ann' } } as const;
  const texts = [
    kept(),
    kept({ id: 'b', position: 7, expires_at: at(10) }),
    kept({ id: 'c', position: 3, superseded_position: 9, audience: ['bob'], author_id: 'bob' }),
  ];

  test('is what the wall lets through, whoever looks, whenever, as of whatever, and whatever is late', () => {
    const looks = fc.record({
      viewers: fc.constantFrom(
        [],
        [ann],
        [{ participant: { kind: 'user', id: 'bob' } } as const],
        [{ ...ann, operator: true }],
      ),
      as_of: fc.integer({ min: 1, max: 12 }),
      ms: fc.integer({ min: -20, max: 20 }),
      late: fc.constantFrom([], [['a', 8]] as [string, number][]),
    });
    fc.assert(
      fc.property(fc.array(looks, { minLength: 1, maxLength: 12 }), (all) => {
        for (const { viewers, as_of, ms, late } of all) {
          const moment = { workspace: 'default', viewers, as_of, now: at(ms) };
          expect(filterVisibleCached(texts, moment, new Map(late))).toEqual(
            filterVisible(texts, moment, new Map(late)),
          );
        }
      }),
    );
  });

  test('is the same list while nothing has changed, another one of other texts', () => {
    const moment = { workspace: 'default', viewers: [ann], as_of: 10, now: at(0) };
    const seen = filterVisibleCached(texts, moment, new Map());
    expect(filterVisibleCached(texts, { ...moment, as_of: 12, now: at(9) }, new Map())).toBe(seen);
    expect(filterVisibleCached(texts, { ...moment, now: at(10) }, new Map())).not.toBe(seen);
    expect(filterVisibleCached([...texts], moment, new Map())).not.toBe(seen);
  });
});

test('a filter wants what all of its conditions want', () => {
  const all = [kept(), kept({ id: 'b', tags: ['x'], author_id: 'bob', session: 'other' })];
  const ids = (filter: Parameters<typeof filterMatching>[1]): string[] =>
    filterMatching(all, filter).map(({ id }) => id);
  expect(ids({})).toEqual(['a', 'b']);
  expect(ids({ schemas: [], tags: [], exclude: [] })).toEqual(['a', 'b']);
  expect(ids({ tags: ['x', 'y'] })).toEqual(['a']);
  expect(ids({ author: { id: 'bob' } })).toEqual(['b']);
  expect(ids({ author: { kind: 'agent', id: 'bob' } })).toEqual([]);
  expect(ids({ session: 'other', schemas: ['user.message.v1'] })).toEqual(['b']);
  expect(ids({ exclude: ['a'] })).toEqual(['b']);
  expect(ids({ since: '2026-01-01T00:00:00Z' })).toEqual([]);
});

test('the same texts and filter give the same list, another filter another one', () => {
  const all = [kept()];
  const talk = filterMatching(all, { schemas: ['user.message.v1'] });
  expect(filterMatching(all, { schemas: ['user.message.v1'], tags: [], session: undefined, exclude: [] })).toBe(talk);
  expect(filterMatching(all, { schemas: ['user.message.v1'], exclude: ['a'] })).not.toBe(talk);
  expect(filterMatching([...all], { schemas: ['user.message.v1'] })).not.toBe(talk);
});
