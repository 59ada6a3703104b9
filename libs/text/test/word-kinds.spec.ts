import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  changesMeaning,
  findChangingWords,
  isDayName,
  isNegation,
  isOfKind,
  LANGUAGES,
  voteForLanguages,
} from '../src/index';

const ALL = LANGUAGES;
const wordsIn = (list: string | undefined): readonly string[] =>
  (list ?? '').split(/[ |]/).filter((word) => word !== '');

/** A language by its code, a negation, a numeral with its value, a word for a hundred, a courtesy and a reaction. */
type KindRow = readonly [
  code: string,
  negation: string,
  numeral: string,
  value: number,
  hundred: string,
  courtesy: string,
  reaction: string,
];

const ROWS: readonly KindRow[] = [
  ['af', 'nee', 'sewe', 7, 'honderd', 'hallo', 'goeie'],
  ['am', 'አይ', 'ሰባት', 7, 'መቶ', 'ሰላም', 'እሺ'],
  ['az', 'yox', 'yeddi', 7, 'yüz', 'salam', 'yaxşı'],
  ['be', 'не', 'сем', 7, 'сто', 'прывітанне', 'добра'],
  ['ca', 'no', 'set', 7, 'cent', 'hola', 'bé'],
  ['cy', 'ddim', 'saith', 7, 'cant', 'helo', 'iawn'],
  ['eu', 'ez', 'zazpi', 7, 'ehun', 'kaixo', 'ondo'],
  ['fa', 'نه', 'هفت', 7, 'صد', 'سلام', 'باشه'],
  ['ga', 'níl', 'seacht', 7, 'céad', 'haló', 'ceart'],
  ['gl', 'non', 'sete', 7, 'cen', 'ola', 'ben'],
  ['hr', 'ne', 'sedam', 7, 'sto', 'bok', 'dobro'],
  ['ka', 'არა', 'შვიდი', 7, 'ასი', 'გამარჯობა', 'კარგი'],
  ['kk', 'жоқ', 'жеті', 7, 'жүз', 'сәлем', 'жақсы'],
  ['km', 'ទេ', 'ប្រាំពីរ', 7, 'រយ', 'សួស្តី', 'ល្អ'],
  ['lv', 'nē', 'septiņi', 7, 'simts', 'sveiki', 'labi'],
  ['mk', 'не', 'седум', 7, 'сто', 'здраво', 'добро'],
  ['mn', 'үгүй', 'долоо', 7, 'зуу', 'баярлалаа', 'зүгээр'],
  ['mr', 'नाही', 'सात', 7, 'शंभर', 'नमस्कार', 'ठीक'],
  ['ms', 'tidak', 'tujuh', 7, 'seratus', 'hai', 'baik'],
  ['my', 'မဟုတ်', 'ခုနစ်', 7, 'ရာ', 'မင်္ဂလာပါ', 'ကောင်းပြီ'],
  ['sk', 'nie', 'sedem', 7, 'sto', 'ahoj', 'dobre'],
  ['sl', 'ne', 'sedem', 7, 'sto', 'živjo', 'dobro'],
  ['sq', 'kurrë', 'shtatë', 7, 'njëqind', 'faleminderit', 'mirë'],
  ['sr', 'не', 'седам', 7, 'сто', 'здраво', 'добро'],
  ['te', 'లేదు', 'ఏడు', 7, 'వంద', 'నమస్తే', 'సరే'],
  ['ur', 'نہیں', 'سات', 7, 'سو', 'سلام', 'ٹھیک'],
  ['yo', 'rárá', 'méje', 7, 'ọgọ́rùn', 'báwo', 'dáadáa'],
  ['zu', 'cha', 'isikhombisa', 7, 'ikhulu', 'sawubona', 'kulungile'],
  ['ar', 'ليس', 'سبعة', 7, 'مئة', 'شكرا', 'حسنا'],
  ['bg', 'няма', 'седем', 7, 'сто', 'моля', 'добре'],
  ['bn', 'না', 'সাত', 7, 'একশ', 'ধন্যবাদ', 'ঠিক'],
  ['cs', 'není', 'sedm', 7, 'sto', 'prosím', 'jasně'],
  ['da', 'ikke', 'fire', 4, 'hundrede', 'tak', 'godt'],
  ['de', 'kein', 'sieben', 7, 'hundert', 'danke', 'super'],
  ['el', 'δεν', 'επτά', 7, 'εκατό', 'ευχαριστώ', 'εντάξει'],
  ['en', 'never', 'seven', 7, 'hundred', 'thanks', 'great'],
  ['es', 'nunca', 'siete', 7, 'cien', 'gracias', 'vale'],
  ['et', 'mitte', 'seitse', 7, 'sada', 'aitäh', 'hästi'],
  ['fi', 'älä', 'neljä', 4, 'sata', 'kiitos', 'selvä'],
  ['fr', 'jamais', 'sept', 7, 'cent', 'merci', "d'accord"],
  ['he', 'אין', 'שבע', 7, 'מאה', 'תודה', 'בסדר'],
  ['hi', 'नहीं', 'सात', 7, 'सौ', 'धन्यवाद', 'अच्छा'],
  ['hu', 'nincs', 'hat', 6, 'száz', 'köszönöm', 'rendben'],
  ['hy', 'ոչ', 'յոթ', 7, 'հարյուր', 'շնորհակալություն', 'լավ'],
  ['id', 'tidak', 'tujuh', 7, 'seratus', 'terima', 'baik'],
  ['is', 'ekki', 'sjö', 7, 'hundrað', 'takk', 'gott'],
  ['it', 'niente', 'sette', 7, 'cento', 'grazie', 'bene'],
  ['ja', 'いいえ', '七', 7, '百', 'ありがとう', '了解'],
  ['ko', '없다', '일곱', 7, '백', '감사합니다', '좋아요'],
  ['lt', 'nėra', 'septyni', 7, 'šimtas', 'ačiū', 'gerai'],
  ['nl', 'geen', 'zeven', 7, 'honderd', 'bedankt', 'goed'],
  ['no', 'ikkje', 'sju', 7, 'hundre', 'takk', 'bra'],
  ['pl', 'nigdy', 'siedem', 7, 'sto', 'dziękuję', 'jasne'],
  ['pt', 'não', 'sete', 7, 'cem', 'obrigada', 'tudo'],
  ['ro', 'fără', 'șapte', 7, 'sută', 'mulțumesc', 'bine'],
  ['ru', 'никогда', 'семь', 7, 'сто', 'спасибо', 'хорошо'],
  ['sv', 'inte', 'sju', 7, 'hundra', 'tack', 'okej'],
  ['sw', 'hapana', 'saba', 7, 'mia', 'asante', 'sawa'],
  ['ta', 'இல்லை', 'ஏழு', 7, 'நூறு', 'நன்றி', 'சரி'],
  ['th', 'อย่า', 'เจ็ด', 7, 'ร้อย', 'ขอบคุณ', 'โอเค'],
  ['tl', 'hindi', 'pito', 7, 'isandaan', 'salamat', 'sige'],
  ['tr', 'değil', 'yedi', 7, 'yüz', 'lütfen', 'tamam'],
  ['uk', 'немає', 'п’ять', 5, 'сто', 'дякую', 'добре'],
  ['vi', 'đừng', 'bảy', 7, 'trăm', 'ơn', 'tốt'],
  ['zh', '没有', '七', 7, '百', '谢谢', '好的'],
];

describe.each(ROWS)('%s', (...row) => {
  const [code, negation, numeral, value, hundred, courtesy, reaction] = row;
  const found = ALL.find((language) => language.code === code);
  const kinds = found?.wordKinds;

  test('has its negations, numerals, courtesies and reactions in its folder', () => {
    expect(wordsIn(kinds?.negations)).toContain(negation);
    expect(kinds?.numerals.split(' ').findIndex((forms) => forms.split('|').includes(numeral))).toBe(value);
    expect(wordsIn(kinds?.quantities)).toContain(hundred);
    expect(wordsIn(kinds?.courtesies)).toContain(courtesy);
    expect(wordsIn(kinds?.reactions)).toContain(reaction);
  });

  test('has its words known without its name', () => {
    expect(isNegation(negation.normalize('NFKC'))).toBe(true);
    expect([negation, numeral, hundred].map((word) => changesMeaning(word.normalize('NFKC')))).toEqual([
      true,
      true,
      true,
    ]);
    expect(isOfKind(courtesy.normalize('NFKC'), 'courtesies')).toBe(true);
    expect(isOfKind(reaction.normalize('NFKC'), 'reactions')).toBe(true);
  });

  test('has all numbers from zero to ten, a hundred and a thousand', () => {
    const numerals = kinds?.numerals.split(' ') ?? [];
    expect(numerals.length).toBeGreaterThanOrEqual(11);
    expect(numerals.every((forms) => wordsIn(forms).length > 0)).toBe(true);
    expect(wordsIn(kinds?.quantities).length).toBeGreaterThanOrEqual(3);
  });

  test('has no word twice in a list', () => {
    const { reminders: _, that: __, ...words } = kinds ?? {};
    const lists = Object.entries(words).map(([name, list]) => [name, wordsIn(list)] as const);
    for (const [name, some] of lists) expect([name, some]).toEqual([name, [...new Set(some)]]);
  });
});

describe('a language', () => {
  const folder = join(__dirname, '../src/languages');
  const folders = readdirSync(folder, { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? [one.name] : []));

  test('is one folder, and a line of the list', () => {
    expect(ALL.map(({ code }) => code).toSorted()).toEqual(folders.toSorted());
    expect(ROWS.map(([code]) => code).toSorted()).toEqual(folders.toSorted());
  });

  test('knows no other language: a folder takes nothing from another', () => {
    for (const name of folders)
      for (const file of readdirSync(join(folder, name))) {
        const imported = readFileSync(join(folder, name, file), 'utf8').matchAll(/from '(\.[^']+)'/g);
        for (const [, path = ''] of imported) expect(path).toMatch(/^(?:\.\/|\.\.\/)[a-z-]+$/);
      }
  });
});

describe('a small word of several languages', () => {
  test.each([
    ['Der Hund hat den Ball in den Garten gebracht', 'hat', false],
    ['az asztalon hat alma van és nem ettem meg', 'hat', true],
    ['he went to the shop and gave it to her', 'to', false],
    ['jeg har to katte og de er ikke mine', 'to', true],
    ['hat alma', 'hat', true],
  ])('changes the meaning of %j where it does in its language: %s %s', (text, word, changes) => {
    expect(findChangingWords(text.toLowerCase().split(' ')).includes(word)).toBe(changes);
  });
});

test('a negation is found within words of scripts without spaces', () => {
  expect(['我不来', '行きません', '필요없어요', 'ฉันไม่ไป'].every(isNegation)).toBe(true);
  expect(['我来', '行きます', '필요해요', 'ฉันไป'].some(isNegation)).toBe(false);
});

test.each(['march', 'mondays', 'mittwoch', 'août', 'perjantai', 'понеділок', 'सोमवार', '星期一'])(
  'the name of a day or month in full is one in any language: %s',
  (name) => {
    expect(isDayName(name)).toBe(true);
  },
);

test.each(['mon', 'mais', 'port', 'segunda-feira', ''])('other words name no day: %j', (word) => {
  expect(isDayName(word)).toBe(false);
});

test('the language with the most small words comes first', () => {
  expect(voteForLanguages('ich habe kein fahrrad und er hat zwei'.split(' '), 'Latin')[0]?.code).toBe('de');
  expect(voteForLanguages('jag har inte sju katter'.split(' '), 'Latin')[0]?.code).toBe('sv');
  expect(voteForLanguages(['xyzzy'], 'Latin')).toEqual([]);
});
