import * as fc from 'fast-check';
import { LANGUAGES } from '@crumbtrail/text';
import { fingerprintOf } from './fingerprint';

const same = (a: string, b: string): boolean => fingerprintOf(a).saysSameAs(fingerprintOf(b));

/** A report of some seventy words of which one differs. */
const report = (word: string): string =>
  `Good morning all, here is the report of the night shift from the harbour office. The tide was low at six and the ferry left on time with forty people on board. ` +
  `The alarm panel in the cellar shows a ${word} again and the pump in the yard runs as it should. Two letters came for the master of the dock, and they lie on ` +
  `his desk beside the window. The coffee is nearly gone and somebody should buy some before noon.`;

describe('two texts say the same', () => {
  test.each([
    ['Set your key in the secrets configuration.', 'set your key in the secrets configuration'],
    ['Hello, could you move it', 'could you move it'],
    ['could you move it, thanks', 'Could you move it?'.replace('?', '')],
    ['Well, I am here, it is 8080.', "I'm here, it's 8080!"],
    ["I don't know what that is", 'I do not know what that is'],
    ['Der Schlüssel liegt im Büro.', 'der schlüssel liegt im büro'],
    ['Hallo, der Schlüssel liegt im Büro', 'Der Schlüssel liegt im Büro, danke'],
    ['Ufunguo uko mezani!', 'ufunguo uko mezani'],
    ['你好 钥匙在桌上', '钥匙在桌上'],
    ['a  b\nc', 'a b c'],
    ['👍', '👍'],
  ])('if only letter case, punctuation, contractions or courtesy differ: %j and %j', (a, b) => {
    expect(same(a, b)).toBe(true);
  });
});

describe('two texts do not say the same', () => {
  test.each([
    ['green light', 'red light'],
    ['normal value', 'broken value'],
    ['left lamp', 'right lamp'],
    ['warm glow', 'cold glow'],
    ['5 mg', '5 g'],
    ['light', 'lamp'],
  ])('if one word of a long report differs: %s and %s', (a, b) => {
    expect(same(report(a), report(b))).toBe(false);
  });

  test.each([
    // one content word, negation, number and unit in each language
    ['en', 'the gate is open', 'the gate is shut', 'i can come', 'i cant come', 'at 5 km', 'at 5 m'],
    ['de', 'das Tor ist offen', 'das Tor ist zu', 'ich will etwas', 'ich will nix', 'nach 5 km', 'nach 5 m'],
    ['fr', 'la porte est ouverte', 'la porte est fermée', 'je viens', 'je viens pas', '5 kg de sel', '5 g de sel'],
    ['es', 'con azúcar', 'con sal', 'puedo venir', 'no puedo venir', '5 litros', '5 metros'],
    ['pt', 'com açúcar', 'com sal', 'quero ir', 'nao quero ir', '5 quilos', '5 gramas'],
    ['it', 'la porta è aperta', 'la porta è chiusa', 'vengo', 'non vengo', '5 chili', '5 grammi'],
    ['nl', 'de deur is open', 'de deur is dicht', 'ik kom', 'ik kom niet', '5 uur', '5 dagen'],
    ['pl', 'brama jest otwarta', 'brama jest zamknięta', 'mogę przyjść', 'nie mogę przyjść', '5 kilo', '5 gramów'],
    ['fi', 'portti on auki', 'portti on kiinni', 'tulen', 'en tule', '5 metriä', '5 kiloa'],
    ['tr', 'kapı açık', 'kapı kapalı', 'geliyorum', 'gelmiyorum', '5 lira', '5 euro'],
    ['ru', 'дверь открыта', 'дверь закрыта', 'я приду', 'я не приду', '5 минут', '5 часов'],
    ['ar', 'الباب مفتوح', 'الباب مغلق', 'سأحضر', 'لن أحضر', '٥ أيام', '٥ ساعات'],
    ['he', 'הדלת פתוחה', 'הדלת סגורה', 'אני בא', 'אני לא בא', '5 ימים', '5 שעות'],
    ['hi', 'दरवाज़ा खुला है', 'दरवाज़ा बंद है', 'मैं आऊँगा', 'मैं नहीं आऊँगा', '5 दिन', '5 घंटे'],
    ['zh', '门开着', '门关着', '我来', '我不来', '5天', '5小时'],
    ['ja', 'ドアは開いている', 'ドアは閉まっている', '行きます', '行きません', '5日', '5時間'],
    ['ko', '문이 열려 있다', '문이 닫혀 있다', '갈게요', '안 갈게요', '5일', '5시간'],
    ['th', 'ประตูเปิด', 'ประตูปิด', 'ฉันไป', 'ฉันไม่ไป', '5 วัน', '5 ชั่วโมง'],
    ['vi', 'cửa mở', 'cửa đóng', 'tôi đến', 'tôi không đến', '5 ngày', '5 giờ'],
    ['sw', 'mlango uko wazi', 'mlango umefungwa', 'nakuja', 'siji', 'siku 5', 'saa 5'],
  ])('in %s: a content word, a negation, a unit, or a number', (_language, ...texts) => {
    const [, , , , unit = ''] = texts;
    const pairs = [texts.slice(0, 2), texts.slice(2, 4), texts.slice(4, 6), [unit, unit.replace(/[5٥]/, '6')]];
    for (const [one = '', two = ''] of pairs) expect(same(one, two)).toBe(false);
  });

  test.each([
    ['restart it now', 'restart it later'],
    ['Ann pays Bob', 'Bob pays Ann'],
    ['You restarted it.', 'You restarted it?'],
    ['use C', 'use C++'],
    ['it was 5 > 3', 'it was 5 < 3'],
    ['ask us', 'ask US'],
    ['good 👍', 'good 👎'],
    ['done ✅', 'done ❌'],
    ['it costs €5', 'it costs $5'],
    ['-5', '5'],
    ['x²', 'x2'],
    ['a ≤ b', 'a ≥ b'],
    ['only Ann may enter', 'Ann may enter'],
    ['we almost lost it', 'we lost it'],
    ['on Monday at nine', 'on Tuesday at nine'],
    ['Kapitel Ⅶ', 'Kapitel Ⅷ'],
    ['seite ٤', 'seite ٥'],
  ])('%j and %j', (a, b) => {
    expect(same(a, b)).toBe(false);
  });

  test('if any word of a text is replaced by another, added or taken away, wherever it stands', () => {
    const word = fc
      .stringMatching(/^[a-zäöüßéñçşığа-яא-ת一-龥]{1,9}$/)
      .filter((one) => !/^(?:ok|so|oh|hi|na|eh|oi|dag|nou|tak|hoi)$/.test(one));
    const notCourtesy = word.filter((one) => same(`x ${one} x`, `x ${one} x`) && !same(`${one} xx yy`, 'xx yy'));
    fc.assert(
      fc.property(
        fc.array(notCourtesy, { minLength: 2, maxLength: 80 }),
        fc.nat(),
        notCourtesy,
        (words, place, other) => {
          const at = place % words.length;
          fc.pre(fingerprintOf(words[at] as string).statement !== fingerprintOf(other).statement);
          expect(same(words.join(' '), words.with(at, other).join(' '))).toBe(false);
          expect(same(words.join(' '), words.toSpliced(at, 0, other).join(' '))).toBe(false);
          expect(same(words.join(' '), words.toSpliced(at, 1).join(' '))).toBe(false);
        },
      ),
    );
  });

  test('if a digit differs, in any script', () => {
    const text = fc.array(fc.string({ unit: 'grapheme', maxLength: 8 }), { maxLength: 60 });
    const digit = fc.constantFrom(...'0123456789٠١٢٣٤٥०१२३๑๒๓０１２');
    fc.assert(
      fc.property(text, fc.nat(), digit, digit, (words, place, a, b) => {
        fc.pre(a.normalize('NFKC') !== b.normalize('NFKC'));
        const put = (what: string): string => words.toSpliced(place % (words.length + 1), 0, what).join(' ');
        expect(same(put(a), put(b))).toBe(false);
        expect(same(put(a), words.join(' '))).toBe(false);
      }),
    );
  });
});

describe('in every language', () => {
  const kinds = LANGUAGES.map(({ code, wordKinds }) => [code, wordKinds] as const);

  test.each(kinds)(
    'two texts do not say the same if one has a negation, a yes or a number more: %s',
    (_code, words) => {
      const { negations, affirmations, numerals, quantities } = words;
      for (const word of [negations, affirmations, numerals, quantities].join(' ').split(/[ |]/)) {
        expect([word, same(`${word} xyzzy quux`, 'xyzzy quux')]).toEqual([word, false]);
        expect([word, same(`xyzzy quux ${word}`, 'xyzzy quux')]).toEqual([word, false]);
        expect([word, fingerprintOf(`xyzzy ${word} quux`).features.changingWords.length > 0]).toEqual([word, true]);
      }
    },
  );

  test.each(kinds)('greetings and thanks at both ends make no difference: %s', (_code, { courtesies }) => {
    for (const word of courtesies.split(' '))
      expect([word, fingerprintOf(`${word} xyzzy quux ${word}`).statement]).toEqual([word, 'xyzzy quux']);
  });

  test.each([
    ['el', 'το κλειδί δεν έχει επτά δόντια', 'δεν επτά'],
    ['hi', 'चाबी के सात दाँत नहीं हैं', 'सात नहीं'],
    ['th', 'กุญแจ เจ็ด ดอก ไม่ อยู่', 'เจ็ด ไม่'],
    ['vi', 'chìa khóa không có bảy răng', 'không bảy'],
    ['uk', "ключ не має п'ять зубів", "не п'ять"],
    ['hu', 'a kulcsnak nincs hét foga', 'nincs hét'],
    ['fi', 'avaimessa ei ole seitsemän hammasta', 'ei seitsemän'],
    ['tr', 'anahtarın yedi dişi yok', 'yedi yok'],
    ['id', 'kunci itu tidak punya tujuh gigi', 'tidak tujuh'],
    ['he', 'למפתח אין שבע שיניים', 'אין שבע'],
    ['ar', 'ليس للمفتاح سبع أسنان', 'ليس سبع'],
  ])('negations and numerals are known: %s', (_code, text, words) => {
    expect(fingerprintOf(text).features.changingWords).toEqual(words.split(' '));
  });
});
