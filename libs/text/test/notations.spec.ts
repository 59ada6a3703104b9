import * as fc from 'fast-check';
import { analyseText, fold, LANGUAGES, readPeriods, readQuestionKeys } from '../src/index';

/** Does any word of a question that says something occur in the text? */
const finds = (question: string, text: string): boolean => {
  const keys = new Set(analyseText(text).flatMap((token) => token.keys));
  return readQuestionKeys(question).some(({ key }) => keys.has(key));
};

test.each([
  ['part XK-4417', '4417'],
  ['part XK-4417', 'XK4417'],
  ['CVE-2026-2332 is closed', '2332'],
  ['https://wiki.example.org/docs/setup-guide', 'setup guide'],
  ['/etc/nginx/conf.d/upload.conf', 'upload.conf'],
  ['accounts.payable@example.org', 'accounts payable'],
  ['userSessionTtl', 'session ttl'],
  ['v2.31.0', '2.31'],
  ['12,500', '12500'],
  ['12 500', '12.500'],
  ['3.75 l', '3,75'],
  ['８４４３', '8443'],
  ['٨٤٤٣', '8443'],
  ['+49 170 1234567', '01701234567'],
  ['🦩🎉', 'what does 🦩 mean'],
  ['IT is on the third floor', 'Where is IT?'],
  ['I like The Who', 'Do I like The Who?'],
  ['libfoo.so.2.14', 'libfoo'],
  ['Müller', 'Mueller'],
  ['Mueller', 'Müller'],
  ['Gartenstraße', 'Gartenstrasse'],
  ['İzmir', 'izmir'],
  ['ﬁrst oﬃce', 'office'],
  ['C++ and C#', 'C++'],
])('a text with %j is found by %j', (text, question) => expect(finds(question, text)).toBe(true));

test.each([
  ['pump_38 is off', '41'],
  ['the port 8080', '80'],
  ['the ferry will leave', 'will'],
  ['the cat', 'dog'],
])('a text with %j is not found by %j', (text, question) => expect(finds(question, text)).toBe(false));

test.each([
  'May I ask you something?',
  'port 8080',
  'version 2023.5',
  'What did June tell April?',
  'they march on',
  'Was ist hier?',
])('no day is read in %j', (text) => {
  expect(readPeriods(text, { today: Date.UTC(2026, 10, 27), first: 0 })).toEqual([]);
});

test.each([
  ['on 12.11.2026', ['2026-11-12 2026-11-13']],
  ['11/12/2026', ['2026-12-11 2026-12-12', '2026-11-12 2026-11-13']],
  ['last Tuesday', ['2026-11-24 2026-11-25']],
  ['a fortnight ago', ['2026-11-13 2026-11-14']],
  ['last weekend', ['2026-11-21 2026-11-23']],
  ['this week', ['2026-11-23 2026-11-30']],
  ['in 2024', ['2024-01-01 2025-01-01']],
  ['summer of 2023', ['2023-06-01 2023-09-01']],
  ['the day before yesterday', ['2026-11-25 2026-11-26']],
  ['between 5 and 7 November 2026', ['2026-11-05 2026-11-08']],
  ['before 3 November 2026', ['2026-01-01 2026-11-03', '2026-11-03 2026-11-04']],
  ['the 12th', ['2026-11-12 2026-11-13']],
  ['the weekend before 4 October 2026', ['2026-09-26 2026-10-04']],
])('%j is %j', (text, days) => {
  const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
  const read = readPeriods(text, { today: Date.UTC(2026, 10, 27), first: Date.UTC(2026, 0, 1) });
  expect(read.map(({ from, to }) => `${dayOf(from)} ${dayOf(to)}`)).toEqual(days);
});

test('any text is read, and its words stand where they say', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      for (const { from, to, keys } of analyseText(text)) {
        expect(from < to && to <= text.length).toBe(true);
        expect(keys.every((key) => key !== '' && key.length <= 100)).toBe(true);
      }
      expect(() => readQuestionKeys(text)).not.toThrow();
      expect(() => readPeriods(text, { today: 0, first: 0 })).not.toThrow();
    }),
    { numRuns: 500 },
  );
});

test('a hundred thousand words are read', () => {
  expect(analyseText('word '.repeat(100_000))).toHaveLength(100_000);
  expect(readQuestionKeys('a.b '.repeat(20_000)).length).toBeGreaterThan(0);
}, 120_000);

test.each([
  ['spaces after a number', `1${' '.repeat(300_000)}may`],
  ['a version without end', '1.'.repeat(100_000)],
  ['days without end', 'yesterday '.repeat(50_000)],
  ['two scripts without a space', 'a中'.repeat(200_000)],
  ['words before days without end', `before ${' '.repeat(100_000)}`.repeat(3)],
])(
  '%s are read in time',
  (_what, text) => {
    expect(() => analyseText(text)).not.toThrow();
    expect(() => readQuestionKeys(text)).not.toThrow();
    expect(() => readPeriods(text, { today: 0, first: 0 })).not.toThrow();
  },
  30_000,
);

test('a word has the same keys however often it is read', () => {
  const keys = Array.from({ length: 4 }, (_, nth) => {
    const all = readQuestionKeys(`Müller${'x'.repeat(nth)} Müller`);
    return all.filter(({ isForm }) => !isForm).at(-1)?.key;
  });
  expect(new Set(keys)).toEqual(new Set(['mueller']));
});

test('every language has a code of its own, folded stop words, and a stemmer that takes any word', () => {
  expect(new Set(LANGUAGES.map(({ code }) => code)).size).toBe(LANGUAGES.length);
  for (const { stopWords, stem } of LANGUAGES) {
    for (const word of stopWords) expect(fold(word)).toBe(word);
    for (const word of ['x', 'зелен', '鍵', 'ıI', '']) expect(typeof (stem?.(word) ?? word)).toBe('string');
  }
});

test('a word of two scripts has the keys of the text that it stands in, whatever was read before', () => {
  const told = {
    bg: 'Защото аз ще бъда там и все още нямам това.',
    ru: 'Потому что я буду там, и у меня ещё нет этого.',
    uk: 'Тому що я буду там, і в мене ще немає цього.',
  };
  const keysIn = (text: string) => {
    const tokens = analyseText(`${text} PDFФайлами файлами`);
    const keysOf = (surface: string, isPart?: true) =>
      tokens.filter((one) => one.surface === surface && one.isPart === isPart).map(({ keys }) => keys);
    return [keysOf('PDFФайлами', true).at(-1), keysOf('файлами')[0]];
  };
  for (const text of [told.bg, told.ru, told.uk, told.bg]) {
    const [piece, word] = keysIn(text);
    expect([text, piece]).toEqual([text, word]);
  }
});

test.each([
  ['Todo: renew passport.', 'todo'],
  ['Shopping\n- Todo: buy milk', 'todo'],
])('a label is a key, though it is a small word in some language: %s', (text, key) => {
  expect(analyseText(text).flatMap(({ keys }) => keys)).toContain(key);
});
