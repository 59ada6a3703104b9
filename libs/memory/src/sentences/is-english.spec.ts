import { readsEnglish } from './is-english';

describe('readsEnglish', () => {
  it.each([
    'I live in Berlin.',
    'My dog is called Rex.',
    'I am pregnant.',
    'Our fire alarm is broken.',
    'The café opens at nine.',
    'Men died in the war.',
    'The insurance number of the van is 88-1204.',
    "We're out of tea.",
  ])('is true of English: %s', (text) => {
    expect(readsEnglish(text)).toBe(true);
  });

  it.each([
    ['cs', 'Bydlím v Praze a mám psa.'],
    ['da', 'Min hund hedder Rex.'],
    ['de', 'Wie hoch war die Miete im März?'],
    ['es', 'Ana vive ahora en Sevilla.'],
    ['fi', 'Minulla on kaksi kissaa.'],
    ['fi', 'Kuinka monta paikkaa satamasalissa on?'],
    ['fr', 'Ma sœur habite Lyon.'],
    ['hu', 'Nincs kutyám és nem is volt.'],
    ['id', 'Saya tinggal di Jakarta.'],
    ['it', 'Mia sorella lavora in banca.'],
    ['lt', 'Aš gyvenu Vilniuje ir turiu du šunis.'],
    ['nl', 'Mijn broer werkt bij Philips.'],
    ['no', 'Vi har to barn.'],
    ['pl', 'Mam dwa koty i psa.'],
    ['pt', 'Tenho dois gatos.'],
    ['ro', 'Nu am câini, dar am două pisici.'],
    ['sv', 'Min bror arbetar på Volvo.'],
    ['tr', 'Benim iki kedim var.'],
    ['vi', 'Tôi sống ở Hà Nội.'],
    ['ja', '大阪に住んでいます。'],
  ])('is false of another language: %s', (_code, text) => {
    expect(readsEnglish(text)).toBe(false);
  });

  it.each(['Bergen, Rex', 'Kissa nukkuu sohvalla.'])('does not know where nothing tells: %s', (text) => {
    expect(readsEnglish(text)).toBeUndefined();
  });
});
