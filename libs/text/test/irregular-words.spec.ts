import { analyseText, fold, LANGUAGES, readQuestionKeys } from '../src';

/** What stands before a word so that the text tells its language. */
const BEFORE: Readonly<Record<string, string>> = {
  en: 'what did they say about it and the',
  de: 'und was ist mit dem und nicht auch',
  fr: "qu'est-ce que nous avons dans les",
  es: 'qué es lo que hay en los y con el',
  it: 'che cosa è nella e anche gli del',
  pt: 'o que é que não há em uma com os',
  nl: 'wat is er met het en ook niet van een',
  sv: 'vad är det och inte för att jag som',
  da: 'hvad sagde hun om dem af jer der var med dengang og',
  no: 'hva er det og ikke av en som jeg ikke',
  ru: 'что это и не для чего как все',
  pl: 'co to jest i nie dla czego się że',
  cs: 'co to je a není pro že se ale který',
  el: 'τι είναι αυτό και δεν για το που με',
};

const GROUPS = LANGUAGES.flatMap(({ code, irregular = '', stopWords }) =>
  irregular
    .trim()
    .split(/[|\n]/)
    .filter((group) => group !== '')
    .map((group) => [code, group.split(' ').filter((form) => !stopWords.has(fold(form)))] as const),
);

const keysOf = (text: string): ReadonlySet<string> => new Set(readQuestionKeys(text).map(({ key }) => key));

test.each(GROUPS)('%s: a question for any of these finds the others: %j', (code, forms) => {
  const before = BEFORE[code] ?? '';
  const missed = forms.flatMap((form) => {
    const asked = keysOf(`${before} ${form}`);
    return forms
      .filter((other) => {
        const tokens = analyseText(`${before} ${other}`);
        const found = tokens.filter(({ surface }) => surface === other);
        return found.length > 0 && !found.some(({ keys }) => keys.some((key) => asked.has(key)));
      })
      .map((other) => `${form} does not find ${other}`);
  });
  expect(missed).toEqual([]);
});

test('every language has its irregular words in the same format', () => {
  expect(new Set(GROUPS.map(([code]) => code))).toEqual(new Set(Object.keys(BEFORE)));
  for (const { irregular = '' } of LANGUAGES)
    for (const line of irregular.trim().split('\n')) expect(line).toMatch(/^$|^(?:\S+(?: \S+)+)(?:\|\S+(?: \S+)+)*$/u);
});
