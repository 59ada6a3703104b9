import { RANKING_WEIGHTS } from '@crumbtrail/contracts';
import * as fc from 'fast-check';
import { fitFeatures, worthOf } from './fit-features';
import type { LabelledCandidate, LabelledTurn } from './labelled-turn';

const { features } = RANKING_WEIGHTS;

const candidate = (shares: LabelledCandidate['shares'], over: Partial<LabelledCandidate> = {}): LabelledCandidate => ({
  tokens: 20,
  shares,
  length: 1,
  author: 1,
  grounded: false,
  ...over,
});

const turn = (candidates: readonly LabelledCandidate[], nth = 0): LabelledTurn => ({
  context: `context-${nth}`,
  at: new Date(nth * 60_000).toISOString(),
  tokens: 400,
  features,
  floor: 0.3,
  searched: candidates.reduce((sum, { tokens }) => sum + tokens, 0),
  candidates,
});

/** Answers rest on what the named person said, although three other texts have more of the words. */
const bySpeaker = Array.from({ length: 20 }, (_, nth) =>
  turn(
    [0.9, 0.8, 0.7]
      .map((bm25) => candidate({ bm25 }))
      .concat(candidate({ bm25: 0.3, speaker: 0.3 }, { grounded: true })),
    nth,
  ),
);

describe('the worth of weights', () => {
  test('is the share of the tokens that need not be read before what the answer rests on', () => {
    const [first] = bySpeaker as [LabelledTurn];
    expect(worthOf(first, features)).toBeCloseTo(0.25);
    expect(worthOf(first, { ...features, speaker: 2 })).toBe(1);
  });

  test('is nothing for a text that falls below the floor of its search, however few come before it', () => {
    const one = turn([
      candidate({ bm25: 0.2, session: 0.2 }, { grounded: true }),
      candidate({ bm25: 1, session: 0.2 }),
    ]);
    expect(worthOf(one, features)).toBeCloseTo(0.5);
    expect(worthOf(one, { ...features, session: features.session / 10 })).toBe(0);
  });

  test('a longer text loses by the exponent of its length, as the ranking has it', () => {
    const long = candidate({ bm25: 1 }, { length: 0.5, tokens: 100 });
    const one = turn([long, candidate({ bm25: 0.6 }, { grounded: true })]);
    expect(worthOf(one, features)).toBe(1);
    expect(worthOf(one, { ...features, length: features.length / 2 })).toBeCloseTo(1 - 100 / 120);
  });
});

describe('fitted weights', () => {
  test('bring what answers rest on forward, also of answers that they were not fitted on', () => {
    const fitted = fitFeatures(bySpeaker.slice(0, 10), features);
    expect(fitted.speaker).toBeGreaterThan(features.speaker);
    for (const unseen of bySpeaker.slice(10)) expect(worthOf(unseen, fitted)).toBe(1);
  });

  test('are those in force where nothing gains, where there are no answers, and for features that no text has', () => {
    const best = turn([candidate({ bm25: 0.9 }, { grounded: true }), candidate({ bm25: 0.1, vector: 0.1 })]);
    expect(fitFeatures([best], features)).toEqual(features);
    expect(fitFeatures([], features)).toEqual(features);
    const { speaker: _speaker, ...others } = fitFeatures(bySpeaker, features);
    const { speaker: _now, ...before } = features;
    expect(others).toEqual(before);
  });

  test('are worth no less than those in force, the same for the same answers, and within the limits of a config', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const anyCandidate = fc
      .record({
        bm25: share,
        vector: share,
        speaker: share,
        length: fc.double({ min: 0.1, max: 1, noNaN: true }),
        grounded: fc.boolean(),
      })
      .map(({ length, grounded, ...shares }) => candidate(shares, { length, grounded }));
    const anyTurns = fc.array(
      fc.array(anyCandidate, { minLength: 1, maxLength: 8 }).map((all) => turn(all)),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(anyTurns, (turns) => {
        const fitted = fitFeatures(turns, features);
        const worth = (weights: typeof features): number => turns.reduce((sum, one) => sum + worthOf(one, weights), 0);
        expect(worth(fitted)).toBeGreaterThanOrEqual(worth(features) - 1e-9);
        expect(fitFeatures(turns, features)).toEqual(fitted);
        expect(Object.values(fitted).every((weight) => weight >= 0 && weight <= 100)).toBe(true);
      }),
      { numRuns: 40 },
    );
  });
});
