import { readPeriods } from '../src';
import { ASKED_DAYS } from './asked-days';

/** The first days of what is asked for, in the order of the questions: on a Wednesday, and on the Saturday after it. */
const FIRST_DAYS: Readonly<Record<string, string>> = {
  '2026-11-25':
    '2026-06-01 2026-11-21 2026-11-22 2026-11-23 2026-10-01 2026-11-20 ' +
    '2025-01-01 2026-11-23 2026-11-15 2026-06-14 2026-06-01 2026-11-25 2026-11-24',
  // On a Saturday, yesterday was the last Friday, and to some the one before is.
  '2026-11-28':
    '2026-06-01 2026-11-21 2026-11-25 2026-11-26 2026-10-01 2026-11-27|2026-11-20 ' +
    '2025-01-01 2026-11-23 2026-11-18 2026-06-14 2026-06-01 2026-11-28 2026-11-27',
};

const asked = Object.entries(FIRST_DAYS).flatMap(([today, days]) =>
  ASKED_DAYS.flatMap(([language = '', ...questions]) =>
    days.split(' ').map((day, at) => [questions[at] ?? '', language, today, day] as const),
  ),
);

test.each(asked)('"%s" (%s) names its days on %s', (question, _, today, day) => {
  const read = readPeriods(question, { today: Date.parse(today), first: Date.UTC(2026, 4, 1) });
  expect(read.map(({ from }) => new Date(from).toISOString().slice(0, 10))).toEqual(
    expect.arrayContaining([expect.stringMatching(new RegExp(day))]),
  );
  // Two ways to read it at most: more would be days that nobody named.
  expect(read.length).toBeLessThanOrEqual(3);
});

const daysOf = (text: string): string[] =>
  readPeriods(text, { today: Date.UTC(2026, 10, 25), first: Date.UTC(2023, 0, 1) }).map(({ from, to }) =>
    [from, to].map((at) => new Date(at).toISOString().slice(0, 10)).join(' '),
  );

/** Where the questions for 14 June 2026 and for June 2026 stand. */
const [DATE, MONTH] = [9, 10];

test.each(
  ASKED_DAYS.map(([language = '', ...questions]) => [language, questions[DATE] ?? '', questions[MONTH] ?? ''] as const),
)('a day and a month with their year are of no other year: %s', (_, day, month) => {
  expect(daysOf(day)).toEqual(['2026-06-14 2026-06-15']);
  expect(daysOf(month)).toEqual(['2026-06-01 2026-07-01']);
});

test.each(['Марта и Маја су рекле да долазе.', 'Augusta i Marta su u kuhinji.', 'На чему ради Августа?'])(
  'names that are forms of months name no day: "%s"',
  (text) => expect(daysOf(text)).toEqual([]),
);

test.each([
  ['what did i tell you last thrusday', '2026-11-19'],
  ['what happend on wendesday?', '2026-11-18'],
  ['what did we do yesteday', '2026-11-24'],
  ['was hab ich am Dinstag gesagt', '2026-11-24'],
])('"%s" names its day though it is misspelt', (question, day) => {
  expect(daysOf(question).map((days) => days.slice(0, day.length))).toEqual([day]);
});

test.each(['the thirsty days', 'what did Sundar say?', 'my Friends'])('"%s" names no day', (question) => {
  expect(daysOf(question)).toEqual([]);
});

test.each([
  ['What did we do at Easter?', '2026-04-03'],
  ['What did you get me for my birthday and for Christmas?', '2025-12-24'],
  ['Wo waren wir an Silvester?', '2025-12-31'],
  ['Was gab es zu Ostern 2025?', '2025-04-18'],
  ["Qu'avons-nous mangé à Noël ?", '2025-12-24'],
  ['Dove eravamo a Pasqua?', '2026-04-03'],
  ['¿Qué hicimos en Semana Santa?', '2026-04-03'],
  ['Mitä teimme pääsiäisenä?', '2026-04-03'],
  ['Где мы были на Пасху?', '2026-04-10'],
  ['Τι φάγαμε το Πάσχα;', '2026-04-10'],
  ['クリスマスに何をしましたか', '2025-12-24'],
  ['What was my costume at Halloween?', '2026-10-31'],
])('"%s" names the last days of its holiday', (question, first) => {
  const read = readPeriods(question, { today: Date.UTC(2026, 10, 28), first: Date.UTC(2026, 0, 1) });
  expect(read.map(({ from }) => new Date(from).toISOString().slice(0, 10))).toContain(first);
  expect(read.length).toBeLessThanOrEqual(2);
});

test.each(['Natalia and Noel paint', 'Pascal schreibt an Easterly', 'el gato Pascualito'])(
  'names like holidays name no day: "%s"',
  (text) => expect(daysOf(text)).toEqual([]),
);
