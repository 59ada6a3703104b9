import { analyseText, readQuestionKeys } from '../src';

/** The keys of given names that a question and a text share, by another form of the name. */
const finds = (question: string, text: string): boolean => {
  const asked = new Set(readQuestionKeys(question).flatMap(({ key, isGivenName }) => (isGivenName ? [key] : [])));
  return analyseText(text).some(({ keys }) => keys.some((key) => asked.has(key)));
};

test.each([
  ['what exercises did Liz give me?', 'My physio, Elizabeth Okonkwo, wants me to do calf raises.'],
  ['what exercises did liz give me?', 'My physio, Elizabeth Okonkwo, wants me to do calf raises.'],
  ['what did Elizabeth say?', 'Beth wants to go to the sea.'],
  ['when did Bob call?', 'Robert called about the boiler.'],
  ['where does Bill live?', 'William moved to Leeds.'],
  ['¿Adónde fui con Chema?', 'Fuimos a Toledo con José María y comimos mazapán.'],
  ['¿Qué dijo Paco?', 'Francisco dijo que no venía.'],
  ['Gdzie byłem z Katarzyną?', 'Byliśmy w Zakopanem z Kasią i jedliśmy oscypki.'],
  ['Kde jsme byli s Janem?', 'Byli jsme na Lipně s Honzou a kluci chytili štiku.'],
  ['Что сказал Саша?', 'Александр сказал, что приедет.'],
  ['Что сказала Саша?', 'Александра сказала, что приедет.'],
  ['Где мы были с Катей?', 'Мы были в театре с Екатериной.'],
  ['Wo wohnt Josef?', 'Mit Sepp auf den Herzogstand gelaufen.'],
  ['Πού πήγε ο Γιάννης;', 'Ο Ιωάννης πήγε στη Νάξο.'],
  ["Dov'è Beppe?", 'Giuseppe è al mare.'],
  ['Onde está o Zé?', 'O José foi para casa.'],
  ['Mit mondott Sanyi?', 'Sándor azt mondta, hogy jön.'],
  ['Wat zei Kees?', 'Cornelis komt morgen.'],
])('"%s" also asks for the other forms of the name: "%s"', (question, text) =>
  expect(finds(question, text)).toBe(true),
);

test.each([
  ['will it rain?', 'William moved to Leeds.'],
  ['where is the bill?', 'William moved to Leeds.'],
  ['how rich is the pat on the back?', 'Richard and Patricia'],
  ['what did Liz say?', 'Robert called.'],
])('"%s" names nobody in "%s"', (question, text) => expect(finds(question, text)).toBe(false));

test('a form of a name is told from the name', () => {
  const keys = readQuestionKeys('Liz').filter(({ isGivenName }) => !isGivenName);
  expect(keys.map(({ key }) => key)).toEqual(['liz']);
});
