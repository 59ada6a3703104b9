import { analyseText, LANGUAGES, readQuestionKeys } from '../src';

const keysOf = (text: string): readonly string[] => analyseText(text).flatMap(({ keys }) => keys);
const finds = (question: string, text: string): boolean => {
  const keys = new Set(keysOf(text));
  return readQuestionKeys(question).some(({ key }) => key.startsWith('@') && keys.has(key));
};

test.each([
  ['ar', 'الساعة الثالثة والنصف'],
  ['be', 'палове чацвёртай'],
  ['bg', 'в три и половина'],
  ['bn', 'সাড়ে তিনটায়'],
  ['ca', 'dos quarts de quatre'],
  ['cs', 'v půl čtvrté'],
  ['da', 'halv fire'],
  ['de', 'um halb vier'],
  ['el', 'στις τρεις και μισή'],
  ['en', 'at half past three'],
  ['en', 'three thirty'],
  ['en', '3.30 pm'],
  ['en', '3:30pm'],
  ['es', 'a las tres y media'],
  ['et', 'pool neli'],
  ['fa', 'ساعت سه و نیم'],
  ['fi', 'puoli neljältä'],
  ['fr', 'à trois heures et demie'],
  ['fr', 'à 15h30'],
  ['he', 'בשלוש וחצי'],
  ['hi', 'साढ़े तीन बजे'],
  ['hr', 'u pola četiri'],
  ['hu', 'fél négykor'],
  ['hu', '15:30-kor'],
  ['id', 'jam setengah empat'],
  ['it', 'alle tre e mezza'],
  ['ja', '水曜の三時半から'],
  ['ja', '15時30分から'],
  ['ka', 'ოთხის ნახევარზე'],
  ['ko', '세 시 반에'],
  ['ko', '3시 30분에'],
  ['lt', 'pusę keturių'],
  ['ms', 'pukul tiga setengah'],
  ['nl', 'om half vier'],
  ['no', 'halv fire'],
  ['pl', 'o wpół do czwartej'],
  ['pt', 'às três e meia'],
  ['ro', 'la trei și jumătate'],
  ['ru', 'в половине четвёртого'],
  ['sk', 'o pol štvrtej'],
  ['sl', 'ob pol štirih'],
  ['sq', 'ora tre e gjysmë'],
  ['sr', 'у пола четири'],
  ['sv', 'halv fyra'],
  ['sw', 'saa tisa na nusu'],
  ['tl', 'alas tres y medya'],
  ['tr', 'üç buçukta'],
  ['tr', "15:30'da"],
  ['uk', 'о пів на четверту'],
  ['ur', 'ساڑھے تین بجے'],
  ['vi', 'lúc ba rưỡi'],
  ['zh', '下午三点半'],
])('%s: "%s" is 15:30', (_, text) => {
  expect(finds('15:30', text)).toBe(true);
  expect(finds(text, '15:30')).toBe(true);
  expect(finds('15:35', text)).toBe(false);
});

test.each([
  ['quarter to eight', '7:45'],
  ['ten minutes past five', '17:10'],
  ["eight o'clock", '8:00'],
  ['8 p.m.', '20:00'],
  ['viertel nach sieben', '19:15'],
  ['minuit moins le quart', '23:45'],
  ['las nueve menos cuarto', '8:45'],
  ['kvart i sex', '17:45'],
  ['altıya çeyrek kala', '5:45'],
  ['五点三刻', '5:45'],
  ['без четверти шесть', '5:45'],
])('"%s" is %s', (text, time) => expect(finds(time, text)).toBe(true));

test.each([
  'version 2.31.0',
  '2026-11-24T15:30:00Z',
  'half of the people',
  'a quarter to the poor',
  'port 8:99',
  '1:2',
])('no time is read in %j', (text) => expect(keysOf(text).filter((key) => key.startsWith('@'))).toEqual([]));

test.each(LANGUAGES.flatMap(({ code, clockWords }) => (clockWords ? [[code, clockWords] as const] : [])))(
  '%s: each phrase for a time has an hour',
  (_, { phrases, minutes = {} }) => {
    for (const phrase of Object.keys(phrases)) expect(phrase.split(' ')).toContain('{h}');
    for (const phrase of Object.keys(minutes))
      expect(phrase.split(' ')).toEqual(expect.arrayContaining(['{h}', '{m}']));
  },
);
