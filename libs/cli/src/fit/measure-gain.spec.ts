import * as fc from 'fast-check';
import { measureGain } from './measure-gain';
import { foldByTime } from './time-folds';

test('measure gain: the same gain in every turn is certain, whatever the turns keep', () => {
  const turns = [0.2, 0.5, 0.8].map((now) => ({ now, fitted: now + 0.1 }));
  const { gain, low, high } = measureGain(turns);
  expect([gain, low, high].map((one) => one.toFixed(6))).toEqual(['0.100000', '0.100000', '0.100000']);
});

test('measure gain: gains and losses that even out, and a single turn, are no proof', () => {
  const swinging = Array.from({ length: 40 }, (_, nth) => ({ now: 0.5, fitted: nth % 2 === 0 ? 1 : 0.1 }));
  expect(measureGain(swinging)).toMatchObject({ turns: 40, now: 0.5, fitted: expect.closeTo(0.55) as number });
  expect(measureGain(swinging).low).toBeLessThan(0);
  expect(measureGain([{ now: 0, fitted: 1 }]).low).toBe(-Infinity);
  expect(measureGain([]).low).toBe(-Infinity);
});

test('folds by time: every turn is checked once, in the order of time, and never by weights fitted on it', () => {
  const anyTurns = fc.array(
    fc.integer({ min: 0, max: 1e9 }).map((ms) => ({ at: new Date(ms).toISOString() })),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(anyTurns, fc.integer({ min: 1, max: 8 }), (turns, count) => {
      const folds = foldByTime(turns, count);
      const ordered = [...turns].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
      expect(folds.flatMap(({ test: tested }) => tested)).toEqual(ordered);
      for (const { train, test: tested } of folds) {
        expect(train.filter((one) => tested.includes(one))).toEqual([]);
        expect(train.length + tested.length).toBe(turns.length);
      }
    }),
  );
});
