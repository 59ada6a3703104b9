import type { ContextFacts } from '@crumbtrail/contracts';
import { lintContexts } from './lint-contexts';

const share = (source: string, tokens: number, grounded_tokens = 0): ContextFacts['shares'][number] => ({
  source,
  section: 'relevant',
  kept: 1,
  tokens,
  grounded_tokens,
});

const facts = (n: number, over: Partial<ContextFacts> = {}): ContextFacts => ({
  context: `c${n}`,
  agent: 'assistant',
  session: 'demo',
  now: `2026-01-31T00:00:0${n}.000Z`,
  grounded: true,
  shares: [],
  sections: [],
  findings: [],
  ...over,
});

const many = (count: number, over: (n: number) => Partial<ContextFacts>): ContextFacts[] =>
  Array.from({ length: count }, (_, n) => facts(n, over(n)));

test('lint: a source is named if no answer was grounded on it, and not if one was or too few are known', () => {
  const contexts = many(5, (n) => ({ shares: [share('docs', 100), share('hybrid', 50, n === 3 ? 50 : 0)] }));
  expect(lintContexts(contexts)).toMatchObject([
    { rule: 'never_grounded', subject: 'relevant / docs', contexts: 5, tokens: 500, example: 'c4' },
  ]);
  expect(lintContexts(contexts.slice(1))).toEqual([]);
  expect(lintContexts(many(9, (n) => ({ grounded: n < 4, shares: [share('docs', 100)] })))).toEqual([]);
});

test('lint: a text is named once, with the number of its contexts and the latest of them', () => {
  const finding = {
    rule: 'stale',
    id: 'p',
    version: 1,
    source: 'hybrid',
    section: 'relevant',
    tokens: 9,
    says: 'old',
  } as const;
  const contexts = [2, 0, 1].map((n) => facts(n, { findings: [finding] }));
  expect(lintContexts(contexts)).toMatchObject([
    { rule: 'stale', crumb: { id: 'p', version: 1 }, contexts: 3, tokens: 27, example: 'c2', says: 'old' },
  ]);
});

test('lint: a section that is meant to be stable and changes in half of the turns breaks the prefix, one that stays does not', () => {
  const section = (name: string, ...refs: string[]) => ({ section: name, tokens: 10, refs });
  const changing = many(6, (n) => ({
    sections: [section('tools', 't'), section('state', `s${n}`), section('recent', `r${n}`)],
  }));
  expect(lintContexts(changing)).toMatchObject([
    {
      rule: 'prefix',
      subject: 'state',
      contexts: 5,
      tokens: 50,
      says: expect.stringMatching(/^changed in 5 of 5 turns/),
    },
  ]);
  const seldom = many(9, (n) => ({
    sections: [section('state', `s${Math.floor(n / 4)}`), section('recent', `r${n}`)],
  }));
  expect(lintContexts(seldom)).toEqual([]);
  expect(lintContexts(changing.map((one, n) => ({ ...one, session: `s${n}` })))).toEqual([]);
});
