import { analyseText, fold, LANGUAGES, readQuestionKeys } from '../src';
import { readNumber } from '../src/numbers/number-reading';
import { saidBy } from '../src/numbers/number-lexicon';

const keysOf = (text: string): readonly string[] => analyseText(text).flatMap(({ keys }) => keys);
const finds = (question: string, text: string): boolean => {
  const keys = new Set(keysOf(text));
  return readQuestionKeys(question).some(({ key }) => keys.has(key));
};

test.each([
  ['af', 'driehonderd en twaalf', '312'],
  ['ar', 'سبعة وتسعون', '97'],
  ['ar', 'ثلاثمئة واثني عشر', '312'],
  ['az', 'üç yüz on iki', '312'],
  ['be', 'трыста дванаццаць', '312'],
  ['bg', 'триста и дванайсет', '312'],
  ['bn', 'তিনশো বারো', '312'],
  ['bn', 'তেইশটা চেয়ার আছে', '23'],
  ['ca', 'vint-i-tres', '23'],
  ['cs', 'tři sta dvanáct', '312'],
  ['cs', 'třiadvacet', '23'],
  ['cy', 'tri cant un deg dau', '312'],
  ['da', 'femoghalvtreds', '55'],
  ['de', 'dreihundertzwölf', '312'],
  ['de', 'zweitausendfünfhundert', '2500'],
  ['el', 'τριακόσια δώδεκα', '312'],
  ['en', 'three hundred and twelve', '312'],
  ['en', 'twenty-three', '23'],
  ['en', 'two thousand four hundred', '2400'],
  ['en', 'twelve hundred', '1200'],
  ['es', 'doscientos cuarenta', '240'],
  ['et', 'kolmsada kaksteist', '312'],
  ['eu', 'laurogeita hamazazpi', '97'],
  ['fa', 'سیصد و دوازده', '312'],
  ['fi', 'kolmesataakaksitoista', '312'],
  ['fr', 'quatre-vingt-dix-sept', '97'],
  ['fr', 'soixante et onze', '71'],
  ['ga', 'trí chéad a dó dhéag', '312'],
  ['gl', 'trescentos doce', '312'],
  ['he', 'שלוש מאות ושתים עשרה', '312'],
  ['hi', 'तीन सौ बारह', '312'],
  ['hr', 'dvadeset i tri', '23'],
  ['hu', 'háromszáztizenkettő', '312'],
  ['hy', 'երեք հարյուր տասներկու', '312'],
  ['id', 'tiga ratus dua belas', '312'],
  ['is', 'þrjúhundrað og tólf', '312'],
  ['it', 'trecentododici', '312'],
  ['it', 'ventitré', '23'],
  ['ja', '三百十二', '312'],
  ['ka', 'ოთხმოცდაჩვიდმეტი', '97'],
  ['kk', 'үш жүз он екі', '312'],
  ['km', 'បីរយដប់ពីរ', '312'],
  ['ko', '삼백십이', '312'],
  ['ko', '스물세 개', '23'],
  ['lt', 'trys šimtai dvylika', '312'],
  ['lv', 'trīssimt divpadsmit', '312'],
  ['mk', 'триста и дванаесет', '312'],
  ['mn', 'гурван зуун арван хоёр', '312'],
  ['ms', 'dua ratus lima puluh', '250'],
  ['mr', 'पाचशे', '500'],
  ['my', 'သုံးရာ့ဆယ့်နှစ်', '312'],
  ['nl', 'driehonderdtwaalf', '312'],
  ['nl', 'drieëntwintig', '23'],
  ['no', 'trehundre og tolv', '312'],
  ['pl', 'trzysta dwanaście', '312'],
  ['pt', 'trezentos e doze', '312'],
  ['ro', 'trei sute doisprezece', '312'],
  ['ru', 'триста двенадцать', '312'],
  ['sk', 'tristo dvanásť', '312'],
  ['sl', 'triindvajset', '23'],
  ['sq', 'njëzet e tre', '23'],
  ['sr', 'двадесет и три', '23'],
  ['sv', 'trehundratolv', '312'],
  ['sw', 'mia tatu na kumi na mbili', '312'],
  ['ta', 'இருபத்து மூன்று', '23'],
  ['te', 'ఇరవై మూడు', '23'],
  ['th', 'สามร้อยสิบสอง', '312'],
  ['tl', "siyamnapu't pitong piso", '97'],
  ['tl', 'tatlong daan at labindalawa', '312'],
  ['tr', 'üç yüz on iki', '312'],
  ['uk', 'триста дванадцять', '312'],
  ['ur', 'تین سو بارہ', '312'],
  ['vi', 'ba trăm mười hai', '312'],
  ['zh', '三百一十二', '312'],
  ['zh', '一百零五', '105'],
  ['zh', '二〇二六', '2026'],
  ['zh', '两千五', '2500'],
  ['zh', '三万五', '35000'],
  ['zh', '一千二百五', '1250'],
  ['zh', '两千零五', '2005'],
  ['zh', '三十五', '35'],
  ['ru', 'Сегодня к нам придут около пятнадцати гостей, потому что у меня день рождения', '15'],
  ['uk', 'двадцяти трьох', '23'],
  ['uk', 'двохсот п’ятдесяти', '250'],
  ['pl', 'dwudziestu trzech', '23'],
  ['pl', 'trzystu dwunastu', '312'],
  ['cs', 'třiceti dvou', '32'],
  ['sk', 'dvadsiatich troch', '23'],
  ['fi', 'kahdenkymmenenkolmen', '23'],
  ['fi', 'kolmensadan', '300'],
  ['lt', 'trisdešimt dviejų', '32'],
])('%s: "%s" is found by %s', (_, text, number) => {
  expect(keysOf(text)).toContain(number);
  expect(finds(number, text)).toBe(true);
  expect(finds(text, number)).toBe(true);
});

test.each([
  ['15 million people', '15000000'],
  ['1.5 million people', '1500000'],
  ['97 ribu', '97000'],
  ['320만 원', '3200000'],
  ['3万円', '30000'],
  ['2万5千円', '25000'],
])('"%s" is also %s', (text, number) => expect(keysOf(text)).toContain(number));

test.each([
  ['I bought thirty, two of them broke', '32'],
  ['one, two and twenty', '22'],
  ['between three and twenty', '23'],
  ['The fire is at Sofia and Tom has ten', '10'],
  ['450 nghìn', '1000'],
  ['twenty thirty', '50'],
])('"%s" is not %s', (text, number) => expect(keysOf(text)).not.toContain(number));

test('a word that is a number in another language is none: the hundred of French, the thousand of Spanish', () => {
  expect(keysOf('It is fifty cents for the mil and the bin that was on the table')).not.toContain('100');
  expect(keysOf('It is fifty cents for the mil and the bin that was on the table')).not.toContain('1000');
  expect(keysOf('It is fifty cents for the mil and the bin that was on the table')).toContain('50');
});

test.each(LANGUAGES.flatMap(({ code, numberWords }) => (numberWords ? [[code, numberWords] as const] : [])))(
  '%s: each word for a number says it, and none repeats a numeral',
  (code, { words }) => {
    const numerals = (LANGUAGES.find((one) => one.code === code)?.wordKinds.numerals ?? '').split(' ');
    for (const entry of words.split('|')) {
      const [number = '', ...forms] = entry.split(' ');
      expect(forms.length).toBeGreaterThan(0);
      const value = Number(number.replace('*', ''));
      expect(value).toBeGreaterThan(0);
      for (const form of forms) {
        const said = saidBy(fold(form)).find(({ lexicon }) => lexicon.code === code);
        if (said) expect([value, 10]).toContain(readNumber(said.parts, said.lexicon.grammar));
        if (!number.startsWith('*')) expect(numerals[value]?.split('|') ?? []).not.toContain(form);
      }
    }
  },
);
