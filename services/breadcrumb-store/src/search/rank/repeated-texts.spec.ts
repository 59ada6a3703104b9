import fc from 'fast-check';
import { text } from '../../../test/rankable-texts';
import { RepeatFinder } from './repeated-texts';

const words = fc.array(
  fc.constantFrom('port', 'dashboard', 'lantern', 'owl', 'a', 'mill', 'harbour', 'gate', 'no', 'boat'),
  {
    maxLength: 10,
  },
);

test('RepeatFinder: a text repeats an earlier one that has the same six longest words, and at least four', () => {
  const longest = (all: readonly string[]): string[] =>
    [...new Set(all)].sort((a, b) => b.length - a.length || (a < b ? -1 : 1)).slice(0, 6);
  fc.assert(
    fc.property(fc.array(words, { maxLength: 8 }), (all) => {
      const seen = new Set<string>();
      const expected = all.map((one) => {
        const key = longest(one).join();
        const isRepeat = new Set(one).size >= 4 && seen.has(key);
        if (new Set(one).size >= 4) seen.add(key);
        return isRepeat ? 1 : 0;
      });
      const texts = all.map((one, nth) => text(nth, one.join(' ')));
      const repeats = new RepeatFinder();
      expect(texts.map((text) => Number(repeats.add(text)))).toEqual(expected);
    }),
  );
});
