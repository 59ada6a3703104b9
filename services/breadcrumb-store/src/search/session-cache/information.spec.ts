import { computeInformation, findCounters, StemCounter } from './information';

test('computeInformation: rare stems carry more bits; stems of all texts carry none', () => {
  const counts = new Map([
    ['okay', new StemCounter(100)],
    ['boat', new StemCounter(3)],
    ['new', new StemCounter(0)],
  ]);
  const bits = (...stems: string[]): number => {
    const terms = new Map(stems.map((stem) => [stem, 1]));
    return computeInformation(findCounters({ terms }, counts) ?? [], { texts: 100, words: terms.size });
  };
  expect(bits('okay')).toBeCloseTo(Math.log2(101 / 100.5), 2);
  expect(bits('boat')).toBeCloseTo(Math.log2(101 / 3.5), 2);
  expect(bits('boat', 'new')).toBeCloseTo(Math.log2(101 / 3.5) + Math.log2(101 / 0.5), 2);
  expect(bits()).toBe(0);
});

test('findCounters: counters follow later texts, and a text with an unknown stem has none', () => {
  const counter = new StemCounter(3);
  const boat = findCounters({ terms: new Map([['boat', 1]]) }, new Map([['boat', counter]]));
  counter.add();
  expect(computeInformation(boat ?? [], { texts: 100, words: 1 })).toBeCloseTo(Math.log2(101 / 4.5), 2);
  expect(findCounters({ terms: new Map([['boat', 1]]) }, new Map())).toBeNull();
});

test('computeInformation: a word with several stems carries no more than one of them does', () => {
  const counters = [new StemCounter(4), new StemCounter(4), new StemCounter(4)];
  const [one] = counters;
  expect(computeInformation(counters, { texts: 100, words: 1 })).toBeCloseTo(
    computeInformation(one ? [one] : [], { texts: 100, words: 1 }),
    1,
  );
});
