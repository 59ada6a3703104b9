import fc from 'fast-check';
import type { Candidate } from './operations/candidate';
import type { RetrieveReply } from './operations/retrieval';
import { packCandidates, unpackCandidates } from './packed-candidates';
import { packVector, unpackVector } from './packed-vector';

const optional = <Value>(values: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.option(values, { nil: undefined });

const hex = fc.string({ unit: fc.constantFrom(...'0123456789abcdef') });

const audience = fc.oneof(fc.constantFrom('all' as const, 'agents' as const), fc.array(fc.constantFrom('ana', 'ben')));

const text = fc.record({
  id: fc.uuid(),
  version: fc.integer({ min: 1, max: 9 }),
  workspace: fc.constantFrom('default', 'other'),
  chunk: fc.integer({ min: 0, max: 3 }),
  chunks: fc.integer({ min: 1, max: 4 }),
  position: fc.nat(),
  schema_name: fc.constantFrom('user.message.v1', 'note.v1'),
  session: optional(fc.constantFrom('demo', '__proto__')),
  author: fc.record({ kind: fc.constantFrom('user' as const, 'agent' as const), id: fc.constantFrom('ana', 'ben') }),
  audience,
  informs: optional(audience),
  imported: fc.boolean(),
  occurred_at: fc.constant('2026-05-08T09:00:00.000Z'),
  expires_at: optional(fc.constant('2027-01-01T00:00:00.000Z')),
  text: fc.string({ unit: 'grapheme' }),
  enclosing: optional(
    fc.record({ json: fc.record({ path: fc.array(fc.oneof(fc.string(), fc.nat(), fc.constant(null))) }) }),
  ),
  hint_error: optional(fc.string()),
  digest: hex,
  tokens: fc.nat(),
  simhash: hex,
  information: fc.double({ min: 0, max: 100, noNaN: true }),
  vector: optional(
    fc.array(
      // What two bytes hold exactly.
      fc.integer({ min: -32_767, max: 32_767 }).map((one) => one / 32_767),
      { minLength: 1, maxLength: 3 },
    ),
  ),
});
const finding = fc.record({
  at: fc.nat(),
  score: fc.double({ min: 0, max: 1, noNaN: true }),
  scores: fc.dictionary(
    fc.constantFrom('bm25', 'vector', 'next', 'speaker'),
    fc.double({ min: 0, max: 1, noNaN: true }),
  ),
});

/** Candidates of several sources that find some of the same texts. */
const replies = fc
  .tuple(
    fc.uniqueArray(text, {
      minLength: 1,
      maxLength: 8,
      selector: ({ id, version, chunk }) => `${id}@${version}#${chunk}`,
    }),
    fc.array(fc.array(finding, { maxLength: 8 }), { maxLength: 3 }),
  )
  .map(([texts, sources]): RetrieveReply => ({
    sources: sources.map((found, n) => ({
      name: `source-${n}`,
      candidates: found.map(
        ({ at, score, scores }, rank) => ({ ...texts[at % texts.length], rank: rank + 1, score, scores }) as Candidate,
      ),
    })),
    beyond: 3,
    hidden: 0,
    index_position: 7,
    embedder: null,
    queries: 1,
  }));

const overTheWire = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('packed candidates', () => {
  test('unpack to equal candidates, for any content', () => {
    fc.assert(
      fc.property(replies, (reply) => {
        const packed = overTheWire(packCandidates(reply)) as ReturnType<typeof packCandidates>;
        expect(overTheWire(unpackCandidates(packed))).toEqual(overTheWire(reply));
      }),
    );
  });

  test('contain a text once, however many sources found it', () => {
    const said = 'The only copy of these words.';
    const [one] = fc.sample(text, { numRuns: 1, seed: 1 });
    const candidate = { ...one, text: said, rank: 1, score: 1, scores: {} } as Candidate;
    const sources = ['recent', 'hybrid', 'text'].map((name) => ({ name, candidates: [candidate] }));
    const wire = JSON.stringify(
      packCandidates({ sources, beyond: 0, hidden: 0, index_position: 1, embedder: null, queries: 1 }),
    );
    expect(wire.split(said)).toHaveLength(2);
  });

  test('take much less space than single candidates', () => {
    const texts = fc
      .sample(text, { numRuns: 250, seed: 2 })
      .map((one) => ({ ...one, text: 'twenty words or so '.repeat(5), vector: undefined }));
    const candidates = texts.map(
      (one, at) => ({ ...one, rank: at + 1, score: 0.5, scores: { bm25: 0.25, next: 0.25 } }) as Candidate,
    );
    const reply = {
      sources: [{ name: 'hybrid', candidates }],
      beyond: 0,
      hidden: 0,
      index_position: 1,
      embedder: null,
      queries: 1,
    };
    expect(JSON.stringify(packCandidates(reply)).length).toBeLessThan(JSON.stringify(reply).length * 0.6);
  });
});

test('a packed vector is as near to others as it was, to four digits, in less than three characters a number', () => {
  const vector = Array.from({ length: 1_536 }, (_, at) => Math.sin(at) / Math.sqrt(768));
  const packed = packVector(vector);
  expect(packed.length).toBeLessThan(3 * vector.length);
  const cosine = unpackVector(packed).reduce((sum, one, at) => sum + one * (vector[at] as number), 0);
  expect(cosine).toBeCloseTo(
    vector.reduce((sum, one) => sum + one * one, 0),
    4,
  );
});
