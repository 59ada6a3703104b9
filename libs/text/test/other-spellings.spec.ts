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
  ['is it open on Wed', 'It is closed on Wednesdays'],
  ['is it open on Wednesday', 'It is closed on Wed, Thu and Fri'],
  ['was ist in der Woche am Montag', 'Am Mo und Di ist geschlossen'],
  ['qué hay el martes', 'Está cerrado los mar. y los jue.'],
  ['when was it in August', 'It was in Aug and not later'],
  ['what is on the third floor', 'It is on the 3rd floor'],
  ['var är nyckeln till huset som jag har', 'Nycklarna ligger hos grannen Berit.'],
  ['hvor er nøkkelen til huset som jeg har', 'Nøklene ligger hos naboen.'],
  ['gde je ključ od kuće koji je kod nas', 'Ključevi su kod komšinice.'],
  ['где је кључ од куће', 'Кључеви су код комшинице.'],
  ['სად არის გასაღებები', 'გასაღები მეზობელთან დავტოვე.'],
  ['चावी कोणाकडे आहे', 'चाव्या शेजारच्या काकूंकडे आहेत.'],
  ['what time do we take off', 'Our flight leaves Heathrow at seven.'],
  ['when is the takeoff', 'The flight takes off in the morning'],
  ['until when do we have to leave the room', 'Nope, check-out is at eleven.'],
  ['のぞみは何号車？', '大阪行きは新幹線のぞみ231号、7号車12番A席。'],
  ['何号車だっけ', 'のぞみ231号の5号車8番E席を取った。'],
  ['ひまわりは何曜日？', 'ひまわり教室は毎週水曜から。'],
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
