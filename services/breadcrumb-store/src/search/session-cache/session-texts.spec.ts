import fc from 'fast-check';
import { chunkRow } from '../../../test/text-chunks';
import { question, weights } from '../../../test/rankable-texts';
import type { TimedReadScope } from '../filter/chunk-filter';
import { filterMatching, filterVisible, filterVisibleCached } from '../filter/chunk-filter.memory';
import { computeStatistics } from '../query/query-terms';
import { rankTexts } from '../rank/rank-texts';
import { TextList } from '../rank/text-list';
import { applyChange, NO_TEXTS, type SessionTexts } from './session-texts';
import type { ChunkRow, TextChunk } from './text-chunk';

const START = Date.parse('2025-01-01T00:00:00Z');
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const WORDS = ['boat', 'paint', 'owl', 'mill', 'gate', 'harbour', 'port'];

interface Said {
  readonly words: readonly string[];
  readonly author: string;
  readonly audience: string;
  /** Milliseconds since the message before it; negative for one that is imported into the past. */
  readonly gap: number;
  readonly chunks: number;
  readonly expires: boolean;
  /** Does its second chunk come later? */
  readonly isLate: boolean;
}

type Step =
  | { readonly kind: 'said'; readonly messages: readonly Said[] }
  | { readonly kind: 'changed' | 'erased'; readonly nth: number }
  | { readonly kind: 'quiet' };

const said = fc.record<Said>({
  words: fc.oneof(fc.constant(WORDS.slice(0, 5)), fc.array(fc.constantFrom(...WORDS), { maxLength: 7 })),
  author: fc.constantFrom('ann', 'bob'),
  audience: fc.constantFrom('*', '*', 'user:ann'),
  gap: fc.constantFrom(MINUTE, MINUTE, 2 * DAY, -3 * MINUTE),
  chunks: fc.constantFrom(1, 1, 2),
  expires: fc.boolean(),
  isLate: fc.boolean(),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('said' as const), messages: fc.array(said, { maxLength: 3 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('changed' as const, 'erased' as const), nth: fc.nat(20) }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'quiet' as const }) },
);

/** The rows that a database would have after steps, and what a refresh reads after each of them. */
class Conversation {
  rows: ChunkRow[] = [];
  position = 0;
  private at = START;
  /** The second chunk of the last message, where the index reaches it only in the next step. */
  private late: ChunkRow[] = [];

  take(one: Step): { readonly changed: readonly string[]; readonly rows: readonly ChunkRow[] } {
    this.position += 1;
    this.rows.push(...this.late);
    const late = this.late.splice(0);
    const { changed, rows } = this.change(one);
    return { changed, rows: [...late.filter((row) => this.rows.includes(row)), ...rows] };
  }

  private change(one: Step): { readonly changed: readonly string[]; readonly rows: readonly ChunkRow[] } {
    if (one.kind === 'said')
      return {
        changed: [],
        rows: one.messages.flatMap((message, nth) => this.say(message, nth === one.messages.length - 1)),
      };
    const id = one.kind === 'quiet' ? undefined : this.rows[one.nth % Math.max(1, this.rows.length)]?.id;
    if (id === undefined) return { changed: ['unknown'], rows: [] };
    const before = this.rows.filter((row) => row.id === id);
    this.rows = this.rows.filter((row) => row.id !== id);
    if (one.kind === 'erased') return { changed: [id], rows: [] };
    const superseded = before.map((row) => ({ ...row, superseded_position: row.superseded_position ?? this.position }));
    const next = {
      ...(before[0] as ChunkRow),
      version: this.position + 1,
      position: this.position,
      tsv: "'owl':1",
      length: 1,
    };
    const left = [...superseded, { ...next, superseded_position: null }];
    this.rows.push(...left);
    return { changed: [id], rows: left };
  }

  private say({ words, author, audience, gap, chunks, expires, isLate }: Said, isLast: boolean): ChunkRow[] {
    this.position += 1;
    const occurred = this.at + gap;
    this.at = Math.max(this.at, occurred);
    const rows = Array.from({ length: chunks }, (_, ordinal) => {
      const stems = ordinal === 0 ? words : [...words.slice(0, 4), 'heron'];
      return chunkRow({
        id: `id${String(this.position).padStart(3, '0')}`,
        position: this.position,
        ordinal,
        chunks,
        author_id: author,
        audience: [audience],
        occurred_at: new Date(occurred).toISOString(),
        expires_at: expires ? new Date(START + DAY).toISOString() : null,
        text: stems.join(' '),
        length: stems.length,
        tokens_o200k: 1 + stems.length,
        tsv: [...new Set(stems)].map((word, at) => `'${word}':${at + 1}`).join(' '),
      });
    });
    if (isLast && isLate) this.late = rows.splice(1);
    this.rows.push(...rows);
    return rows;
  }
}

const READERS: readonly Pick<TimedReadScope, 'viewers' | 'readers'>[] = [
  { viewers: [], readers: null },
  { viewers: [{ participant: { kind: 'user', id: 'bob' } }], readers: null },
  { viewers: [], readers: ['*'] },
];
/** From this position on, what expires has expired. */
const EXPIRED_FROM = 12;
const nowAt = (position: number): string => new Date(START + (position < EXPIRED_FROM ? 0 : 2 * DAY)).toISOString();

interface Turn {
  readonly as_of: number;
  /** Does it use what is known of the list? */
  readonly isCached: boolean;
  readonly words?: string;
}

/** All that a turn finds out from the texts of its session: what is visible, matches, is ranked and is counted. */
function answer(list: TextList<TextChunk>, { as_of, isCached, words = 'boat owl port harbour' }: Turn): unknown {
  return READERS.map((one) => {
    const scope = { workspace: 'w', ...one, as_of, now: nowAt(as_of) };
    const visible = isCached
      ? filterVisibleCached(list, scope, new Map())
      : new TextList(filterVisible(list.texts, scope, new Map()));
    const last = list.texts.at(-1)?.id;
    const others = filterMatching(visible, { tags: [], excludeIds: last === undefined ? [] : [last] });
    const asked = question(words, { mode: 'text', text: 'boat owl of Ann', now: START + 3 * DAY });
    const ranked = rankTexts(
      others,
      asked,
      weights({ session: 0.5, author: 0.2, previous: 0.3, next: 0.3, second: 0.1 }),
    );
    const { averageLength, df } = computeStatistics(visible, WORDS);
    return {
      visible: visible.texts.map(({ key }) => key),
      others: others.texts.map(({ key }) => key),
      ranked: ranked.map(({ text, score, scores }) => ({ key: text.key, score, scores })),
      statistics: [averageLength, ...WORDS.map(df)],
    };
  });
}

test('applyChange: after any messages, changes, erasures and imports, a turn finds what it would in a session that was just loaded', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 14 }), (steps) => {
      const conversation = new Conversation();
      let texts: SessionTexts = NO_TEXTS;
      const states = steps.map((one, nth) => {
        texts = applyChange(texts, { through: nth, head: nth, vectors: [], ...conversation.take(one) });
        const loaded = applyChange(NO_TEXTS, {
          through: 0,
          head: 0,
          vectors: [],
          changed: [],
          rows: conversation.rows,
        });
        const as_of = conversation.position;
        const expected = answer(loaded.list, { as_of, isCached: false });
        expect(answer(texts.list, { as_of, isCached: true })).toEqual(expected);
        expect(texts.bytes).toBe(loaded.bytes);
        return { list: texts.list, as_of, expected };
      });
      for (const { list, as_of, expected } of states) {
        expect(answer(list, { as_of, isCached: true })).toEqual(expected);
        const words = 'paint gate mill';
        const again = answer(new TextList(list.texts), { as_of, isCached: false, words });
        expect(answer(list, { as_of, isCached: true, words })).toEqual(again);
      }
    }),
  );
});

const say = (nth: number, more: Partial<ChunkRow> = {}): ChunkRow =>
  chunkRow({ id: `id${nth}`, position: nth, occurred_at: new Date(START + nth * MINUTE).toISOString(), ...more });

const append = (texts: SessionTexts, ...rows: ChunkRow[]): SessionTexts =>
  applyChange(texts, { through: 1, head: 1, changed: [], vectors: [], rows });

test('applyChange: two states that follow the same one do not disturb each other', () => {
  const first = append(NO_TEXTS, say(1), say(2));
  const [one, other] = [append(first, say(3)), append(first, say(4), say(5))];
  const found = ({ list }: SessionTexts): unknown => answer(list, { as_of: 9, isCached: true });
  const expected = ({ list }: SessionTexts): unknown => answer(new TextList(list.texts), { as_of: 9, isCached: false });
  for (const state of [other, one, first, other]) expect(found(state)).toEqual(expected(state));
  expect(append(first, say(3)).list.length).toBe(3);
  // Rows that it has change nothing: what was computed from the list stays.
  expect(append(one, say(3)).list).toBe(one.list);
});

test('applyChange: after a new message, a turn looks at no text that it has looked at before, whatever the length of the session', () => {
  let looks = 0;
  const counted = (chunk: TextChunk): TextChunk =>
    new Proxy(chunk, {
      get: (target, name) => {
        if (name === 'terms' || name === 'row') looks += 1;
        return Reflect.get(target, name) as unknown;
      },
    });
  const looksAfter = (messages: number): number => {
    const rows = Array.from({ length: messages }, (_, nth) =>
      say(nth, { tsv: `'${nth < 8 ? 'boat' : 'mill'}':1`, text_hash: `${nth}` }),
    );
    let texts: SessionTexts = append(NO_TEXTS, ...rows);
    texts = { ...texts, list: TextList.growing(texts.list.texts.map(counted)) };
    for (const nth of [messages, messages + 1]) {
      texts = append(texts, say(nth));
      answer(texts.list, { as_of: 10_000, isCached: true });
      looks = 0;
    }
    // Two requests at once bring the same message.
    for (const { list } of [append(texts, say(messages + 2)), append(texts, say(messages + 2))])
      answer(list, { as_of: 10_000, isCached: true });
    return looks;
  };
  expect(looksAfter(800)).toBe(looksAfter(100));
});
