import { extractFacts, mergeFacts } from '../src/index';
import { say } from './messages';

/** What an ordinary person asks to keep in mind and corrects later, by language. */
const CORRECTED: readonly (readonly [code: string, reminder: string, correction: string])[] = [
  ['en', 'Remember that my locker code is 4417.', 'No, actually my locker code is 5512.'],
  ['en', 'please note: the plumber comes at 9', 'sorry, the plumber comes at 11'],
  ['de', 'Merk dir bitte, dass mein Spindcode 4417 ist.', 'Nein, eigentlich ist mein Spindcode 5512.'],
  ['fr', 'Souviens-toi que mon code de casier est 4417.', 'Non, en fait mon code de casier est 5512.'],
  ['es', 'Recuerda que el código de mi taquilla es 4417.', 'No, en realidad el código de mi taquilla es 5512.'],
  ['it', 'Ricordati che il codice del mio armadietto è 4417.', 'No, anzi il codice del mio armadietto è 5512.'],
  ['pt', 'Lembra-te que o código do meu cacifo é 4417.', 'Não, afinal o código do meu cacifo é 5512.'],
  ['nl', 'Onthoud dat mijn kluiscode 4417 is.', 'Nee, eigenlijk is mijn kluiscode 5512.'],
  ['sv', 'Kom ihåg att koden till mitt skåp är 4417.', 'Nej, koden till mitt skåp är faktiskt 5512.'],
  ['da', 'Husk at koden til mit skab er 4417.', 'Nej, koden til mit skab er faktisk 5512.'],
  ['no', 'Husk at koden til skapet mitt er 4417.', 'Nei, koden til skapet mitt er faktisk 5512.'],
  ['fi', 'Muista, että kaappini koodi on 4417.', 'Ei, oikeastaan kaappini koodi on 5512.'],
  ['pl', 'Zapamiętaj, że kod do mojej szafki to 4417.', 'Nie, jednak kod do mojej szafki to 5512.'],
  ['cs', 'Pamatuj si, že kód mé skříňky je 4417.', 'Ne, kód mé skříňky je vlastně 5512.'],
  ['ru', 'Запомни, что код моего шкафчика 4417.', 'Нет, на самом деле код моего шкафчика 5512.'],
  ['uk', 'Запам’ятай, що код моєї шафки 4417.', 'Ні, насправді код моєї шафки 5512.'],
  ['tr', 'Unutma, dolabımın şifresi 4417.', 'Hayır, aslında dolabımın şifresi 5512.'],
  [
    'el',
    'Θυμήσου ότι ο κωδικός του ντουλαπιού μου είναι 4417.',
    'Όχι, τελικά ο κωδικός του ντουλαπιού μου είναι 5512.',
  ],
  ['ar', 'تذكر أن رمز خزانتي هو 4417.', 'لا، في الواقع رمز خزانتي هو 5512.'],
  ['he', 'תזכור שהקוד של הלוקר שלי הוא 4417.', 'לא, בעצם הקוד של הלוקר שלי הוא 5512.'],
  ['hi', 'याद रखना कि मेरे लॉकर का कोड 4417 है।', 'नहीं, असल में मेरे लॉकर का कोड 5512 है।'],
  ['ja', '私のロッカーの暗証番号は4417だと覚えておいて。', 'いや、やっぱり私のロッカーの暗証番号は5512です。'],
  ['zh', '记住，我的储物柜密码是4417。', '不对，其实我的储物柜密码是5512。'],
  ['ko', '내 사물함 비밀번호는 4417이라고 기억해 줘.', '아니, 사실 내 사물함 비밀번호는 5512야.'],
  ['id', 'Ingat ya, kode loker saya 4417.', 'Bukan, sebenarnya kode loker saya 5512.'],
  ['hu', 'Jegyezd meg, hogy a szekrényem kódja 4417.', 'Nem, valójában a szekrényem kódja 5512.'],
  ['ro', 'Ține minte că codul dulapului meu este 4417.', 'Nu, de fapt codul dulapului meu este 5512.'],
  ['hr', 'Zapamti da je šifra mog ormarića 4417.', 'Ne, zapravo je šifra mog ormarića 5512.'],
  ['fa', 'یادت باشه رمز کمد من ۴۴۱۷ است.', 'نه، در واقع رمز کمد من ۵۵۱۲ است.'],
  ['th', 'จำไว้ว่ารหัสล็อกเกอร์ของฉันคือ 4417', 'ไม่ใช่ จริงๆ แล้วรหัสล็อกเกอร์ของฉันคือ 5512'],
  ['sw', 'Kumbuka kwamba namba ya kabati langu ni 4417.', 'Hapana, kwa kweli namba ya kabati langu ni 5512.'],
  ['ca', 'Recorda que el codi del meu armari és 4417.', 'No, de fet el codi del meu armari és 5512.'],
];

/** Dates to come. */
const DATED: readonly (readonly [code: string, text: string])[] = [
  ['de', 'Meine Prüfung ist in zwei Wochen.'],
  ['fr', 'Mon examen est dans deux semaines.'],
  ['es', 'Mi examen es dentro de dos semanas.'],
  ['it', 'Il mio esame è tra due settimane.'],
  ['pt', 'O meu exame é daqui a duas semanas.'],
  ['nl', 'Mijn examen is over twee weken.'],
  ['sv', 'Mitt prov är om två veckor.'],
  ['da', 'Min eksamen er om to uger.'],
  ['no', 'Eksamen min er om to uker.'],
  ['fi', 'Kokeeni on kahden viikon päästä.'],
  ['pl', 'Mój egzamin jest za dwa tygodnie.'],
  ['cs', 'Moje zkouška je za dva týdny.'],
  ['ru', 'Мой экзамен через две недели.'],
  ['uk', 'Мій іспит через два тижні.'],
  ['tr', 'Sınavım iki hafta sonra.'],
  ['el', 'Η εξέτασή μου είναι σε δύο εβδομάδες.'],
  ['ar', 'امتحاني بعد أسبوعين.'],
  ['he', 'המבחן שלי בעוד שבועיים.'],
  ['hi', 'मेरी परीक्षा दो हफ़्ते बाद है।'],
  ['ja', '試験は二週間後です。'],
  ['zh', '我的考试在两周后。'],
  ['ko', '시험은 2주 후야.'],
  ['vi', 'Kỳ thi của tôi hai tuần nữa.'],
  ['id', 'Ujian saya dua minggu lagi.'],
  ['hu', 'A vizsgám két hét múlva lesz.'],
  ['ro', 'Examenul meu este peste două săptămâni.'],
  ['hr', 'Moj ispit je za dva tjedna.'],
  ['fa', 'امتحان من دو هفته دیگر است.'],
  ['th', 'สอบของฉันอีกสองสัปดาห์'],
  ['sw', 'Mtihani wangu ni baada ya wiki mbili.'],
];

describe.each(CORRECTED)('in %s', (_code, reminder, correction) => {
  const [first, second] = say(reminder, correction).map((message) => extractFacts([message]));
  const [known = [], later = []] = [first, second];

  it('what is to be kept in mind is a fact, without the request', () => {
    expect(known).toHaveLength(1);
    expect(known[0]?.confidence).toBe(0.9);
    expect(known[0]?.text.length).toBeLessThan(reminder.length + 12);
  });

  it('a correction with another number takes its place', () => {
    const [before, ...others] = mergeFacts(known, later);
    expect(others).toHaveLength(1);
    expect(before?.superseded_by).toBe(others[0]?.id);
  });
});

it.each(DATED)('what is to come is resolved in %s: %s', (_code, text) => {
  expect(extractFacts(say(text))[0]?.text).toMatch(/\(.*2024.*\)/);
});

it.each([
  ['Remember to buy milk.', []],
  ['Do you remember that my locker code is 4417?', []],
  ["Don't forget that Ola is allergic to nuts.", ['Ann says: Ola is allergic to nuts.']],
  ['Please note: the plumber comes at 9.', ['Ann says: the plumber comes at 9.']],
])('%s is a fact only where it says something', (text, expected) => {
  expect(extractFacts(say(text)).map((fact) => fact.text)).toEqual(expected);
});
