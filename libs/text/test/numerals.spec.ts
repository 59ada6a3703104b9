import { analyseText, LANGUAGES, readQuestionKeys } from '../src';

const keysOf = (question: string): ReadonlySet<string> => new Set(readQuestionKeys(question).map(({ key }) => key));

test.each([
  ['What is in box twelve?', 'It is in box 12 under the stairs.', '12'],
  ['What is in box 12?', 'The keys are in box twelve with the maps.', 'twelve'],
  ['Was ist in Kiste siebzehn und nicht mehr da?', 'In Kiste 17 sind die Karten.', '17'],
  ['Was ist in Kiste 17 und nicht mehr da?', 'In Kiste siebzehn sind die Karten.', 'siebzehn'],
  ['Что лежит в ящике двенадцать и для чего?', 'В ящике 12 лежат карты.', '12'],
  ['Qué hay en la caja quince?', 'En la caja 15 hay mapas.', '15'],
  ['Co jest w pudełku piętnaście?', 'W pudełku 15 są mapy.', '15'],
  ['ماذا في الصندوق 7 من هذا؟', 'في الصندوق سبعة خرائط.', 'سبعة'],
])('"%s" finds "%s" by %s', (question, text, number) => {
  const asked = keysOf(question);
  const found = analyseText(text).filter(({ surface }) => surface === number);
  expect(found.flatMap(({ keys }) => keys.filter((key) => asked.has(key)))).not.toEqual([]);
});

test.each(['What is one of these?', 'Who has box 1?', 'What is in box 21?'])(
  '"%s" finds no other number',
  (question) => {
    const keys = [...keysOf(question)];
    expect(keys.filter((key) => /^(?:1|one|21|twenti|twenty)$/.test(key)).length).toBeLessThanOrEqual(1);
  },
);

test.each(LANGUAGES.map(({ code, wordKinds }) => [code, wordKinds.numerals.split(' ')] as const))(
  '%s: every number has a word of its own, with letters of one alphabet',
  (_, numerals) => {
    const words = numerals.flatMap((forms) => forms.split('|'));
    expect(new Set(words).size).toBe(words.length);
    const isMixed = (word: string): boolean => /\p{Script=Latin}/u.test(word) && /\p{Script=Cyrillic}/u.test(word);
    expect(words.filter(isMixed)).toEqual([]);
    expect(numerals.length).toBeGreaterThan(10);
  },
);
