import { completeSources } from './complete-sources';

const given = (text: string, id: string) => ({ text, sources: [{ id, version: 1 }] });
const BREAD = given('Ann bakes bread on Sundays.', 'bread');
const KEY = given('The zanzibar key hangs in the attic.', 'key');
const ids = (sources: readonly { id: string }[] | null) => sources?.map(({ id }) => id);

describe('completeSources', () => {
  it('adds every text that has a term of the written one which the named ones lack', () => {
    expect(ids(completeSources('Ann bakes, and hides the zanzibar key.', [BREAD], [BREAD, KEY]))).toEqual([
      'bread',
      'key',
    ]);
  });

  it('adds no source where the named texts have all terms of the written one', () => {
    expect(ids(completeSources('Ann bakes bread.', [BREAD], [BREAD, KEY]))).toEqual(['bread']);
  });

  it('finds the sources of a text whose model names none, and is null where it rests on nothing', () => {
    expect(ids(completeSources('A zanzibar.', [], [BREAD, KEY]))).toEqual(['key']);
    expect(completeSources('Rain falls.', [], [BREAD, KEY])).toBeNull();
  });

  it('finds words of scripts without spaces', () => {
    const cat = given('我的猫叫小白', 'cat');
    expect(ids(completeSources('小白', [BREAD], [BREAD, cat]))).toEqual(['bread', 'cat']);
  });

  it('is null for more sources than a fact can name', () => {
    const many = Array.from({ length: 65 }, (_, n) => given('Ann bakes.', `m${n}`));
    expect(completeSources('Ann bakes.', many, many)).toBeNull();
  });
});
