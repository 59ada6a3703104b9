import { expandScenario } from './expand-scenario';

test('names of the members stand in place of the macros for them, and all other macros stay', () => {
  const members = [
    { kind: 'agent' as const, id: 'gm', name: 'Game Master' },
    { kind: 'agent' as const, id: 'leia', muted: true },
    { kind: 'operator' as const, id: 'operator', name: 'Björn' },
  ];
  const text = '{{group}} and {{users}}; {{groupNotMuted}} speaks at {{time}} to {{user}}.';
  expect(expandScenario(text, { agent: 'gm', session: 'inn', members })).toBe(
    'Game Master, Leia and Björn; Game Master speaks at {{time}} to {{user}}.',
  );
});
