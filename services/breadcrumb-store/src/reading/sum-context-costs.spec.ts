import type { KeptTokens } from '@crumbtrail/contracts';
import { sumContextCosts, type CostedContext, type CostedCrumb } from './sum-context-costs';

const row = (id: string, tokens: number): KeptTokens => ({ id, tokens });

const crumb = (id: string, schema_name = 'note.v1'): [string, CostedCrumb] => [
  id,
  { schema_name, author: { kind: 'user', id: 'ann' } },
];
const crumbs = new Map([crumb('a'), crumb('b', 'log.v1'), crumb('c')]);

/** A prompt of 1,000 tokens: 100 of the system prompt, 100 of tools, 800 of the context with 300 of `a`, 200 of `b` and 100 of `x`. */
const context = (more: Partial<CostedContext> = {}): CostedContext => ({
  tokens: 800,
  budget: { system_prompt: 100, tool_schemas: 100 },
  kept: [row('a', 300), row('b', 200), row('x', 100)],
  rests_on: new Set(),
  ...more,
});
const prices = { input: 10, output: 50, cached_input: 1 };
const costs = (contexts: readonly CostedContext[], by: 'crumb' | 'schema' | 'author' = 'crumb') =>
  sumContextCosts(contexts, { by, crumbs });

test('costs: a text took its share of the prompt, at the price that the usage names', () => {
  const usage = { counted_prompt_tokens: 1_000, prompt_tokens: 2_000, cost_usd: 9, prices };
  const { prompts, groups, hidden, priced } = costs([context({ reply: { usage } })]);
  expect([priced, prompts]).toEqual([1, { tokens: 2_000, cached_tokens: 0, cost_usd: 0.02 }]);
  expect(groups).toMatchObject([
    { key: 'a', schema_name: 'note.v1', tokens: 600, cached_tokens: 0, cost_usd: 0.006 },
    { key: 'b', tokens: 400, cost_usd: 0.004 },
  ]);
  expect(hidden).toEqual({ tokens: 200, cached_tokens: 0, cost_usd: 0.002 });
});

test('costs: cached tokens are those of the texts shown first, after the system prompt and the tools', () => {
  const usage = { counted_prompt_tokens: 1_000, prompt_tokens: 1_000, cached_tokens: 600, prices };
  expect(costs([context({ reply: { usage } })]).groups).toMatchObject([
    { key: 'a', tokens: 300, cached_tokens: 300, cost_usd: 0.0003 },
    { key: 'b', tokens: 200, cached_tokens: 100, cost_usd: 0.0011 },
  ]);
});

test('costs: each call of a turn sends the context again, but not more often than the prompts have room for', () => {
  const usage = { counted_prompt_tokens: 2_500, prompt_tokens: 2_500, prices };
  const once = { counted_prompt_tokens: 1_000, prompt_tokens: 1_000, prices };
  expect(costs([context({ reply: { usage, steps: 1 } })]).groups[0]).toMatchObject({ key: 'a', tokens: 600 });
  expect(costs([context({ reply: { usage: once, steps: 1 } })]).groups[0]).toMatchObject({ key: 'a', tokens: 300 });
});

test('costs: without prices there is no money, and without a bill tokens are as counted', () => {
  const { priced, prompts, groups } = costs([
    context({ reply: { usage: { prompt_tokens: 500, cost_usd: 3 } } }),
    context(),
  ]);
  expect([priced, prompts]).toEqual([0, { tokens: 1_500, cached_tokens: 0, cost_usd: 0 }]);
  expect(groups[0]).toMatchObject({ key: 'a', tokens: 450, contexts: 2, answered: 1 });
});

test('costs: a prompt that no model has read, because the call failed, costs nothing', () => {
  const { prompts, groups } = costs([context({ reply: { action: 'error' } })]);
  expect(prompts).toEqual({ tokens: 0, cached_tokens: 0, cost_usd: 0 });
  expect(groups.map(({ tokens }) => tokens)).toEqual(groups.map(() => 0));
});

test('costs: a group counts a context once, and a reply that rests on any of its texts once', () => {
  const kept = [row('a', 10), row('a', 20), row('c', 30), row('b', 5)];
  const all = [context({ kept, reply: {}, rests_on: new Set(['c']) }), context({ kept, rests_on: new Set(['c']) })];
  expect(costs(all, 'schema').groups).toMatchObject([
    { key: 'note.v1', contexts: 2, answered: 1, grounded: 1 },
    { key: 'log.v1', contexts: 2, answered: 1, grounded: 0 },
  ]);
  expect(costs(all, 'author').groups).toMatchObject([{ key: 'user:ann', contexts: 2, grounded: 1 }]);
  expect(costs(all, 'schema').groups[0]).not.toHaveProperty('schema_name');
});
