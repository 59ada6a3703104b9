import { analyseText, readPeriods, readQuestionKeys } from '../src/index';

/** What a language is tried with: a text, a question, a word in another form, yesterday, three days ago, a name, and a question about it. */
type LanguageRow = readonly [
  code: string,
  text: string,
  question: string,
  otherForm: string,
  yesterday: string,
  threeDaysAgo: string,
  name: string,
  about: string,
];

const ROWS: readonly LanguageRow[] = [
  [
    'en',
    'The printers hang behind the blue door.',
    'Where are the printers?',
    'printer',
    'What did I do yesterday?',
    'What did we say three days ago?',
    'Nadia',
    'What did Nadia say?',
  ],
  [
    'de',
    'Die Schlüssel für das Bootshaus hängen hinter der Tür.',
    'Wo hängen die Schlüssel?',
    'schlussel',
    'Was habe ich gestern gemacht?',
    'Worüber sprachen wir vor drei Tagen?',
    'Jürgen',
    'Was hat Jürgen gesagt?',
  ],
  [
    'fr',
    'Les imprimantes ont été réparées par Olaf.',
    'Qui a réparé les imprimantes ?',
    'imprimante',
    "Qu'est-ce que j'ai fait hier ?",
    'De quoi avons-nous parlé il y a trois jours ?',
    'Irène',
    "Qu'est-ce qu'Irène a dit ?",
  ],
  [
    'es',
    'Las impresoras fueron reparadas por Olaf.',
    '¿Quién reparó las impresoras?',
    'impresora',
    '¿Qué hice ayer?',
    '¿De qué hablamos hace tres días?',
    'Begoña',
    '¿Qué dijo Begoña?',
  ],
  [
    'it',
    'Le stampanti sono state riparate da Olaf.',
    'Chi ha riparato le stampanti?',
    'stampante',
    'Che cosa ho fatto ieri?',
    'Di che cosa abbiamo parlato tre giorni fa?',
    'Giosuè',
    'Che cosa ha detto Giosuè?',
  ],
  [
    'pt',
    'As impressoras foram consertadas pelo Olaf.',
    'Quem consertou as impressoras?',
    'impressora',
    'O que eu fiz ontem?',
    'Do que falámos há três dias?',
    'João',
    'O que disse o João?',
  ],
  [
    'nl',
    'De printers werden door Olaf gerepareerd.',
    'Wie heeft de printers gerepareerd?',
    'printer',
    'Wat heb ik gisteren gedaan?',
    'Waar hadden we het drie dagen geleden over?',
    'Maaike',
    'Wat zei Maaike?',
  ],
  [
    'sv',
    'Skrivarna reparerades av Olaf i källaren.',
    'Vem reparerade skrivarna?',
    'skrivaren',
    'Vad gjorde jag igår?',
    'Vad pratade vi om för tre dagar sedan?',
    'Åsa',
    'Vad sa Åsa?',
  ],
  [
    'fi',
    'Olaf korjasi tulostimet kellarissa.',
    'Kuka korjasi tulostimet?',
    'tulostimen',
    'Mitä minä tein eilen?',
    'Mistä puhuimme kolme päivää sitten?',
    'Päivi',
    'Mitä Päivi sanoi?',
  ],
  [
    'pl',
    'Drukarki zostały naprawione przez Olafa.',
    'Kto naprawił drukarki?',
    'drukarkę',
    'Co robiłam wczoraj?',
    'O czym rozmawialiśmy trzy dni temu?',
    'Łucja',
    'Co powiedziała Łucja?',
  ],
  [
    'tr',
    'Yazıcıları Olaf tamir etti.',
    'Yazıcıları kim tamir etti?',
    'yazıcıyı',
    'Dün ne yaptım?',
    'Üç gün önce ne konuştuk?',
    'Işıl',
    'Işıl ne dedi?',
  ],
  [
    'ru',
    'Принтеры починил Олаф.',
    'Кто починил принтеры?',
    'принтера',
    'Что я делала вчера?',
    'О чём мы говорили три дня назад?',
    'Борис',
    'Что говорил Борис?',
  ],
  [
    'uk',
    'Принтери полагодив Олаф.',
    'Хто полагодив принтери?',
    'принтера',
    'Що я робила вчора?',
    'Про що ми говорили три дні тому?',
    'Юлія',
    'Що сказала Юлія?',
  ],
  [
    'el',
    'Οι εκτυπωτές επισκευάστηκαν από τον Όλαφ.',
    'Ποιος επισκεύασε τους εκτυπωτές;',
    'εκτυπωτή',
    'Τι έκανα χθες;',
    'Για τι μιλήσαμε πριν από τρεις μέρες;',
    'Νεφέλη',
    'Τι είπε η Νεφέλη;',
  ],
  [
    'ar',
    'مفتاح المخزن معلق خلف الباب الأزرق.',
    'أين مفتاح المخزن؟',
    'باب',
    'ماذا فعلت أمس؟',
    'عمّ تحدثنا قبل ثلاثة أيام؟',
    'كريم',
    'ماذا قال كريم؟',
  ],
  [
    'he',
    'המפתח של המחסן תלוי מאחורי הדלת.',
    'איפה המפתח של המחסן?',
    'מחסן',
    'מה עשיתי אתמול?',
    'על מה דיברנו לפני שלושה ימים?',
    'נועה',
    'מה אמרה נועה?',
  ],
  [
    'hi',
    'गोदाम की चाबी नीले दरवाज़े के पीछे टँगी है।',
    'गोदाम की चाबी कहाँ है?',
    'चाबियाँ',
    'मैंने कल क्या किया?',
    'तीन दिन पहले हमने क्या कहा?',
    'मीरा',
    'मीरा ने क्या कहा?',
  ],
  [
    'ja',
    '艇庫の予備の鍵は青いドアの後ろに掛かっています。',
    '予備の鍵はどこですか？',
    '予備',
    '昨日何をしましたか？',
    '三日前に何を話しましたか？',
    '健太',
    '健太は何と言いましたか？',
  ],
  [
    'zh',
    '船库的备用钥匙挂在蓝色的门后面。',
    '备用钥匙在哪里？',
    '钥匙',
    '我昨天做了什么？',
    '三天前我们谈了什么？',
    '小明',
    '小明说了什么？',
  ],
  [
    'ko',
    '창고의 예비 열쇠는 파란 문 뒤에 있습니다.',
    '예비 열쇠가 어디에 있어?',
    '열쇠를',
    '내가 어제 뭐 했지?',
    '사흘 전에 무슨 얘기 했지?',
    '민수',
    '민수가 뭐라고 했어?',
  ],
];

const shares = (question: string, text: string): boolean => {
  const keys = new Set(analyseText(text).flatMap((token) => token.keys));
  return readQuestionKeys(question).some(({ key }) => keys.has(key));
};
const TODAY = Date.UTC(2026, 10, 27);
const DAY = 86_400_000;
const daysIn = (text: string): readonly number[] =>
  readPeriods(text, { today: TODAY, first: TODAY - 30 * DAY }).map(({ from }) => (TODAY - from) / DAY);

describe.each(ROWS)('in %s', (...row) => {
  const [code, text, question, otherForm, yesterday, threeDaysAgo, name, about] = row;
  test('a question and a text share the keys of their words', () => expect(shares(question, text)).toBe(true));
  test('a word is found in another form, or as a bare keyword', () => expect(shares(otherForm, text)).toBe(true));
  test('a name is found in a question about it', () => expect(shares(name, about)).toBe(true));
  test('yesterday is read', () => expect(daysIn(yesterday)).toEqual([1]));
  test('three days ago is read', () => expect(daysIn(threeDaysAgo)).toEqual([3]));

  test('a date with the name of its month is read', () => {
    const format = new Intl.DateTimeFormat(code, { timeZone: 'UTC', day: 'numeric', month: 'long' });
    // Without other words, "listopada" is November in Polish and October in Croatian.
    const expected = code === 'pl' ? [36, 5] : [5];
    expect(daysIn(format.format(TODAY - 5 * DAY))).toEqual(expected);
  });

  test('words are found where they stand', () => {
    for (const { from, to, surface } of analyseText(text)) expect(text.slice(from, to)).toContain(surface);
  });
});
