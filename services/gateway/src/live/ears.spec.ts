import { Ears } from './ears';

test('many listen behind one subscription, which ends with the last of them', () => {
  const open: string[] = [];
  let speak: (word: string) => void = () => undefined;
  const ears = new Ears<string>((name) => (hear) => {
    open.push(name);
    speak = hear;
    return () => open.splice(open.indexOf(name), 1);
  });
  const heard: string[] = [];
  const stops = ['a', 'b'].map((who) => ears.hear('default', (word) => heard.push(`${who}:${word}`)));
  speak('one');
  stops[0]?.();
  stops[0]?.();
  speak('two');
  expect([heard, open]).toEqual([['a:one', 'b:one', 'b:two'], ['default']]);
  stops[1]?.();
  expect(open).toEqual([]);
  ears.hear('default', () => undefined);
  expect(open).toEqual(['default']);
});
