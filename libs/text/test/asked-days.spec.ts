import { readPeriods } from '../src';
import ASKED_DAYS from './asked-days.json';

/** How people ask for June, the last weekend, three days ago, the day before yesterday, last month and last Friday: the first days that they mean, in the order of the questions: on a Wednesday, and on the Saturday after it. */
const FIRST_DAYS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  '2026-11-25': [['2026-06-01'], ['2026-11-21'], ['2026-11-22'], ['2026-11-23'], ['2026-10-01'], ['2026-11-20']],
  // On a Saturday, yesterday was the last Friday, and to some the one before is.
  '2026-11-28': [
    ['2026-06-01'],
    ['2026-11-21'],
    ['2026-11-25'],
    ['2026-11-26'],
    ['2026-10-01'],
    ['2026-11-27', '2026-11-20'],
  ],
};

const asked = Object.entries(FIRST_DAYS).flatMap(([today, days]) =>
  ASKED_DAYS.flatMap(({ language, ...questions }) =>
    Object.values(questions).map((question, at) => [question, language, today, days[at] ?? []] as const),
  ),
);

test.each(asked)('"%s" (%s) names its days on %s', (question, _, today, days) => {
  const read = readPeriods(question, { today: Date.parse(today), first: Date.UTC(2026, 4, 1) });
  expect(read.map(({ from }) => new Date(from).toISOString().slice(0, 10))).toEqual(
    expect.arrayContaining([expect.stringMatching(new RegExp(days.join('|')))]),
  );
  // Two ways to read it at most: more would be days that nobody named.
  expect(read.length).toBeLessThanOrEqual(3);
});

test.each([
  ['what did i tell you last thrusday', '2026-11-19'],
  ['what happend on wendesday?', '2026-11-18'],
  ['what did we do yesteday', '2026-11-24'],
  ['was hab ich am Dinstag gesagt', '2026-11-24'],
])('"%s" names its day though it is misspelt', (question, day) => {
  const read = readPeriods(question, { today: Date.parse('2026-11-25'), first: Date.UTC(2026, 4, 1) });
  expect(read.map(({ from }) => new Date(from).toISOString().slice(0, 10))).toEqual([day]);
});

test.each(['the thirsty days', 'what did Sundar say?', 'my Friends'])('"%s" names no day', (question) => {
  expect(readPeriods(question, { today: Date.parse('2026-11-25'), first: Date.UTC(2026, 4, 1) })).toEqual([]);
});
