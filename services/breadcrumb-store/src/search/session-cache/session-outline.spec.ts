import fc from 'fast-check';
import { measureBytes } from '../../../test/measure-bytes';
import { chunkRow } from '../../../test/text-chunks';
import { SessionOutline, type OutlinedText } from './session-outline';
import { applyChange, NO_TEXTS, type SessionTexts } from './session-texts';
import type { ChunkRow } from './text-chunk';

const listTexts = (outline: SessionOutline): OutlinedText[] =>
  Array.from({ length: outline.length }, (_, at) => outline.textAt(at));

const describeText = ({ key, position, occurredAt, author, tags, length, tokens, session, terms }: Described) => ({
  key,
  position,
  occurredAt,
  author,
  tags,
  length,
  tokens,
  session,
  terms: [...terms],
});
type Described = Pick<
  OutlinedText,
  'key' | 'position' | 'occurredAt' | 'author' | 'tags' | 'length' | 'tokens' | 'session' | 'terms'
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
      let [outline, texts]: [SessionOutline, SessionTexts] = [SessionOutline.empty(), NO_TEXTS];
      const states: { readonly outline: SessionOutline; readonly expected: unknown }[] = [];
      all.forEach(({ changed, rows }: Step, nth) => {
        const known = new Set(listTexts(outline).map(({ id }) => id));
        const replaced = [...new Set([...changed, ...rows.map(({ id }) => id).filter((id) => known.has(id))])];
        const change = { through: nth, head: nth, changed: replaced, rows };
        outline = outline.apply(change);
        texts = applyChange(texts, { ...change, vectors: [] });
        states.push({ outline, expected: texts.list.texts.map(describeText) });
      });
      for (const one of states) expect(listTexts(one.outline).map(describeText)).toEqual(one.expected);
    }),
  );
});

test('SessionOutline: two states that follow the same one do not disturb each other', () => {
  const at = (id: string, hour: number) => chunkRow({ id, occurred_at: `2025-01-01T${hour}:00:00Z` });
  const change = (...rows: ChunkRow[]) => ({ through: 1, head: 1, changed: [], rows });
  const first = SessionOutline.empty().apply(change(at('a', 10)));
  const [one, other] = [first.apply(change(at('b', 11))), first.apply(change(at('c', 12)))];
  const ids = (outline: SessionOutline): string[] => listTexts(outline).map(({ id }) => id);
  expect([first, one, other].map(ids)).toEqual([['a'], ['a', 'b'], ['a', 'c']]);
});

test('SessionOutline: takes at most a tenth more than it says, and less than 450 bytes for a message of 18 words', () => {
  const texts = 20_000;
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
    });
  };
  const before = measureBytes();
  let outline = SessionOutline.empty();
  for (let from = 0; from < texts; from += 500) {
    const rows = Array.from({ length: 500 }, (_, nth) => makeRow(from + nth));
    outline = outline.apply({ through: texts, head: texts, changed: [], rows });
  }
  const taken = measureBytes() - before;
  expect(outline.bytes).toBeGreaterThan(taken / 1.1);
  expect(outline.bytes).toBeLessThan(450 * texts);
  expect(outline.length).toBe(texts);
});

test('SessionOutline: weighs in each chunk the words that are in it, in older states too', () => {
  const weights = new Map([
    ['boat', 2],
    ['owl', 3],
    ['heron', 5],
  ]);
  const saturate = (times: number, length: number): number => times / (1 + length);
  const weighEach = (outline: SessionOutline): number[] =>
    listTexts(outline).map(({ terms, length }) =>
      [...weights].reduce((sum, [stem, weight]) => sum + weight * saturate(terms.get(stem) ?? 0, length), 0),
    );
  fc.assert(
    fc.property(steps, (all) => {
      const states = [SessionOutline.empty()];
      all.forEach(({ changed, rows }, nth) => {
        const before = states.at(-1) as SessionOutline;
        const known = new Set(listTexts(before).map(({ id }) => id));
        const replaced = [...new Set([...changed, ...rows.map(({ id }) => id).filter((id) => known.has(id))])];
        states.push(before.apply({ through: nth, head: nth, changed: replaced, rows }));
      });
      for (const outline of states) {
        const expected = weighEach(outline);
        outline.weigh({ weights, saturate }).forEach((worth, at) => expect(worth).toBeCloseTo(expected[at] as number));
      }
    }),
  );
});
