import {
  analyseText,
  divideKey,
  hasPart,
  isSpelledLike,
  joinsWords,
  readQuestionKeys,
  transliterate,
  voteForLanguages,
} from '../src/index';

const keysOf = (text: string): ReadonlySet<string> => new Set(analyseText(text).flatMap(({ keys }) => keys));
const sharedBy = (question: string, text: string): readonly string[] =>
  readQuestionKeys(question).flatMap(({ key }) => (keysOf(text).has(key) ? [key] : []));

describe('a number is found however it is written', () => {
  test.each([
    ['gate code 4417?', 'ok so the gate code is four four one seven', '4417'],
    ['Hva er 4417?', 'koden er fire fire en sju her', '4417'],
    ['code 70312', 'el código es siete cero tres uno dos', '70312'],
    ['what cost 3000?', 'we paid 3k for the sofa', '3000'],
    ['what is 1500?', 'it has 1.5k readers', '1500'],
    ['when does BA983 land?', 'they land on ba0983', '983'],
  ])('%s in %s', (question, text, key) => {
    expect(sharedBy(question, text)).toContain(key);
  });

  test('two numerals are no number, and neither are those of several languages', () => {
    expect(keysOf('one two buckle my shoe').has('12')).toBe(false);
    expect(keysOf('eins two trois').has('123')).toBe(false);
  });

  test('a hundred thousand numerals are read', () => {
    expect(analyseText('seven '.repeat(100_000)).length).toBeGreaterThan(100_000);
  }, 60_000);
});

test('a word is found in traditional and simplified Chinese', () => {
  expect(sharedBy('wifi 密码是什么？', 'wifi 密碼是 lotus2288 別忘了')).toContain('密码');
});

test('Armenian signs of a question stand within words', () => {
  expect(sharedBy('Ո՞վ է նորոգել տպիչը', 'Տպիչները նորոգել է Օլաֆը')).toContain('նորոգ');
});

test.each([
  ['cy', 'Ble mae fy nghath?', "Mae'r gath newydd yn cysgu yn y gegin."],
  ['ga', 'Cá bhfuil mo bhád?', 'Tá an bád nua i gcuan na Gaillimhe.'],
  ['zu', 'Iphi incwadi yakhe?', 'Mina wena yona izincwadi zezibalo.'],
  ['sw', 'kitabu kiko wapi?', 'Vitabu vya hesabu viko katika kabati yangu.'],
])('a word whose beginning changes is found: %s', (_code, question, text) => {
  expect(sharedBy(question, text)).not.toEqual([]);
});

describe('words that resemble each other', () => {
  test.each([
    ['billets', 'biljets', true],
    ['restaurant', 'resturant', true],
    ['reciept', 'receipt', true],
    ['receipt', 'deceipt', false],
    ['rent', 'rant', false],
  ])('%s and %s: %p', (one, other, expected) => {
    expect(isSpelledLike(one, other)).toBe(expected);
  });

  test.each([
    ['bogreol', 'reol', true],
    ['portkod', 'port', true],
    ['reolen', 'reol', false],
    ['bogreol', 'ogre', false],
  ])('%s has the part %s: %p', (whole, part, expected) => {
    expect(hasPart(whole, part)).toBe(expected);
  });

  test('a word is divided with and without what links its parts', () => {
    expect(divideKey('arbeitszimmer')).toContainEqual([['arbeits', 'arbeit'], 'zimmer']);
    expect(divideKey('abc')).toEqual([]);
  });

  test.each([
    ['Wo ist der Schlüssel vom Bootshaus?', true],
    ['Hvor er nøkkelen til naustet?', true],
    ['nebenkostennachzahlung?', true],
    ['Where is the key to the boathouse?', false],
    ['¿Dónde está la llave de la casa?', false],
  ])('%s is in a language that writes words together, as far as it tells: %p', (text, expected) => {
    expect(joinsWords(text)).toBe(expected);
  });
});

test.each([
  ['вајфај', 'vajfaj'],
  ['билеты', 'bilety'],
  ['щука', 'shchuka'],
  ['bilety', 'билеты'],
  ['vajfaj', 'вајфај'],
  ['lozinka', 'лозинка'],
])('%s is written %s in the other script', (word, other) => {
  expect(transliterate(word)).toContain(other);
});

test('a word of another script, or with digits, is written in no other', () => {
  expect(['密码', 'x2', 'άλφα'].map(transliterate)).toEqual([[], [], []]);
});

describe('the order in which languages are listed', () => {
  const TEXTS = [
    'Bergen, Rex',
    'die Karte',
    'ma sår',
    'čaj a káva',
    '22 listopada',
    'на столе',
    'je suis la',
    'ä ö',
    'ja on',
  ];

  test('decides nothing', () => {
    const read = (one: typeof import('../src/index')) =>
      TEXTS.map((text) => [
        text,
        one.readQuestionKeys(text),
        one.voteForLanguages(text.split(' '), 'Latin'),
        one
          .readPeriods(text, { today: Date.UTC(2026, 10, 28), first: 0 })
          .map(({ from }) => from)
          .toSorted(),
      ]);
    const listed = read(jest.requireActual('../src/index'));
    jest.isolateModules(() => {
      const path = '../src/languages/all-languages';
      const { LANGUAGES } = jest.requireActual<typeof import('../src/languages/all-languages')>(path);
      jest.doMock(path, () => ({ LANGUAGES: LANGUAGES.toReversed() }));
      expect(read(jest.requireActual('../src/index'))).toEqual(listed);
    });
    expect(voteForLanguages(['ja'], 'Latin').length).toBeGreaterThan(1);
  });
});
