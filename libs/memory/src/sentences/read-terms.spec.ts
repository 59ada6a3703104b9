import { readTerms } from './read-terms';

const read = (text: string) => [...readTerms(text)];

describe('the terms of a text', () => {
  it('are numbers, names, identifiers and stems; a number with its unit in one word is one term', () => {
    expect(read('We waited 300ms for 3.5km of Flask, and 1,000 routes')).toEqual([
      ['wait', 'word'],
      ['300ms', 'name'],
      ['ms', 'name'],
      ['3.5km', 'name'],
      ['35km', 'name'],
      ['5km', 'name'],
      ['km', 'name'],
      ['flask', 'name'],
      ['1000', 'number'],
      ['rout', 'word'],
    ]);
    expect(read('É 300ms')).toContainEqual(['300ms', 'name']);
  });

  it.each([
    ['German', 'Die Häuser am Hafen sind verkauft.', 'Das Haus wurde gestern verkauft.'],
    ['Finnish', 'Tulostimet ovat rikki, mutta ne korjattiin.', 'Se korjasi tulostimen eilen.'],
    ['Greek', 'Τα σπίτια στο λιμάνι είναι άδεια.', 'Το σπίτι είναι άδειο από χθες.'],
    ['Russian', 'Мы купили новые принтеры для офиса.', 'Этот принтер стоит в офисе.'],
    ['Japanese', '倉庫の鍵は青いドアの後ろです。', '鍵はどこですか'],
  ])('are shared by word forms in %s', (_, one, other) => {
    const known = readTerms(one);
    expect([...readTerms(other).keys()].filter((key) => known.has(key))).not.toEqual([]);
  });

  it('of digits of other scripts and of other groups are one number', () => {
    expect([...readTerms('١٢٠').keys()]).toEqual(['120']);
    expect([...readTerms('41.00').keys()]).toEqual(['41']);
  });
});
