import { mayRead, validateContext, AnswerGrounding, type Audience, type Participant } from '@crumbtrail/contracts';
import fc from 'fast-check';
import { groundingReaders, toGroundingRecord } from './grounding-payload';
import type { AnswerSource } from './load-answer-sources';

const id = (n: number): string => `018f0000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const everybody: readonly Participant[] = (['user', 'agent', 'tool'] as const).flatMap((kind) =>
  ['ann', 'bob', 'cat'].map((name) => ({ kind, id: name })),
);
const audience: fc.Arbitrary<Audience> = fc.oneof(
  fc.constantFrom<Audience>('all', 'agents'),
  fc.uniqueArray(fc.constantFrom(...everybody.map(({ kind, id: name }) => `${kind}:${name}`)), { maxLength: 5 }),
);
const source: fc.Arbitrary<AnswerSource> = fc.record({
  ref: fc.constant({ id: id(1), version: 1 }),
  text: fc.constant(''),
  audience,
  author: fc.constantFrom(...everybody),
});
const service: Participant = { kind: 'service', id: 'context-builder' };
const replier: Participant = { kind: 'agent', id: 'assistant' };

describe('who may know what a reply rests on', () => {
  it('is nobody who may not read the reply and every cited source, for any audiences, authors and citations', () => {
    const cited = fc.array(fc.tuple(source, fc.boolean()), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(audience, cited, (readers, all) => {
        const sources = all.map(([one], nth) => ({ ...one, ref: { id: id(nth), version: 1 } }));
        const rests_on = all.flatMap(([, isCited], nth) => (isCited ? [{ source: nth, share: 0.5 }] : []));
        const sentences = [{ start: 0, end: 5, rests_on }];
        const answer = { context_id: id(900), agent: 'assistant', sources };
        const made = toGroundingRecord({ id: id(901), audience: readers }, answer, { sentences, beyond: 0 });
        expect(made === null).toBe(rests_on.length === 0);
        if (made === null) return;
        for (const participant of everybody) {
          if (!mayRead({ audience: made.audience, author: service }, { participant })) continue;
          expect(mayRead({ audience: readers, author: replier }, { participant })).toBe(true);
          for (const { source: nth } of rests_on)
            expect(mayRead(sources[nth] as AnswerSource, { participant })).toBe(true);
        }
      }),
    );
  });

  it('is everybody who reads the reply where everybody may read the sources', () => {
    const open: AnswerSource = { ref: { id: id(1), version: 1 }, text: '', audience: 'all', author: replier };
    expect(groundingReaders('all', [open])).toBe('all');
    expect(groundingReaders(['user:ann'], [open])).toEqual(['user:ann']);
  });
});

describe('the record of a grounded reply', () => {
  const sources = Array.from({ length: 600 }, (_, n): AnswerSource => {
    const ref = { id: id(n), version: 1, ...(n === 7 ? { chunk: 2 } : {}) };
    return { ref, text: 'said in confidence', audience: 'all', author: replier };
  });
  const answer = { context_id: id(900), agent: 'assistant', sources };
  const response = { id: id(901), audience: 'all' } as const;
  const sentence = (...cited: readonly number[]) => ({
    start: 0,
    end: 5,
    rests_on: cited.map((one) => ({ source: one, share: 0.5 })),
  });

  it('lists each cited source once, in the order of the reply, and holds no text', () => {
    const record = toGroundingRecord(response, answer, { sentences: [sentence(7, 3), sentence(3)], beyond: 2 });
    expect(record?.context).toEqual({
      response: { id: id(901) },
      context_id: id(900),
      agent: 'assistant',
      sources: [
        { id: id(7), version: 1, chunk: 2 },
        { id: id(3), version: 1 },
      ],
      sentences: [
        {
          start: 0,
          end: 5,
          rests_on: [
            { source: 0, share: 0.5 },
            { source: 1, share: 0.5 },
          ],
        },
        { start: 0, end: 5, rests_on: [{ source: 1, share: 0.5 }] },
      ],
      beyond: 2,
    });
    expect(JSON.stringify(record)).not.toContain('confidence');
  });

  it('is valid for a reply that rests on more sources than a record may list', () => {
    const sentences = Array.from({ length: 500 }, (_, n) => sentence(n, n + 100));
    const context = toGroundingRecord(response, answer, { sentences, beyond: 0 })?.context;
    expect(context?.sources).toHaveLength(256);
    expect(validateContext(AnswerGrounding.name, { ...context })).toEqual([]);
  });

  it('does not exist for a reply that rests on nothing', () => {
    expect(toGroundingRecord(response, answer, { sentences: [sentence()], beyond: 0 })).toBeNull();
  });
});
