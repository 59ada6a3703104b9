import fc from 'fast-check';
import { measureBytes } from '../../../test/measure-bytes';
import { chunkRow } from '../../../test/text-chunks';
import { wordsEmbedder } from '../embedders/words-embedder';
import { OCCURRENCES } from '../rank/occurrences';
import type { RankableText } from '../rank/question';
import { RepeatFinder } from '../rank/repeated-texts';
import { TextList } from '../rank/text-list';
import { findCounters, StemCounter } from './information';
import { OutlineColumns } from './outline-columns';
import type { ShownColumns } from './outline-texts';
import type { OutlinedText } from './outlined-text';
import { SessionOutline } from './session-outline';
import { applyChange, NO_TEXTS, type SessionTexts } from './session-texts';
import type { ChunkRow } from './text-chunk';

const emptyOutline = (keepsTexts: boolean): SessionOutline =>
  SessionOutline.empty({ keepsTexts, vectorise: wordsEmbedder.vectorise ?? null });

const listTexts = (outline: SessionOutline): OutlinedText[] =>
  Array.from({ length: outline.length }, (_, at) => outline.textAt(at));

const findRepeats = (texts: readonly RankableText[]): boolean[] => {
  const repeats = new RepeatFinder();
  return texts.map((text) => repeats.add(text));
};

/** What is known of each text in all, as a row of the database; its time is compared separately. */
const listRows = (outline: SessionOutline): unknown[] =>
  Array.from({ length: outline.length }, (_, at) => ({
    ...outline.rowAt(at, outline.shownAt(at) as ShownColumns),
    occurred_at: undefined,
  }));

const describeText = ({
  key,
  position,
  occurredAt,
  author,
  tags,
  length,
  tokens,
  session,
  terms,
  vector,
}: Described) => ({
  key,
  position,
  occurredAt,
  author,
  tags,
  length,
  tokens,
  session,
  terms: [...terms.keys()].map((stem) => [stem, terms.get(stem)]),
  vector: vector && Array.from(vector),
});
type Described = Pick<
  RankableText,
  'key' | 'position' | 'occurredAt' | 'author' | 'tags' | 'length' | 'tokens' | 'session' | 'terms' | 'vector'
>;

interface Step {
  readonly changed: readonly string[];
  readonly rows: readonly ChunkRow[];
}

const row = fc
  .record({
    id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
    ordinal: fc.integer({ min: 0, max: 1 }),
    hour: fc.integer({ min: 10, max: 20 }),
    words: fc.array(fc.constantFrom('boat', 'paint', 'owl', 'mill', 'gate'), { maxLength: 4 }),
    author_id: fc.constantFrom('ann', 'bob'),
  })
  .map(({ id, ordinal, hour, words, author_id }) =>
    chunkRow({
      id,
      ordinal,
      position: id.charCodeAt(0),
      author_id,
      text: `${words.join(' ')} – “naïve” 日本 🦉`,
      text_hash: `hash${words.length}`,
      hint_error: words.length === 0 ? 'empty' : null,
      expires_at: hour === 20 ? new Date('2030-01-01T00:00:00Z') : null,
      superseded_position: hour === 19 ? 400 : null,
      occurred_at: `2025-01-01T${hour}:00:00Z`,
      length: words.length,
      tsv: words.map((word, at) => `'${word}':${at + 1}`).join(' '),
    }),
  );
// A crumb of which new rows come is among the changed ones, unless it is new.
const steps = fc.array(
  fc.record({ changed: fc.subarray(['a', 'b', 'c', 'd', 'e', 'f']), rows: fc.array(row, { maxLength: 4 }) }),
  {
    maxLength: 8,
  },
);

test('SessionOutline: has the texts of the session in time order after any changes, and a state never changes', () => {
  fc.assert(
    fc.property(steps, (all) => {
      let [outline, texts]: [SessionOutline, SessionTexts] = [emptyOutline(true), NO_TEXTS];
      const states: { readonly outline: SessionOutline; readonly expected: unknown; readonly expectedRows: unknown }[] =
        [];
      all.forEach(({ changed, rows }: Step, nth) => {
        const known = new Set(listTexts(outline).map(({ id }) => id));
        const replaced = [...new Set([...changed, ...rows.map(({ id }) => id).filter((id) => known.has(id))])];
        const change = { through: nth, head: nth, changed: replaced, rows };
        outline = outline.apply(change);
        texts = applyChange(texts, { ...change, vectors: [] }, wordsEmbedder.vectorise);
        states.push({
          outline,
          expected: texts.list.texts.map(describeText),
          expectedRows: texts.list.texts.map(({ row: known }) => ({ ...known, occurred_at: undefined })),
        });
      });
      for (const one of states) {
        expect(listTexts(one.outline).map(describeText)).toEqual(one.expected);
        expect(listRows(one.outline)).toEqual(one.expectedRows);
      }
    }),
  );
});

test('SessionOutline: two states that follow the same one do not disturb each other', () => {
  const at = (id: string, hour: number) => chunkRow({ id, occurred_at: `2025-01-01T${hour}:00:00Z` });
  const change = (...rows: ChunkRow[]) => ({ through: 1, head: 1, changed: [], rows });
  const first = emptyOutline(true).apply(change(at('a', 10)));
  const [one, other] = [first.apply(change(at('b', 11))), first.apply(change(at('c', 12)))];
  const ids = (outline: SessionOutline): string[] => listTexts(outline).map(({ id }) => id);
  expect([first, one, other].map(ids)).toEqual([['a'], ['a', 'b'], ['a', 'c']]);
});

/** An outline of messages of 18 words, and the memory that it takes. */
function measureOutline(
  texts: number,
  keepsTexts: boolean,
): { readonly outline: SessionOutline; readonly taken: number } {
  const makeRow = (nth: number): ChunkRow => {
    const words = Array.from({ length: 18 }, (_, at) => `word${(nth * 37 + at * 11) % 3_000}`);
    const tsv = words.map((word, at) => `'${word}':${at + 1}`).join(' ');
    const occurred_at = new Date(1_700_000_000_000 + nth * 1_000).toISOString();
    return chunkRow({
      id: `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`,
      position: nth,
      occurred_at,
      length: 18,
      tsv,
      text: words.join(' '),
      text_hash: 'a'.repeat(64),
      simhash: '0'.repeat(16),
    });
  };
  const before = measureBytes();
  let outline = emptyOutline(keepsTexts);
  for (let from = 0; from < texts; from += 500) {
    const rows = Array.from({ length: 500 }, (_, nth) => makeRow(from + nth));
    outline = outline.apply({ through: texts, head: texts, changed: [], rows });
  }
  return { outline, taken: measureBytes() - before };
}

test.each([
  ['900 bytes for a message of 18 words', 900, false],
  ['1,200 bytes for a message of 18 words and 150 characters with its text', 1_200, true],
])('SessionOutline: takes at most a tenth more than it says, and less than %s', (_, most, keepsTexts) => {
  const texts = 20_000;
  const { outline, taken } = measureOutline(texts, keepsTexts);
  expect(outline.bytes).toBeGreaterThan(taken / 1.1);
  expect(outline.bytes).toBeLessThan(most * texts);
  expect(outline.length).toBe(texts);
});

test('SessionOutline: two requests that bring the same texts to the same state copy none of those before', () => {
  const copied = jest.spyOn(OutlineColumns.prototype, 'copy');
  const say = (nth: number): ChunkRow =>
    chunkRow({ id: `id${nth}`, position: nth, occurred_at: new Date(1_700_000_000_000 + nth).toISOString() });
  const follow = (outline: SessionOutline, ...rows: ChunkRow[]): SessionOutline =>
    outline.apply({ through: 1, head: 1, changed: [], rows });
  const first = follow(emptyOutline(true), say(1), say(2));
  const [one, other, longer] = [follow(first, say(3)), follow(first, say(3)), follow(first, say(3), say(4))];
  const last = follow(one, say(4), say(5));
  expect(copied).not.toHaveBeenCalled();
  const ids = (outline: SessionOutline): string[] => listTexts(outline).map(({ id }) => id);
  expect([first, one, other, longer, last].map(ids)).toEqual([
    ['id1', 'id2'],
    ['id1', 'id2', 'id3'],
    ['id1', 'id2', 'id3'],
    ['id1', 'id2', 'id3', 'id4'],
    ['id1', 'id2', 'id3', 'id4', 'id5'],
  ]);
  expect(ids(follow(first, say(6)))).toEqual(['id1', 'id2', 'id6']);
  expect(copied).toHaveBeenCalledTimes(2);
  copied.mockRestore();
});

test('SessionOutline: fits with its texts, else without them, else not at all', () => {
  const rows = Array.from({ length: 300 }, (_, nth) =>
    chunkRow({ id: `id${nth}`, position: nth, text: 'x'.repeat(500) }),
  );
  const change = (some: readonly ChunkRow[]) => ({ through: 1, head: 1, changed: [], rows: some });
  const whole = emptyOutline(true).apply(change(rows));
  const lean = emptyOutline(false).apply(change(rows));
  const fit = (mostBytesWithTexts: number, mostBytes: number) => whole.fitInto({ mostBytesWithTexts, mostBytes });
  expect(fit(whole.bytes, whole.bytes)).toBe(whole);
  const fitted = fit(whole.bytes - 1, whole.bytes) as SessionOutline;
  expect([fitted.keepsTexts, fitted.shownAt(0)]).toEqual([false, undefined]);
  expect(fitted.bytes).toBeLessThanOrEqual(1.5 * lean.bytes);
  expect(listTexts(fitted).map(describeText)).toEqual(listTexts(whole).map(describeText));
  expect(fit(0, lean.bytes / 2)).toBeNull();
  const more = fitted.apply(change([chunkRow({ id: 'later', position: 900, text: 'more' })]));
  expect([more.length, more.keepsTexts]).toEqual([301, false]);
});

test('SessionOutline: finds stems in lists of some of its texts, in older states too, as they are found by looking at each', () => {
  fc.assert(
    fc.property(steps, fc.func(fc.boolean()), (all, isWanted) => {
      let outline = emptyOutline(false);
      let list = TextList.growing<OutlinedText>([]);
      const lists = all.map(({ rows }, nth) => {
        const rowsAfter = rows.map((one) => ({ ...one, id: `${one.id}${nth}`, occurred_at: new Date(nth * 1_000) }));
        const before = outline.length;
        outline = outline.apply({ through: nth, head: nth, changed: [], rows: rowsAfter });
        list = list.append(listTexts(outline).filter(({ at, key }) => at >= before && isWanted(key)));
        list.continued(OCCURRENCES).find('boat');
        return list;
      });
      for (const one of lists)
        for (const stem of ['boat', 'owl', 'heron']) {
          const places = [...one.texts.keys()].filter((at) => one.texts[at]?.terms.get(stem) !== undefined);
          const times = places.map((at) => one.texts[at]?.terms.get(stem));
          expect(one.continued(OCCURRENCES).find(stem)).toEqual({ places, times });
        }
    }),
  );
});

test('SessionOutline: recognises the repeated texts that are recognised of the session in memory', () => {
  const say = (nth: number, author_id: string, words: string[]) =>
    chunkRow({
      id: `id${nth}`,
      position: nth,
      author_id,
      occurred_at: new Date(1_700_000_000_000 + nth).toISOString(),
      tsv: words.map((word, at) => `'${word}':${at + 1}`).join(' '),
    });
  const words = fc.subarray(['boat', 'paint', 'owl', 'mill', 'gate', 'harbour'], { minLength: 2 });
  const said = fc.array(fc.tuple(fc.constantFrom('ann', 'bob'), words), { maxLength: 12 });
  fc.assert(
    fc.property(said, (all) => {
      const rows = all.map(([author, stems], nth) => say(nth, author, stems));
      const outline = emptyOutline(false).apply({ through: 1, head: 1, changed: [], rows });
      const texts = applyChange(NO_TEXTS, { through: 1, head: 1, changed: [], rows, vectors: [] }).list.texts;
      expect(findRepeats(listTexts(outline))).toEqual(findRepeats(texts));
    }),
  );
});

test('SessionOutline: finds the counters of a text in the counts given, and none where one is missing', () => {
  const say = (id: string, tsv: string) => chunkRow({ id, position: id.charCodeAt(0), tsv });
  const change = (...rows: ChunkRow[]) => ({ through: 1, head: 1, changed: [], rows });
  const outline = emptyOutline(false).apply(change(say('a', "'boat':1 'owl':2"), say('b', "'boat':1 'mill':2")));
  const counts = new Map([['boat', new StemCounter(3)]]);
  const countersOf = (one: SessionOutline, at: number, known = counts) =>
    findCounters(one.textAt(at), known)?.map(({ count }) => count) ?? null;
  expect(countersOf(outline, 0)).toBeNull();
  counts.set('owl', new StemCounter(5));
  expect([countersOf(outline, 0), countersOf(outline, 1)]).toEqual([[3, 5], null]);
  counts.get('boat')?.add();
  expect(countersOf(outline, 0)).toEqual([4, 5]);
  const others = new Map(['boat', 'owl', 'mill', 'gate'].map((stem, at) => [stem, new StemCounter(at)]));
  const later = outline.apply(change(say('c', "'gate':1 'owl':2")));
  expect([0, 1, 2].map((at) => countersOf(later, at, others))).toEqual([
    [0, 1],
    [0, 2],
    [3, 1],
  ]);
  expect(countersOf(later, 0)).toEqual([4, 5]);
});
