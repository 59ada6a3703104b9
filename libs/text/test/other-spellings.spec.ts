import { analyseText, divideKey, readQuestionKeys } from '../src';

const keysOf = (text: string): ReadonlySet<string> => new Set(analyseText(text).flatMap(({ keys }) => keys));
const sharedBy = (question: string, text: string): readonly string[] =>
  readQuestionKeys(question).flatMap(({ key, isPart }) => (!isPart && keysOf(text).has(key) ? [key] : []));

test.each([
  ['was war meine Steuer-Nr.', 'Die Steuernummer lautet 143'],
  ['wie ist meine Steuernummer', 'Meine Steuer-Nr. ist 143 und das ist alles'],
  ['wie ist die Kundennr. von mir', 'Die Kundennummer ist 88'],
  ['wie ist die Tel.-Nr. von ihr', 'Ihre Telefonnummer hat sie mir nicht gegeben'],
  ['wer wohnt in der Lindenstraße', 'Sie wohnt in der Lindenstr. 5 und ist nett'],
  ['wer wohnt in der Lindenstr. und wer nicht', 'Sie wohnt in der Lindenstraße'],
  ['wat is het klantnr. van mij', 'Het klantnummer is 88'],
  ['vad är det för ordernr jag har', 'Ordernummer 88'],
  ['hva er ordrenr. på den jeg har', 'Ordrenummer 88'],
  ['mikä on minun asiakasnro', 'Asiakasnumero on 88'],
  ['दादीजी कहाँ है', 'दादी का घर'],
  ['दादी कहाँ है', 'दादीजी का घर'],
  ['आपरेशन कब है', 'दादी का ऑपरेशन'],
  ['ऑपरेशन कब है', 'दादी का आपरेशन'],
  ['डॉक्टर कब है', 'डाक्टर का घर'],
  ['whats moms cell', "Mum's number changed"],
  ['proč jsem přestal pít kafe', 'Už nepiju kávu, bolel mě z ní žaludek.'],
  ['whose house is the book club at', 'bookclub is at her place'],
  ['예비 열쇠 누구한테 있어', '예비열쇠는 옆집에 맡겼어.'],
])('%s is found in %s', (question, text) => {
  expect(sharedBy(question, text)).not.toEqual([]);
});

test.each([
  ['bookclub', 'book', 'club'],
  ['예비열쇠', '예비', '열쇠'],
])('%s is divided in a language that writes no words together', (key, first, second) => {
  expect(divideKey(key, false)).toContainEqual([[first], second]);
});

test('where no language writes them together, short parts and what links them are none', () => {
  expect(divideKey('carpet', false)).toEqual([]);
  expect(divideKey('housesboat', false)).not.toContainEqual([['houses', 'house'], 'boat']);
});
