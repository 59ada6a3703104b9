import { findDates, insertDates } from './resolve-dates';

/** A Wednesday. */
const SAID = '2023-05-10T18:30:00.000Z';
const resolve = (text: string, at = SAID, timeZone?: string) =>
  insertDates(text, findDates(text, { at, timeZone, language: 'en' }));
const resolveForeign = (text: string) => insertDates(text, findDates(text, { at: SAID }));

describe('relative dates', () => {
  it.each([
    ['I saw her yesterday.', 'I saw her yesterday (9 May 2023).'],
    ['We met last night at the pier', 'We met last night (9 May 2023) at the pier'],
    ['Two weeks ago I sold it', 'Two weeks ago (week of 24 April 2023) I sold it'],
    ['We broke up 3 months ago.', 'We broke up 3 months ago (February 2023).'],
    ['I started a year ago', 'I started a year ago (2022)'],
    ['The race is next Saturday', 'The race is next Saturday (13 May 2023)'],
    ['It was last Wednesday', 'It was last Wednesday (3 May 2023)'],
    ['We leave in ten days', 'We leave in ten days (20 May 2023)'],
    ['She visits next month and again tomorrow', 'She visits next month (June 2023) and again tomorrow (11 May 2023)'],
    ['Last weekend was wet', 'Last weekend (weekend of 6 May 2023) was wet'],
    ['this weekend', 'this weekend (weekend of 13 May 2023)'],
    ['in five days of work', 'in five days of work'],
    ['We saw the last film', 'We saw the last film'],
  ])('are resolved against the time at which they were said: %s', (text, resolved) => {
    expect(resolve(text)).toBe(resolved);
  });

  it('cross the ends of months and years, and stay as they are where the time is not known', () => {
    expect(resolve('yesterday', '2024-03-01T01:00:00.000Z')).toBe('yesterday (29 February 2024)');
    expect(resolve('last month', '2024-01-31T01:00:00.000Z')).toBe('last month (December 2023)');
    expect(resolve('yesterday', 'no time')).toBe('yesterday');
  });

  it('are of the day that clocks of the zone show', () => {
    const late = '2023-05-10T23:30:00.000Z';
    expect(resolve('I saw her yesterday.', late)).toBe('I saw her yesterday (9 May 2023).');
    expect(resolve('I saw her yesterday.', late, 'Asia/Tokyo')).toBe('I saw her yesterday (10 May 2023).');
    expect(resolve('We met today.', '2023-05-10T01:00:00.000Z', 'America/Lima')).toBe('We met today (9 May 2023).');
  });

  it.each([
    ['ar', 'التقيت بها أمس في الميناء', 'التقيت بها أمس (9 مايو 2023) في الميناء'],
    ['de', 'Ich habe sie gestern getroffen.', 'Ich habe sie gestern (9. Mai 2023) getroffen.'],
    ['de', 'Übermorgen fahren wir nach Graz.', 'Übermorgen (12. Mai 2023) fahren wir nach Graz.'],
    ['de', 'Das Auto kaufte ich vor zwei Wochen.', 'Das Auto kaufte ich vor zwei Wochen (24.–30. April 2023).'],
    ['de', 'Nächsten Freitag heiratet sie.', 'Nächsten Freitag (12. Mai 2023) heiratet sie.'],
    ['el', 'Την είδα χθες στο λιμάνι.', 'Την είδα χθες (9 Μαΐου 2023) στο λιμάνι.'],
    ['es', 'La vi ayer en el puerto.', 'La vi ayer (9 de mayo de 2023) en el puerto.'],
    ['es', 'El mes pasado vendí el coche.', 'El mes pasado (abril de 2023) vendí el coche.'],
    ['es', 'Mañana viajo a Madrid con mi hija.', 'Mañana (11 de mayo de 2023) viajo a Madrid con mi hija.'],
    ['fi', 'Näin hänet eilen satamassa.', 'Näin hänet eilen (9. toukokuuta 2023) satamassa.'],
    ['fr', 'Je l’ai vue hier au port.', 'Je l’ai vue hier (9 mai 2023) au port.'],
    ['fr', 'Le mariage est la semaine prochaine.', 'Le mariage est la semaine prochaine (15–21 mai 2023).'],
    ['he', 'פגשתי אותה אתמול בנמל.', 'פגשתי אותה אתמול (9 במאי 2023) בנמל.'],
    ['it', 'L’ho vista ieri al porto.', 'L’ho vista ieri (9 maggio 2023) al porto.'],
    ['ja', '昨日、港で彼女に会いました。', '昨日(2023年5月9日)、港で彼女に会いました。'],
    ['ja', '来月、大阪に引っ越します。', '来月(2023年6月)、大阪に引っ越します。'],
    ['ko', '어제 항구에서 그녀를 만났어요.', '어제(2023년 5월 9일) 항구에서 그녀를 만났어요.'],
    ['nl', 'Ik zag haar gisteren in de haven.', 'Ik zag haar gisteren (9 mei 2023) in de haven.'],
    ['pl', 'Widziałem ją wczoraj w porcie.', 'Widziałem ją wczoraj (9 maja 2023) w porcie.'],
    ['pt', 'Eu a vi ontem no porto.', 'Eu a vi ontem (9 de maio de 2023) no porto.'],
    ['ru', 'Я видел её вчера в порту.', 'Я видел её вчера (9 мая 2023 г.) в порту.'],
    ['ru', 'Свадьба через два месяца.', 'Свадьба через два месяца (июль 2023 г.).'],
    ['sv', 'Jag såg henne igår i hamnen.', 'Jag såg henne igår (9 maj 2023) i hamnen.'],
    ['tr', 'Onu dün limanda gördüm.', 'Onu dün (9 Mayıs 2023) limanda gördüm.'],
    ['uk', 'Я бачив її вчора в порту.', 'Я бачив її вчора (9 травня 2023 р.) в порту.'],
    ['zh', '我昨天在港口见到了她。', '我昨天(2023年5月9日)在港口见到了她。'],
  ])('are resolved in the language of the text: %s, %s', (_code, text, resolved) => {
    expect(resolveForeign(text)).toBe(resolved);
  });

  it.each([
    'Guten Morgen, wie geht es dir?',
    'Am Freitag Morgen kommt der Techniker.',
    'Por la mañana trabajo en el puerto.',
    'मैं कल बंदरगाह पर था।',
    'Wir treffen uns am Montag.',
    'The next day we left.',
    'Over the past year I learnt to sail.',
  ])('stay as they are where they may mean another day: %s', (text) => {
    expect(resolveForeign(text)).toBe(text);
  });

  it('stand behind the words whatever letters and marks are before them', () => {
    expect(resolveForeign('Ich weiß: ＤＩＥ Straße fiel mir gestern auf.')).toContain('gestern (9. Mai 2023) auf');
    expect(resolveForeign('Große Maße ßßß ﬁﬁ vorgestern und gestern')).toContain(
      'vorgestern (8. Mai 2023) und gestern (9',
    );
  });
});
