import { SharedSubscriptions } from './shared-subscriptions';

test('shared subscriptions: many listeners share one subscription, which ends with the last listener', () => {
  const open: string[] = [];
  let speak: (word: string) => void = () => undefined;
  const ears = new SharedSubscriptions<string>((name) => (hear) => {
    open.push(name);
    speak = hear;
    return () => open.splice(open.indexOf(name), 1);
  });
  const received: string[] = [];
  const stops = ['a', 'b'].map((who) => ears.subscribe('default', (word) => received.push(`${who}:${word}`)));
  speak('one');
  stops[0]?.();
  stops[0]?.();
  speak('two');
  expect([received, open]).toEqual([['a:one', 'b:one', 'b:two'], ['default']]);
  stops[1]?.();
  expect(open).toEqual([]);
  ears.subscribe('default', () => undefined);
  expect(open).toEqual(['default']);
});
