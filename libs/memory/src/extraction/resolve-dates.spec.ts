import { findDates, insertDates } from './resolve-dates';

/** A Wednesday. */
const SAID = '2023-05-10T18:30:00.000Z';
const resolve = (text: string, at = SAID) => insertDates(text, findDates(text, at));

describe('relative dates', () => {
  it.each([
    ['I saw her yesterday.', 'I saw her yesterday (9 May 2023).'],
    ['We met last night at the pier', 'We met last night (9 May 2023) at the pier'],
    ['Two weeks ago I sold it', 'Two weeks ago (week of 24 April 2023) I sold it'],
    ['We broke up 3 months ago.', 'We broke up 3 months ago (February 2023).'],
    ['I started a year ago', 'I started a year ago (2022)'],
    ['The race is next Saturday', 'The race is next Saturday (13 May 2023)'],
    ['It was last Wednesday', 'It was last Wednesday (3 May 2023)'],
    ['We leave in ten days', 'We leave in ten days (20 May 2023)'],
    ['She visits next month and again tomorrow', 'She visits next month (June 2023) and again tomorrow (11 May 2023)'],
    ['Last weekend was wet', 'Last weekend (weekend of 6 May 2023) was wet'],
    ['this weekend', 'this weekend (weekend of 13 May 2023)'],
    ['in five days of work', 'in five days of work'],
    ['We saw the last film', 'We saw the last film'],
  ])('are resolved against the time at which they were said: %s', (text, resolved) => {
    expect(resolve(text)).toBe(resolved);
  });

  it('cross the ends of months and years, and stay as they are where the time is not known', () => {
    expect(resolve('yesterday', '2024-03-01T01:00:00.000Z')).toBe('yesterday (29 February 2024)');
    expect(resolve('last month', '2024-01-31T01:00:00.000Z')).toBe('last month (December 2023)');
    expect(resolve('yesterday', 'no time')).toBe('yesterday');
  });
});
