import { RANKING_WEIGHTS } from '@crumbtrail/contracts';
import * as fc from 'fast-check';
import { findPeriods, scorePeriods } from './question-dates';

/** A Wednesday. */
const NOW = Date.parse('2024-05-15T10:00:00Z');
const HISTORY = { from: Date.parse('2022-03-01T00:00:00Z'), to: NOW };

const { parameters } = RANKING_WEIGHTS;

/** The score of a time by the periods of a question, in percent. */
const score = (text: string, at: string): number =>
  100 * scorePeriods(findPeriods(text, { now: NOW }, HISTORY), Date.parse(at), parameters);

describe('question dates', () => {
  test.each([
    ['What did we plan on 8 May 2023?', '2023-05-08T23:00:00Z', 100],
    ['What did we plan on May 8, 2023?', '2023-05-08T00:00:00Z', 100],
    ['What did we plan on the 8th of May 2023?', '2023-05-09T00:00:00Z', 50],
    ['What did we plan on 2023-05-08?', '2023-05-08T12:00:00Z', 100],
    ['What did we plan on 8 Sept 2023?', '2023-09-08T12:00:00Z', 100],
    ['What did we plan on 8 May 2023?', '2023-05-07T23:59:00Z', 0],
    ['What did we plan on 8 May 2023?', '2023-05-16T00:00:00Z', 0],
    ['What did we plan in july 2023?', '2023-07-31T23:59:00Z', 100],
    ['What did we plan in july 2023?', '2023-08-03T00:00:00Z', 50],
    ['What did we plan in july 2023?', '2022-07-03T00:00:00Z', 0],
    ['What did we plan in July?', '2022-07-03T00:00:00Z', 100],
    ['What did we plan in July?', '2023-07-03T00:00:00Z', 100],
    ['What did we plan on July 3rd?', '2023-07-03T09:00:00Z', 100],
    ['What did we plan in may?', '2023-05-20T00:00:00Z', 100],
    ['What did we plan since last March?', '2023-03-20T00:00:00Z', 100],
    ['What did we say yesterday?', '2024-05-14T00:00:00Z', 100],
    ['What did we say last week?', '2024-05-06T00:00:00Z', 100],
    ['What did we say last week?', '2024-05-05T23:59:00Z', 0],
    ['What did we say last month?', '2024-04-30T23:59:00Z', 100],
  ])('"%s" gives %s a score of %i %%', (text, at, percent) => expect(score(text, at)).toBe(percent));

  test.each([
    'May I ask you something?',
    'you may ask',
    'they march on',
    'What did June tell April?',
    'a mar in the finish',
    'port 8080',
    'version 2023.5',
  ])('finds no date in "%s"', (text) => expect(findPeriods(text, { now: NOW }, HISTORY)).toEqual([]));

  test('handles any text, and limits how many years a month without a year expands to', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.date({ noInvalidDate: true }), (text, at) => {
        const got = scorePeriods(
          findPeriods(`${text} 3 June`, { now: at.getTime() }, HISTORY),
          at.getTime(),
          parameters,
        );
        expect([0, 0.5, 1]).toContain(got);
      }),
    );
    expect(findPeriods('in June', { now: NOW }, { from: -1e15, to: NOW })).toHaveLength(50);
  });
});
